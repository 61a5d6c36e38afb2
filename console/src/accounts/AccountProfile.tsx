import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read, useChange } from '../api/queries.ts'
import { EditRecord, METADATA_FIELD, metadataPatch, pairsText } from '../display/EditRecord.tsx'
import { DescriptionList, Loading } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Time } from '../display/Time.tsx'

const FIELDS = [
  {
    name: 'externalId',
    label: 'External ID',
    description: 'Its number in a system of yours. No two accounts have the same.',
  },
  METADATA_FIELD,
]

/** The number of the account in another system, and attributes of the organization's own. */
export function AccountProfile({ id }: { readonly id: string }) {
  const path = { id }
  const { data, error } = useQuery(read('GET /v1/fbo-accounts/{id}/profile', { path }))
  const update = useChange('PATCH /v1/fbo-accounts/{id}/profile')
  if (data === undefined) return error === null ? <Loading /> : <ProblemAlert error={error} />
  const { externalId, metadata, changedAt } = data.body.data
  return (
    <Stack>
      {externalId === null && Object.keys(metadata).length === 0 && (
        <Text size="sm">No external ID and no attributes yet.</Text>
      )}
      <DescriptionList
        items={[
          ['External ID', externalId],
          ...Object.entries(metadata),
          ['Last changed', changedAt && <Time key="changed" at={changedAt} />],
        ]}
      />
      <Group>
        <EditRecord
          label="Edit profile"
          permission="fbo_accounts:update"
          fields={FIELDS}
          values={{ externalId: externalId ?? '', metadata: pairsText(Object.entries(metadata)) }}
          etag={data.etag}
          save={({ externalId: number, metadata: pairs }, ifMatch) =>
            update.mutateAsync({
              path,
              ifMatch,
              body: {
                ...(number !== undefined && { externalId: number || null }),
                ...(pairs !== undefined && { metadata: metadataPatch(metadata, pairs) }),
              },
            })
          }
        />
      </Group>
    </Stack>
  )
}
