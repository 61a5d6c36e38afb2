import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Check, Copy } from 'lucide-react'
import { read, useChange } from '../api/queries.ts'
import type { EventCheckpoint } from '../api/schema.ts'
import { EmptyState } from '../display/EmptyState.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'

const COLUMNS: readonly Column<EventCheckpoint>[] = [
  { header: 'Signed', cell: ({ at }) => <Time at={at} relative /> },
  {
    header: 'Up to event number',
    cell: ({ sequence }) => sequence.toLocaleString(),
    isRight: true,
  },
  {
    header: 'Hash',
    cell: ({ chainHash }) => (
      <code title={chainHash}>
        {chainHash.slice(0, 12)}…{chainHash.slice(-4)}
      </code>
    ),
  },
  { header: 'Key', cell: ({ keyId }) => <code>{keyId}</code> },
  {
    header: 'Keep it',
    cell: (checkpoint) => (
      <CopyButton value={JSON.stringify(checkpoint, null, 2)}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={copied ? <Check size={12} /> : <Copy size={12} />}
            onClick={copy}
            aria-label={`Copy checkpoint ${checkpoint.sequence}`}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    ),
  },
]

/** The signed checkpoints of the log, and what they are good for. */
export function Checkpoints() {
  const { page, cursor } = useSearch({ from: '/events' })
  const query = { page, cursor, limit: 50 } as { limit: number }
  const list = useQuery(read('GET /v1/event-checkpoints', { query }))
  const sign = useChange('POST /v1/event-checkpoints')
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" maw={640}>
          A checkpoint says how far the log went and with which hash, signed by the vault. Keep one
          elsewhere: <code>vault-inventory events verify</code> then proves that no event before it
          was altered or removed since, even by those who run the vault. One is made every hour in
          which events happen.
        </Text>
        <Button
          variant="default"
          loading={sign.isPending}
          onClick={() => sign.mutate({ body: {} })}
        >
          Sign one now
        </Button>
      </Group>
      <ProblemAlert error={sign.error} />
      <RecordTable
        label="Checkpoints"
        list={list}
        columns={COLUMNS}
        rowKey={({ at, sequence }) => `${sequence} ${at}`}
        empty={
          <EmptyState title="There is no checkpoint yet">
            Sign one now; events are sealed some seconds after they happened.
          </EmptyState>
        }
      />
    </Stack>
  )
}
