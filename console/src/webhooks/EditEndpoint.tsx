import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import type { WebhookEndpoint, WebhookEndpointUpdate } from '../api/schema.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { eventWords } from '../events/event-types.ts'
import { EndpointForm, type EndpointMembers } from './EndpointForm.tsx'

interface Props {
  readonly endpoint: WebhookEndpoint
  /** The version that the person saw. */
  readonly etag: string | undefined
  readonly close: () => void
}

/** Changes the URL or the types: only what the person changed is sent, for the version seen. */
export function EditEndpoint({ endpoint, etag, close }: Props) {
  const [seen] = useState<EndpointMembers>({ url: endpoint.url, types: endpoint.types })
  const update = useChange('PATCH /v1/webhook-endpoints/{id}')
  const send = ({ url, types }: EndpointMembers) => {
    const body = {
      ...(url !== seen.url && { url }),
      ...(JSON.stringify(types) !== JSON.stringify(seen.types) && { types }),
    } as WebhookEndpointUpdate
    if (Object.keys(body).length === 0) return close()
    const path = { id: endpoint.id }
    update.mutate({ path, body, ifMatch: etag }, { onSuccess: close })
  }
  const { error } = update
  const isConflict = error instanceof ProblemError && error.problem.status === 412
  const fault = isConflict ? <Conflict endpoint={endpoint} /> : <ProblemAlert error={error} />
  const problem = error === null ? undefined : fault
  return (
    <EndpointForm
      from={seen}
      button="Save"
      problem={problem}
      isRunning={update.isPending}
      close={close}
      send={send}
    />
  )
}

function Conflict({ endpoint: { url, types } }: { readonly endpoint: WebhookEndpoint }) {
  return (
    <Alert color="orange" title="Somebody changed the endpoint meanwhile" role="alert">
      It now sends {types === null ? 'all events' : types.map(eventWords).join(', ')} to {url}.
      Close this dialog, and change it from there.
    </Alert>
  )
}
