import type { WebhookEndpoint } from '../api/schema.ts'
import { timeColumn } from '../display/columns.tsx'
import { ListPage } from '../display/ListPage.tsx'
import { RecordLink, Remark } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { FormButton } from '../display/use-dialog.tsx'
import { eventWords } from '../events/event-types.ts'
import { EndpointForm } from './EndpointForm.tsx'
import { WHY_DISABLED } from './WebhookPage.tsx'

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
    cell: ({ health, disabledReason }) => (
      <>
        <StatusBadge status={health.status} />
        <Remark>{disabledReason ? WHY_DISABLED[disabledReason] : health.lastError}</Remark>
      </>
    ),
  },
  {
    header: 'Undelivered',
    cell: ({ health }) => health.undelivered.toLocaleString(),
    isRight: true,
  },
  { header: 'Last success', cell: ({ health }) => <Time at={health.lastSuccessAt} /> },
  timeColumn('Created', 'createdAt'),
]

export function WebhooksPage() {
  return (
    <ListPage
      title="Webhooks"
      permission="webhooks:manage"
      operation="GET /v1/webhook-endpoints"
      columns={COLUMNS}
      refetchInterval={10_000}
      noneYet="Create an endpoint to send signed events to your own system as they happen."
      actions={<FormButton label="Create endpoint" form={<EndpointForm />} />}
    />
  )
}

function typesWords(types: WebhookEndpoint['types']): string {
  if (types === null) return 'All events'
  const [first = '', ...others] = types
  return `${eventWords(first)}${others.length > 0 ? ` and ${others.length} more types` : ''}`
}
