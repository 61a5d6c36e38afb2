import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useChange } from '../api/queries.ts'
import type { OrganizationPolicy, OrganizationPolicyUpdate } from '../api/schema.ts'
import { Failure } from '../display/ProblemAlert.tsx'
import { MEMBERS, type Member, valueWords } from './policy-words.ts'

interface Props {
  readonly policy: OrganizationPolicy
  readonly values: OrganizationPolicyUpdate
  readonly changed: readonly Member[]
  readonly back: () => void
  readonly saved: () => void
}

/** The changes that a save would make. Only these members are sent. */
export function PolicyChanges({ policy, values, changed, back, saved }: Props) {
  const save = useChange('PATCH /v1/organization-policy', ['transfers'])
  const body = Object.fromEntries(changed.map((name) => [name, values[name]]))
  return (
    <Stack>
      <ChangesTable before={policy} after={{ ...policy, ...values }} changed={changed} />
      <Text size="sm" c="dimmed">
        Takes effect immediately and is recorded with your token.
        {changed.includes('transferExpirySeconds') &&
          ' Transfers that are already pending keep their expiry time.'}
      </Text>
      <Failure error={save.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={back}>
          Go back
        </Button>
        <Button
          loading={save.isPending}
          onClick={() => save.mutate({ body }, { onSuccess: saved })}
          data-autofocus
        >
          {changed.length === 1 ? 'Save this change' : `Save ${changed.length} changes`}
        </Button>
      </Group>
    </Stack>
  )
}

/** Members, before and after. */
export function ChangesTable({
  before,
  after,
  changed,
}: {
  readonly before: OrganizationPolicy
  readonly after: OrganizationPolicy
  readonly changed: readonly Member[]
}) {
  return (
    <Table aria-label="Changes">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Setting</Table.Th>
          <Table.Th>Before</Table.Th>
          <Table.Th>After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {MEMBERS.filter(([name]) => changed.includes(name)).map(([name, label]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            <Table.Td>
              <Text size="sm" td="line-through" c="dimmed">
                {valueWords(before, name)}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm" fw={600}>
                → {valueWords(after, name)}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
