import { Button, Group, Paper, SimpleGrid } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../api/queries.ts'
import { centsOrZero } from '../display/amounts.ts'
import { changesBetween, patchOf, textsOf } from '../display/EditRecord.tsx'
import { FieldInput } from '../display/fields.tsx'
import { useApiForm } from '../display/forms.ts'
import { Page } from '../display/Page.tsx'
import { Failure } from '../display/ProblemAlert.tsx'
import { ButtonLink } from '../display/RecordLink.tsx'
import { CONTACT_FIELDS } from './contact.ts'

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

const EMPTY = textsOf(FIELDS, {})

export function NewAccountPage() {
  const navigate = useNavigate()
  const create = useChange('POST /v1/fbo-accounts')
  const { form, field, onSubmit, isRunning, error } = useApiForm({ ...EMPTY }, async (texts) => {
    const body: object = patchOf(FIELDS, {}, changesBetween(EMPTY, texts))
    const { data } = (await create.mutateAsync({ body })).body
    await navigate({ to: '/accounts/$id', params: { id: data.id } })
  })
  const isAmount = centsOrZero(form.values.maxInsuredValueCents ?? '') !== undefined
  return (
    <Page title="Open an account" permission="fbo_accounts:create">
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
            <Button type="submit" loading={isRunning} disabled={!isAmount}>
              Open account
            </Button>
          </Group>
        </form>
      </Paper>
    </Page>
  )
}
