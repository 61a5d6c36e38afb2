import { createHash } from 'node:crypto'
import { etagOf } from '../../../domain/versions.ts'
import { operation } from '../../../http/operation.ts'
import { versionedResponse } from '../../../http/operation-contract.ts'
import { findEndpoint } from './find-endpoint.store.ts'
import { toWebhookEndpoint, WEBHOOK_ENDPOINT, WEBHOOK_ENDPOINT_BY_ID } from './webhook-endpoint.ts'

export const getWebhookEndpointRoute = operation({
  operationId: 'getWebhookEndpoint',
  description:
    'Reads one webhook endpoint and its health. The `ETag` changes with the health, too; in ' +
    '`If-Match`, it stands for the version of the endpoint alone.',
  path: '/v1/webhook-endpoints/{id}',
  permission: 'webhooks:manage',
  ...WEBHOOK_ENDPOINT_BY_ID,
  success: versionedResponse('The endpoint.', WEBHOOK_ENDPOINT),
  handle: async ({ caller, database, parameters }, head) => {
    const row = await findEndpoint(caller, database, parameters.id)
    if (row === undefined) return undefined
    const data = toWebhookEndpoint(row)
    const digest = createHash('sha256').update(JSON.stringify(data.health)).digest('hex')
    head.header('ETag', etagOf(row.version, digest.slice(0, 16)))
    return { data }
  },
})
