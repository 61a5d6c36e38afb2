import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { read } from '../api/queries.ts'
import type { WebhookEndpoint } from '../api/schema.ts'
import { BlockingModal } from '../display/DialogForm.tsx'
import { EmptyState, Page } from '../display/Page.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { NewEndpoint } from './NewEndpoint.tsx'
import { disabledWords, typesWords } from './webhook-words.ts'

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
  const [isOpen, setOpen] = useState(false)
  const mayManage = useMay('webhooks:manage')
  const close = () => setOpen(false)
  return (
    <Page
      title="Webhooks"
      permission="webhooks:manage"
      actions={
        mayManage && (
          <Button leftSection={<Plus size={16} />} onClick={() => setOpen(true)}>
            Create endpoint
          </Button>
        )
      }
    >
      <Endpoints />
      <BlockingModal opened={isOpen} onClose={close} title="Create endpoint" size="lg">
        <NewEndpoint close={close} />
      </BlockingModal>
    </Page>
  )
}

function Endpoints() {
  const search = useSearch({ from: '/webhooks' })
  const list = useQuery({
    ...read('GET /v1/webhook-endpoints', { query: { ...search, limit: 50 } }),
    refetchInterval: 10_000,
  })
  return (
    <RecordTable
      label="Webhook endpoints"
      list={list}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No endpoints yet">
          Create one to send signed events to your own system as they happen.
        </EmptyState>
      }
    />
  )
}
