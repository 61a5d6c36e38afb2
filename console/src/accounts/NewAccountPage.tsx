import { Button, Checkbox, Group, Paper, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../api/queries.ts'
import type { NewFboAccount } from '../api/schema.ts'
import { AmountField } from '../display/AmountField.tsx'
import { centsOrZero, money } from '../display/amounts.ts'
import { useApiForm } from '../display/forms.ts'
import { Page } from '../display/Page.tsx'
import { Failure } from '../display/ProblemAlert.tsx'
import { ButtonLink } from '../display/RecordLink.tsx'
import { CONTACT_FIELDS, contactOf, nullIfEmpty } from './contact.ts'

export function NewAccountPage() {
  return (
    <Page title="Open an account" permission="fbo_accounts:create">
      <NewAccount />
    </Page>
  )
}

function NewAccount() {
  const navigate = useNavigate()
  const create = useChange('POST /v1/fbo-accounts')
  const { form, field, onSubmit, isRunning, error } = useApiForm(
    { ...contactOf({}), maxInsuredValueCents: '', isPrimary: false },
    async ({ maxInsuredValueCents, isPrimary, ...contact }) => {
      const created = await create.mutateAsync({
        body: {
          ...(nullIfEmpty(contact) as NewFboAccount),
          maxInsuredValueCents: centsOrZero(maxInsuredValueCents) ?? '0',
          isPrimary,
        },
      })
      await navigate({ to: '/accounts/$id', params: { id: created.body.data.id } })
    },
  )
  return (
    <Paper withBorder p="md" maw={720}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {CONTACT_FIELDS.map(({ name, label, ...others }) => (
              <TextInput
                key={name}
                label={label}
                type={'kind' in others ? others.kind : 'text'}
                {...field(name)}
                autoComplete="off"
              />
            ))}
          </SimpleGrid>
          <AmountField
            label="Insured maximum"
            description="The highest total declared value that is insured for this account. Leave empty for 0."
            placeholder={money('25000000')}
            {...field('maxInsuredValueCents')}
          />
          <Checkbox
            label="This is the organization’s own account (primary)"
            description="An organization has at most one."
            {...form.getInputProps('isPrimary', { type: 'checkbox' })}
          />
          <Failure error={error} />
          <Group justify="flex-end">
            <ButtonLink to="/accounts" variant="default">
              Go back
            </ButtonLink>
            <Button
              type="submit"
              loading={isRunning}
              disabled={centsOrZero(form.values.maxInsuredValueCents) === undefined}
            >
              Open account
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
