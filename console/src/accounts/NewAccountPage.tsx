import { Button, Group, Paper, SimpleGrid } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../api/queries.ts'
import { centsOrZero, money } from '../display/amounts.ts'
import { changesBetween, patchOf, textsOf } from '../display/EditRecord.tsx'
import { FieldInput } from '../display/fields.tsx'
import { enterGoesOn, useApiForm, useUnsavedChanges } from '../display/forms.ts'
import { Page } from '../display/Page.tsx'
import { Failure } from '../display/ProblemAlert.tsx'
import { ButtonLink } from '../display/RecordLink.tsx'
import { useDialogs } from '../display/use-dialog.tsx'
import { CONTACT_FIELDS } from './contact.ts'

const FIELDS = [
  ...CONTACT_FIELDS,
  {
    name: 'maxInsuredValueCents',
    label: 'Insured maximum',
    description: 'The highest total declared value that is insured for this account.',
    kind: 'amount',
  },
  {
    name: 'isPrimary',
    label: 'This is the organization’s own account (primary)',
    description: 'An organization has at most one.',
    kind: 'check',
  },
] as const

const EMPTY = textsOf(FIELDS, {})

export function NewAccountPage() {
  return (
    <Page title="Open an account" permission="fbo_accounts:create">
      <Form />
    </Page>
  )
}

function Form() {
  const navigate = useNavigate()
  const create = useChange('POST /v1/fbo-accounts')
  const { confirm } = useDialogs()
  const { form, field, onSubmit, isRunning, error } = useApiForm(
    { ...EMPTY },
    async (texts) => {
      const body: object = patchOf(FIELDS, {}, changesBetween(EMPTY, texts))
      const run = async () => {
        const { id } = (await create.mutateAsync({ body })).body.data
        await navigate({ to: '/accounts/$id', params: { id }, ignoreBlocker: true })
      }
      const label = `Open account with a maximum of ${money('0')}`
      if (centsOrZero(texts.maxInsuredValueCents ?? '') !== '0') await run()
      else confirm({ label, explanation: NO_MAXIMUM, run })
    },
    { businessName: (_, texts) => (NAMES.some((name) => texts[name]?.trim()) ? null : UNNAMED) },
  )
  useUnsavedChanges(form.isDirty())
  const isAmount = centsOrZero(form.values.maxInsuredValueCents ?? '') !== undefined
  return (
    <Paper withBorder p="md" maw={720}>
      <form onSubmit={onSubmit} onKeyDown={enterGoesOn} noValidate>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {FIELDS.map((each) => (
            <FieldInput key={each.name} field={each} {...field(each.name)} />
          ))}
        </SimpleGrid>
        <Failure error={error} />
        <Group justify="flex-end" mt="md">
          <ButtonLink to="/accounts" variant="default">
            Go back
          </ButtonLink>
          <Button type="submit" loading={isRunning} disabled={!isAmount}>
            Open account
          </Button>
        </Group>
      </form>
    </Paper>
  )
}

const NAMES = ['businessName', 'firstName', 'lastName']
const UNNAMED = 'Enter a business name, a first name or a last name.'

const NO_MAXIMUM = 'Nothing that it holds is insured: every item takes it over its maximum.'
