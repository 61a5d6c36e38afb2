import { Alert, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useChange } from '../api/queries.ts'
import type { InventoryItem } from '../api/schema.ts'
import { AccountPicker } from '../choosing-items/AccountPicker.tsx'
import { centsOrZero, money } from '../display/amounts.ts'
import { IDENTIFIERS_FIELD, pairsOf } from '../display/EditRecord.tsx'
import { AmountField, FieldInput } from '../display/fields.tsx'
import { enterGoesOn, useApiForm, useUnsavedChanges } from '../display/forms.ts'
import { Page } from '../display/Page.tsx'
import { Failure } from '../display/ProblemAlert.tsx'
import { AppLink, ButtonLink } from '../display/RecordLink.tsx'
import { useDialogs } from '../display/use-dialog.tsx'
import { useMay } from '../session/caller.tsx'

export function TakeInPage() {
  return (
    <Page title="Take in an item" permission="inventory_items:create">
      {useMay('imports:create') && (
        <Text c="dimmed">
          More than one?{' '}
          <AppLink to="/import" underline="always">
            Import a CSV file
          </AppLink>
          .
        </Text>
      )}
      <Form />
    </Page>
  )
}

const EMPTY = { description: '', identifiers: '', declaredValueCents: '' }

function Form() {
  const { account = '' } = useSearch({ from: '/items/new' })
  const takeIn = useChange('POST /v1/inventory-items', ['fbo-accounts'])
  const { confirm } = useDialogs()
  const { form, field, onSubmit, isRunning, error } = useApiForm(
    { fboAccountId: account, ...EMPTY },
    async ({ fboAccountId, description, identifiers, declaredValueCents }) => {
      const item = {
        fboAccountId,
        description: description.trim() || null,
        identifiers: pairsOf(identifiers).map(([scheme, value]) => ({ scheme, value })),
        declaredValueCents: centsOrZero(declaredValueCents) ?? '0',
      }
      const run = async () => {
        await takeIn.mutateAsync({ body: item })
        form.setValues(EMPTY)
        form.getInputNode('description')?.focus()
      }
      const label = `Take in at ${money(item.declaredValueCents)}`
      if (item.declaredValueCents !== '0') await run()
      else confirm({ label, explanation: NO_VALUE, run })
    },
    { description: (text, { identifiers }) => (`${text}${identifiers}`.trim() ? null : UNNAMED) },
  )
  const { fboAccountId, declaredValueCents, description, identifiers } = form.values
  useUnsavedChanges(`${description}${identifiers}${declaredValueCents}` !== '')
  const [done] = [takeIn.data?.body.data ?? []].flat()
  return (
    <Paper withBorder p="md" maw={560}>
      <form onSubmit={onSubmit} onKeyDown={enterGoesOn} noValidate>
        <Stack>
          {done !== undefined && <Receipt item={done} />}
          <AccountPicker label="Account" {...field('fboAccountId')} />
          <TextInput
            label="Description"
            description="Helps others recognize the item. Do not enter personal data: this is stored permanently."
            placeholder="1952 Topps #311, PSA 8"
            {...field('description')}
          />
          <FieldInput field={IDENTIFIERS_FIELD} {...field('identifiers')} />
          <AmountField
            label="Declared value"
            description="It counts toward the insured exposure of the account."
            placeholder={money('1250000')}
            {...field('declaredValueCents')}
          />
          <Failure error={error} />
          <Button
            type="submit"
            ml="auto"
            loading={isRunning}
            disabled={fboAccountId === '' || centsOrZero(declaredValueCents) === undefined}
          >
            Take in
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}

const UNNAMED = 'Enter a description, or an identifier below.'

const NO_VALUE =
  'Without a declared value it does not count toward the insured exposure of its account.'

/** The item that was taken in last, as the vault has it. */
function Receipt({ item: { id, description, declaredValueCents } }: { item: InventoryItem }) {
  return (
    <Alert variant="default" icon={<CircleCheck />} title="Taken in" role="status">
      <Text lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{description ?? 'No description'}</bdi>
      </Text>
      <Group justify="space-between">
        <Text>
          Declared value: <b>{money(declaredValueCents)}</b>. You can take in the next one.
        </Text>
        <ButtonLink to="/items/$id" params={{ id }} size="xs" variant="default">
          Open
        </ButtonLink>
      </Group>
    </Alert>
  )
}
