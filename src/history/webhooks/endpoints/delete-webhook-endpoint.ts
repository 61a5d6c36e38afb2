import { type ChangedEndpoint, changeOfEndpoint } from './endpoint-change.ts'
import { deleteEndpoint } from './write-endpoint.store.ts'

/** Deletes an endpoint with its deliveries; the result is the endpoint before. */
export const DELETE_WEBHOOK_ENDPOINT = changeOfEndpoint<{ readonly id: string }, ChangedEndpoint>({
  name: 'delete_webhook_endpoint',
  judge: (_, endpoint, at) => ({ endpoint, at }),
  write: (tx, { endpoint }) => deleteEndpoint(tx, endpoint.id),
  events: ({ endpoint: { types } }) => [['webhook_endpoint.deleted', { before: { types } }]],
})
