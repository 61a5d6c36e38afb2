import type { Change } from '../../database/changes/change.ts'
import { deleteEndpoint } from './delete-webhook-endpoint.store.ts'
import { endpointEvent } from './endpoint-event.ts'
import { lockEndpointWithHealth, type StoredEndpoint } from './find-endpoint.store.ts'
import { webhookEndpointNotFound } from './webhook-endpoint.ts'

interface DeletedEndpoint {
  readonly endpoint: StoredEndpoint
  readonly at: Date
}

/** Deletes an endpoint with all that is known of its deliveries; the result is what it was. */
export const DELETE_WEBHOOK_ENDPOINT: Change<
  { readonly id: string },
  StoredEndpoint | undefined,
  DeletedEndpoint
> = {
  name: 'delete_webhook_endpoint',
  lock: (tx, inputs) => lockEndpointWithHealth(tx, (inputs[0] as { id: string }).id),
  judge: (_, endpoint, { nowMs }) =>
    endpoint === undefined ? webhookEndpointNotFound() : { endpoint, at: new Date(nowMs) },
  write: (tx, accepted) => {
    for (const { result } of accepted) deleteEndpoint(tx, result.endpoint.id)
  },
  events: (accepted) =>
    accepted.map((one) => {
      const { endpoint, at: occurredAt } = one.result
      const data = { before: { types: endpoint.types } }
      return endpointEvent(one, 'webhook_endpoint.deleted', { id: endpoint.id, occurredAt, data })
    }),
}
