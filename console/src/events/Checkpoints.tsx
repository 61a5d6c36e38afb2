import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useChange } from '../api/queries.ts'
import type { EventCheckpoint } from '../api/schema.ts'
import { timeColumn } from '../display/columns.tsx'
import { RecordList } from '../display/ListPage.tsx'
import { EmptyState } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import type { Column } from '../display/RecordTable.tsx'

const COLUMNS: readonly Column<EventCheckpoint>[] = [
  timeColumn('Signed', 'at'),
  {
    header: 'Covers events up to',
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
    header: 'Checkpoint',
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

/** The signed checkpoints of the log, and their purpose. */
export function Checkpoints() {
  const sign = useChange('POST /v1/event-checkpoints')
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" maw={640}>
          A checkpoint is a signed fingerprint of all events so far. Keep a copy outside the vault:
          it lets you prove later that nobody, not even the vault’s operator, changed or removed
          earlier events. The vault makes one every hour in which something happens.
        </Text>
        <Button
          variant="default"
          loading={sign.isPending}
          onClick={() => sign.mutate({ body: {} })}
        >
          Create checkpoint
        </Button>
      </Group>
      <ProblemAlert error={sign.error} />
      <RecordList
        label="Checkpoints"
        operation="GET /v1/event-checkpoints"
        args={{}}
        columns={COLUMNS}
        rowKey={({ at, sequence }) => `${sequence} ${at}`}
        empty={
          <EmptyState title="No checkpoints yet">
            Create one now. It covers events up to a few seconds ago.
          </EmptyState>
        }
      />
    </Stack>
  )
}
