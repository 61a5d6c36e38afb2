import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import type { WebhookEndpoint } from '../api/schema.ts'
import { Action } from '../display/Action.tsx'
import { BlockingModal } from '../display/DialogForm.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { EditEndpoint } from './EditEndpoint.tsx'
import { Replay } from './Replay.tsx'
import { RotateSecret } from './RotateSecret.tsx'

interface Props {
  readonly endpoint: WebhookEndpoint
  readonly etag: string | undefined
}

type Dialog = 'Change endpoint' | 'Rotate secret' | 'Send events again'

/** The actions on an endpoint. */
export function EndpointActions({ endpoint, etag }: Props) {
  const { id, enabled } = endpoint
  const path = { id }
  const [dialog, setDialog] = useState<{ name: Dialog; etag: string | undefined }>()
  const test = useChange('POST /v1/webhook-endpoints/{id}/send-test')
  const update = useChange('PATCH /v1/webhook-endpoints/{id}')
  const close = () => setDialog(undefined)
  const sendTest = () =>
    test.mutate(
      { path, body: {} },
      {
        onSuccess: () =>
          notifications.show({
            message: 'The test was sent. See Deliveries for the result.',
          }),
      },
    )
  return (
    <>
      <Group gap="xs">
        <Button onClick={sendTest} loading={test.isPending} disabled={!enabled}>
          Send test
        </Button>
        {(['Change endpoint', 'Rotate secret', 'Send events again'] as const).map((name) => (
          <Button key={name} variant="default" onClick={() => setDialog({ name, etag })}>
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
        <DeleteEndpoint endpoint={endpoint} />
      </Group>
      <ProblemAlert error={test.error} />
      <BlockingModal
        opened={dialog !== undefined}
        onClose={close}
        title={dialog?.name}
        size={dialog?.name === 'Change endpoint' ? 'lg' : 'md'}
      >
        {dialog?.name === 'Change endpoint' && (
          <EditEndpoint endpoint={endpoint} etag={dialog.etag} close={close} />
        )}
        {dialog?.name === 'Rotate secret' && (
          <RotateSecret id={id} ifMatch={dialog.etag} close={close} />
        )}
        {dialog?.name === 'Send events again' && <Replay id={id} close={close} />}
      </BlockingModal>
    </>
  )
}

function DeleteEndpoint({ endpoint: { id, url } }: { readonly endpoint: WebhookEndpoint }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const run = async () => {
    await request('DELETE /v1/webhook-endpoints/{id}', { path: { id } })
    await navigate({ to: '/webhooks' })
    // Its own page is left first: it would request a deleted record.
    queries.removeQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(id) })
    await queries.invalidateQueries({ queryKey: ['webhook-endpoints'] })
  }
  return (
    <Action
      label="Delete"
      noun="endpoint"
      permission="webhooks:manage"
      color="red"
      variant="light"
      explanation={
        <>
          Stops sending events to <strong>{url}</strong>. The endpoint, its secret and the list of
          its deliveries are deleted permanently. To pause it, disable it instead.
        </>
      }
      run={run}
    />
  )
}
