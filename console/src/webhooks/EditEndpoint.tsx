import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { isVersionConflict } from '../api/request.ts'
import type { WebhookEndpoint, WebhookEndpointUpdate } from '../api/schema.ts'
import { eventWords } from '../events/event-types.ts'
import { type EndpointFields, EndpointForm } from './EndpointForm.tsx'

interface Props {
  readonly endpoint: WebhookEndpoint
  /** The version that the person saw. */
  readonly etag: string | undefined
  readonly close: () => void
}

/** Changes the URL or the types. Only changed fields are sent, for the version that was seen. */
export function EditEndpoint({ endpoint, etag, close }: Props) {
  const [initial] = useState<EndpointFields>({ url: endpoint.url, types: endpoint.types })
  const update = useChange('PATCH /v1/webhook-endpoints/{id}')
  const send = async ({ url, types }: EndpointFields) => {
    const body = {
      ...(url !== initial.url && { url }),
      ...(JSON.stringify(types) !== JSON.stringify(initial.types) && { types }),
    } as WebhookEndpointUpdate
    if (Object.keys(body).length > 0) {
      await update.mutateAsync({ path: { id: endpoint.id }, body, ifMatch: etag })
    }
    close()
  }
  const conflict = isVersionConflict(update.error) && <Conflict endpoint={endpoint} />
  return (
    <EndpointForm
      initial={initial}
      button="Save"
      failure={conflict || undefined}
      close={close}
      send={send}
    />
  )
}

function Conflict({ endpoint: { url, types } }: { readonly endpoint: WebhookEndpoint }) {
  return (
    <Alert color="orange" title="Somebody else changed this endpoint" role="alert">
      It now sends {types === null ? 'all events' : types.map(eventWords).join(', ')} to {url}.
      Close this dialog, and make your change again.
    </Alert>
  )
}
