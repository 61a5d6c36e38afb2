import { Alert } from '@mantine/core'
import type { WebhookEndpoint } from '../api/schema.ts'
import { DescriptionList, RecordPage, useRecord } from '../display/Page.tsx'
import { Time } from '../display/Time.tsx'
import { eventWords } from '../events/event-types.ts'
import { Deliveries } from './Deliveries.tsx'
import { disabledWords } from './disabled-words.ts'
import { EndpointActions } from './EndpointActions.tsx'

export function WebhookPage() {
  const page = useRecord('GET /v1/webhook-endpoints/{id}', 'webhooks:manage', 5_000)
  const { record: endpoint } = page
  if (endpoint === undefined) return <RecordPage {...page} title="Webhook endpoint" />
  return (
    <RecordPage
      {...page}
      title={endpoint.url}
      statuses={[endpoint.health.status]}
      actions={<EndpointActions endpoint={endpoint} etag={page.etag} />}
    >
      <Health endpoint={endpoint} />
      <DescriptionList items={facts(endpoint)} />
      <Deliveries id={page.id} />
    </RecordPage>
  )
}

function Health({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { status, lastError } = endpoint.health
  if (status === 'healthy') return null
  if (status === 'disabled') {
    return (
      <Alert color="gray" title="Disabled: no events are sent">
        {disabledWords(endpoint)} When you enable it, the waiting events are sent.
      </Alert>
    )
  }
  return (
    <Alert color="red" title="The last attempt failed">
      {lastError} The service keeps retrying, less and less often. After five days without success,
      the endpoint is disabled.
    </Alert>
  )
}

function facts(endpoint: WebhookEndpoint): (readonly [string, React.ReactNode])[] {
  const { types, health, previousSecretEndsAt, createdAt } = endpoint
  const { undelivered, oldestUndeliveredAt, lastSuccessAt, lastFailureAt } = health
  return [
    ['Events', types === null ? 'All events' : types.map(eventWords).join(', ')],
    ['Last success', <Time key="s" at={lastSuccessAt} />],
    ['Last failure', <Time key="f" at={lastFailureAt} />],
    [
      'Undelivered events',
      undelivered === 0 ? (
        'None'
      ) : (
        <span key="u">
          {undelivered.toLocaleString()}, the oldest from <Time at={oldestUndeliveredAt} />
        </span>
      ),
    ],
    ['Created', <Time key="c" at={createdAt} />],
    ['Previous secret expires', <Time key="p" at={previousSecretEndsAt} />],
  ]
}
