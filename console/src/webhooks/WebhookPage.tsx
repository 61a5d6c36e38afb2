import { Alert, Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import type { WebhookEndpoint } from '../api/schema.ts'
import { Action } from '../display/Action.tsx'
import { DescriptionList, RecordPage, useRecord } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { RotateForm } from '../display/Secret.tsx'
import { Time } from '../display/Time.tsx'
import { useDialogs } from '../display/use-dialog.tsx'
import { eventWords } from '../events/event-types.ts'
import { Deliveries } from './Deliveries.tsx'
import { EndpointForm } from './EndpointForm.tsx'
import { Replay } from './Replay.tsx'

export function WebhookPage() {
  const page = useRecord('GET /v1/webhook-endpoints/{id}', 'webhooks:manage', 5_000)
  const { record: endpoint, etag } = page
  if (endpoint === undefined) return <RecordPage {...page} title="Webhook endpoint" />
  return (
    <RecordPage
      {...page}
      title={endpoint.url}
      statuses={[endpoint.health.status]}
      actions={<Actions endpoint={endpoint} etag={etag} />}
    >
      <Health {...endpoint} />
      <Facts {...endpoint} />
      <Deliveries id={page.id} />
    </RecordPage>
  )
}

export const WHY_DISABLED = {
  by_request: 'It was disabled by a person.',
  gone: 'The receiver responded with 410 (Gone).',
  failing: 'Every attempt failed for five days.',
} as const

function Health({ health: { status, lastError }, disabledReason }: WebhookEndpoint) {
  if (status === 'healthy') return null
  if (status === 'failing') {
    return (
      <Alert color="red" title="The last attempt failed">
        {lastError} The service keeps retrying, less and less often. After five days without
        success, the endpoint is disabled.
      </Alert>
    )
  }
  return (
    <Alert color="gray" title="Disabled: no events are sent">
      {disabledReason && WHY_DISABLED[disabledReason]} When you enable it, the waiting events are
      sent.
    </Alert>
  )
}

function Facts({ types, health, previousSecretEndsAt, createdAt }: WebhookEndpoint) {
  const { undelivered, oldestUndeliveredAt } = health
  const waiting = (
    <span key="waiting">
      {undelivered.toLocaleString()}, the oldest from <Time at={oldestUndeliveredAt} />
    </span>
  )
  return (
    <DescriptionList
      items={[
        ['Events', types === null ? 'All events' : types.map(eventWords).join(', ')],
        ['Last success', <Time key="success" at={health.lastSuccessAt} />],
        ['Last failure', <Time key="failure" at={health.lastFailureAt} />],
        ['Undelivered events', undelivered === 0 ? 'None' : waiting],
        ['Created', <Time key="created" at={createdAt} />],
        ['Previous secret expires', <Time key="previous" at={previousSecretEndsAt} />],
      ]}
    />
  )
}

interface Props {
  readonly endpoint: WebhookEndpoint
  /** The version that the person saw. */
  readonly etag: string | undefined
}

const DIALOGS = [
  ['Change endpoint', EndpointForm],
  ['Rotate secret', RotateSecret],
  ['Send events again', Replay],
] as const

function Actions({ endpoint, etag }: Props) {
  const { id, url, enabled } = endpoint
  const path = { id }
  const { open } = useDialogs()
  const test = useChange('POST /v1/webhook-endpoints/{id}/send-test')
  const update = useChange('PATCH /v1/webhook-endpoints/{id}')
  const remove = useRemove(id)
  const sent = { message: 'The test was sent. See Deliveries for the result.' }
  return (
    <>
      <Group gap="xs">
        <Button
          onClick={() =>
            test.mutate({ path, body: {} }, { onSuccess: () => notifications.show(sent) })
          }
          loading={test.isPending}
          disabled={!enabled}
        >
          Send test
        </Button>
        {DIALOGS.map(([name, Content]) => (
          <Button
            key={name}
            variant="default"
            onClick={() => open(name, <Content {...{ endpoint, etag }} />)}
          >
            {name}
          </Button>
        ))}
        <Action
          label={enabled ? 'Disable' : 'Enable'}
          noun="endpoint"
          permission="webhooks:manage"
          explanation={
            enabled
              ? 'Stops sending events to this endpoint until you enable it again. New events wait until then.'
              : 'Sends the events that are waiting, and all new ones. If every attempt fails, the endpoint is disabled again after five days.'
          }
          etag={etag}
          run={({ ifMatch }) => update.mutateAsync({ path, body: { enabled: !enabled }, ifMatch })}
        />
        <Action
          label="Delete"
          noun="endpoint"
          permission="webhooks:manage"
          color="red"
          variant="light"
          explanation={
            <>
              Stops sending events to <strong>{url}</strong>. The endpoint, its secret and the list
              of its deliveries are deleted permanently. To pause it, disable it instead.
            </>
          }
          run={remove}
        />
      </Group>
      <ProblemAlert error={test.error} />
    </>
  )
}

function useRemove(id: string) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    await request('DELETE /v1/webhook-endpoints/{id}', { path: { id } })
    await navigate({ to: '/webhooks' })
    // Its own page is left first: it would request a deleted record.
    queries.removeQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(id) })
    await queries.invalidateQueries({ queryKey: ['webhook-endpoints'] })
  }
}

function RotateSecret({ endpoint: { id }, etag }: Props) {
  const rotate = useChange('POST /v1/webhook-endpoints/{id}/rotate-secret')
  return (
    <RotateForm
      name="graceHours"
      label="Keep signing with the old secret for (hours)"
      description="0 to 168. With 0 it stops immediately: use 0 if the secret has leaked."
      min={0}
      max={168}
      initial={24}
      button="Rotate secret"
      rotate={async (graceHours) => {
        const args = { path: { id }, body: { graceHours }, ifMatch: etag }
        const { secret } = (await rotate.mutateAsync(args)).body.data
        return { label: 'New signing secret', secret }
      }}
    >
      During the time that you choose, events are signed with both secrets, so that the receiver can
      switch without missing an event.
    </RotateForm>
  )
}
