import { Button, Group, Paper, SimpleGrid } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../api/queries.ts'
import type { NewFboAccount } from '../api/schema.ts'
import { centsOrZero } from '../display/amounts.ts'
import { FieldInput } from '../display/fields.tsx'
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

const FIELDS = [
  ...CONTACT_FIELDS,
  {
    name: 'maxInsuredValueCents',
    label: 'Insured maximum',
    description:
      'The highest total declared value that is insured for this account. Leave empty for 0.',
    kind: 'amount',
  },
  {
    name: 'isPrimary',
    label: 'This is the organization’s own account (primary)',
    description: 'An organization has at most one.',
    kind: 'check',
  },
] as const

function NewAccount() {
  const navigate = useNavigate()
  const create = useChange('POST /v1/fbo-accounts')
  const { form, field, onSubmit, isRunning, error } = useApiForm(
    { ...contactOf({}), maxInsuredValueCents: '', isPrimary: '' },
    async ({ maxInsuredValueCents, isPrimary, ...contact }) => {
      const body = {
        ...(nullIfEmpty(contact) as NewFboAccount),
        maxInsuredValueCents: centsOrZero(maxInsuredValueCents) ?? '0',
        isPrimary: isPrimary === 'yes',
      }
      const created = await create.mutateAsync({ body })
      await navigate({ to: '/accounts/$id', params: { id: created.body.data.id } })
    },
  )
  return (
    <Paper withBorder p="md" maw={720}>
      <form onSubmit={onSubmit} noValidate>
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
          <Button
            type="submit"
            loading={isRunning}
            disabled={centsOrZero(form.values.maxInsuredValueCents) === undefined}
          >
            Open account
          </Button>
        </Group>
      </form>
    </Paper>
  )
}
