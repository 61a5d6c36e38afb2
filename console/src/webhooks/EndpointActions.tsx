import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import type { WebhookEndpoint } from '../api/schema.ts'
import { Action } from '../display/Action.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { RotateForm } from '../display/Secret.tsx'
import { useDialog } from '../display/use-dialog.tsx'
import { EndpointForm } from './EndpointForm.tsx'
import { Replay } from './Replay.tsx'

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

/** The actions on an endpoint. */
export function EndpointActions({ endpoint, etag }: Props) {
  const { id, url, enabled } = endpoint
  const path = { id }
  const { dialog, open } = useDialog()
  const test = useChange('POST /v1/webhook-endpoints/{id}/send-test')
  const update = useChange('PATCH /v1/webhook-endpoints/{id}')
  const remove = useRemove(id)
  const sendTest = async () => {
    await test.mutateAsync({ path, body: {} })
    notifications.show({ message: 'The test was sent. See Deliveries for the result.' })
  }
  return (
    <>
      <Group gap="xs">
        <Button
          onClick={() => void sendTest().catch(() => undefined)}
          loading={test.isPending}
          disabled={!enabled}
        >
          Send test
        </Button>
        {DIALOGS.map(([name, Content]) => (
          <Button
            key={name}
            variant="default"
            onClick={() => open(name, (close) => <Content {...{ endpoint, etag, close }} />)}
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
      {dialog}
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

/** Gives the endpoint another signing secret, and shows it once. */
function RotateSecret({ endpoint: { id }, etag, close }: Props & { readonly close: () => void }) {
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
      close={close}
      rotate={async (graceHours) => {
        const args = { path: { id }, body: { graceHours }, ifMatch: etag }
        const { secret } = (await rotate.mutateAsync(args)).body.data
        return { label: 'New signing secret', secret, done: close }
      }}
    >
      During the time that you choose, events are signed with both secrets, so that the receiver can
      switch without missing an event.
    </RotateForm>
  )
}
