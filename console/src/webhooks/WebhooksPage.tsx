import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { read } from '../api/queries.ts'
import type { WebhookEndpoint } from '../api/schema.ts'
import { EmptyState, Page } from '../display/Page.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { useDialog } from '../display/use-dialog.tsx'
import { eventWords } from '../events/event-types.ts'
import { useMay } from '../session/caller.tsx'
import { disabledWords } from './disabled-words.ts'
import { EndpointForm } from './EndpointForm.tsx'

const COLUMNS: readonly Column<WebhookEndpoint>[] = [
  {
    header: 'Endpoint',
    cell: ({ id, url }) => (
      <div style={{ overflowWrap: 'anywhere', maxWidth: 360 }}>
        <RecordLink type="webhook" id={id} name={url} />
      </div>
    ),
  },
  { header: 'Events', cell: ({ types }) => typesWords(types) },
  {
    header: 'Health',
    cell: (endpoint) => (
      <>
        <StatusBadge status={endpoint.health.status} />
        <Text size="xs" c="dimmed">
          {disabledWords(endpoint) ?? endpoint.health.lastError}
        </Text>
      </>
    ),
  },
  {
    header: 'Undelivered',
    cell: ({ health }) => health.undelivered.toLocaleString(),
    isRight: true,
  },
  {
    header: 'Last success',
    cell: ({ health }) => <Time at={health.lastSuccessAt} />,
  },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

export function WebhooksPage() {
  const search = useSearch({ from: '/webhooks' })
  const list = useQuery({
    ...read('GET /v1/webhook-endpoints', { query: { ...search, limit: 50 } }),
    enabled: useMay('webhooks:manage'),
    refetchInterval: 10_000,
  })
  const { dialog, open } = useDialog()
  const create = () => open('Create endpoint', (close) => <EndpointForm close={close} />)
  return (
    <Page
      title="Webhooks"
      permission="webhooks:manage"
      actions={
        <Button leftSection={<Plus size={16} />} onClick={create}>
          Create endpoint
        </Button>
      }
    >
      <RecordTable
        label="Webhook endpoints"
        list={list}
        columns={COLUMNS}
        empty={
          <EmptyState title="No endpoints yet">
            Create one to send signed events to your own system as they happen.
          </EmptyState>
        }
      />
      {dialog}
    </Page>
  )
}

/** The types that are sent, in few words. */
function typesWords(types: WebhookEndpoint['types']): string {
  if (types === null) return 'All events'
  const [first = '', ...others] = types
  return others.length === 0
    ? eventWords(first)
    : `${eventWords(first)} and ${others.length} more types`
}
