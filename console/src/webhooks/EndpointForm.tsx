import { Alert, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange, useRead } from '../api/queries.ts'
import { isVersionConflict } from '../api/request.ts'
import type {
  EventType,
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointUpdate,
} from '../api/schema.ts'
import { CheckGroups } from '../display/CheckGroups.tsx'
import { changesOf } from '../display/changes.ts'
import { DialogForm } from '../display/DialogForm.tsx'
import { RadioField } from '../display/fields.tsx'
import { useApiForm } from '../display/forms.ts'
import { OneTimeSecret } from '../display/Secret.tsx'
import { EVENT_TYPES, eventWords } from '../events/event-types.ts'

interface Props {
  /** The endpoint to change, with the version that the person saw; undefined to create one. */
  readonly endpoint?: WebhookEndpoint
  readonly etag?: string | undefined
}

type Created = Readonly<Record<'id' | 'secret', string>>

/** Creates an endpoint and shows its secret once, or changes the URL or the types of one. */
export function EndpointForm({ endpoint, etag }: Props) {
  const create = useChange('POST /v1/webhook-endpoints')
  const update = useChange('PATCH /v1/webhook-endpoints/{id}')
  const [created, setCreated] = useState<Created>()
  const { form, field, dialog } = useApiForm(
    {
      url: endpoint?.url ?? '',
      events: endpoint?.types ? 'chosen' : 'all',
      types: (endpoint?.types ?? []) as EventType[],
    },
    async ({ url, events, types }, close) => {
      const body = { url: url.trim(), types: events === 'all' ? null : types } as NewWebhookEndpoint
      if (endpoint === undefined) return setCreated((await create.mutateAsync({ body })).body.data)
      const changes = changesOf(endpoint as WebhookEndpointUpdate, body)
      if (Object.keys(changes).length > 0) {
        await update.mutateAsync({ path: { id: endpoint.id }, body: changes, ifMatch: etag })
      }
      close()
    },
  )
  if (created !== undefined) return <Secret {...created} />
  const { events, types } = form.values
  return (
    <DialogForm
      {...dialog}
      failure={endpoint && isVersionConflict(dialog.error) ? <Conflict {...endpoint} /> : undefined}
      label={endpoint === undefined ? 'Create endpoint' : 'Save'}
      isHeld={create.isPending}
      isDisabled={events === 'chosen' && types.length === 0}
    >
      {endpoint === undefined && (
        <Text>
          Events are sent signed; one may arrive more than once. The receiver gets every selected
          event, whatever its owner is allowed to see in this console.
        </Text>
      )}
      <TextInput
        label="URL"
        description="Where events are sent. It must use https and be reachable from the vault."
        placeholder="https://example.com/vault-events"
        {...field('url')}
        maxLength={2_000}
        spellCheck={false}
        required
        data-autofocus
      />
      <RadioField
        label="Events to send"
        words={{ all: 'All, including types added later', chosen: 'Only selected types' }}
        {...field('events')}
      />
      {events === 'chosen' && (
        <CheckGroups
          groups={EVENT_TYPES}
          chosen={types}
          choose={(chosen) => form.setFieldValue('types', chosen)}
        />
      )}
    </DialogForm>
  )
}

/** The secret of a new endpoint, whose page opens then. */
function Secret({ id, secret }: Created) {
  const navigate = useNavigate()
  const done = () => void navigate({ to: '/webhooks/$id', params: { id }, ignoreBlocker: true })
  return (
    <OneTimeSecret label="Signing secret" secret={secret} done={done}>
      <Text>Your receiver uses it to verify the signature of each event (Standard Webhooks).</Text>
    </OneTimeSecret>
  )
}

function Conflict({ id }: WebhookEndpoint) {
  const { data } = useRead('GET /v1/webhook-endpoints/{id}', { path: { id } })
  const { types = null, url } = data?.body.data ?? {}
  return (
    <Alert color="orange" title="Somebody else changed this endpoint" role="alert">
      It now sends {types === null ? 'all events' : types.map(eventWords).join(', ')} to {url}.
      Close this dialog, and make your change again.
    </Alert>
  )
}
