import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Logger } from 'pino'
import { Webhook } from 'standardwebhooks'
import type { Database } from '../../database/database.ts'
import { decideChange } from '../../database/decide-change.ts'
import { type Caller, operatorFor } from '../../domain/caller.ts'
import { WEBHOOK_ENDPOINTS_MAX } from '../../domain/limits.ts'
import { WEBHOOK_ENDPOINT_PAGES } from '../../history/webhooks/endpoints/endpoints.store.ts'
import {
  createWebhookEndpointRoute,
  deleteWebhookEndpointRoute,
} from '../../history/webhooks/endpoints/webhook-endpoints.ts'
import type { Config } from '../../runtime/config/config.ts'
import { openSecrets } from '../../runtime/secrets/secrets.ts'

const PATH = '/demo-receiver'

/** No request chose the URL. */
const ANY_URL = { allowHttp: true, mayReceive: () => true, setting: '' }

/**
 * Settings with which webhooks reach the receiver of the demo. A holder of one of the demo's tokens
 * with `webhooks:manage` can have events sent to every port of 127.0.0.1.
 */
export const DEMO_DELIVERY = {
  WEBHOOK_ALLOW_HTTP: true,
  WEBHOOK_ALLOWED_NETWORKS: ['127.0.0.1/32'],
} as const

/**
 * Starts a receiver of webhooks on this machine, and an endpoint that sends it every event of the
 * organization. It verifies each signature, and logs each event. It keeps no process alive.
 * @returns its address
 */
export async function receiveWebhooks(
  organizationId: string,
  database: Database,
  { config, log }: { readonly config: Config; readonly log: Logger },
): Promise<string> {
  const caller = operatorFor(organizationId)
  const webhook = Promise.withResolvers<Webhook>()
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    const event = (await webhook.promise).verify(body, headers) as ReceivedEvent
    const { id, type, subject } = event
    log.info({ type, subject: subject.id, event: id }, 'webhook received, its signature holds')
    response.writeHead(204).end()
  }
  const server = createServer((request, response) => {
    receive(request, response).catch((err) => {
      log.warn({ err }, 'the demo receiver refused a request')
      response.writeHead(400).end()
    })
  })
  server.unref().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`
  await deleteEarlier(caller, database)
  const input = { url, types: null, secrets: openSecrets(config) }
  const { change } = createWebhookEndpointRoute(ANY_URL)
  const { secret } = await decideChange(caller, database, change, input)
  webhook.resolve(new Webhook(secret))
  return url
}

interface ReceivedEvent {
  readonly id: string
  readonly type: string
  readonly subject: { readonly id: string }
}

/** Deletes the endpoints of earlier runs: nobody listens there any more. */
async function deleteEarlier(caller: Caller, database: Database): Promise<void> {
  const request = { page: 1, limit: WEBHOOK_ENDPOINTS_MAX }
  const { rows } = await WEBHOOK_ENDPOINT_PAGES.page(caller, database, request)
  const { change } = deleteWebhookEndpointRoute
  for (const { id, url } of rows) {
    if (!url.endsWith(PATH)) continue
    await decideChange(caller, database, change, { id, ifMatch: undefined, body: {} })
  }
}
