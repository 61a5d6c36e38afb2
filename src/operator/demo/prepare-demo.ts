import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Logger } from 'pino'
import { Webhook } from 'standardwebhooks'
import { invitePersonRoute, PEOPLE_PAGES } from '../../access/people/people.ts'
import { issueSignInCode } from '../../access/sessions/begin-session.ts'
import { tokenState } from '../../access/tokens/access-token.ts'
import { ACCESS_TOKEN_PAGES, revokeAccessTokenRoute } from '../../access/tokens/access-tokens.ts'
import { issueAccessTokenRoute } from '../../access/tokens/issue-access-token.ts'
import { type Database, decideChange } from '../../database/database.ts'
import { operatorFor } from '../../domain/caller.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { PAGE_SIZE_MAX } from '../../domain/limits.ts'
import { BUILT_IN_ROLES } from '../../domain/permissions.ts'
import { WEBHOOK_ENDPOINT_PAGES } from '../../history/webhooks/endpoints/endpoints.store.ts'
import {
  createWebhookEndpointRoute,
  deleteWebhookEndpointRoute,
} from '../../history/webhooks/endpoints/webhook-endpoints.ts'
import type { Config } from '../../runtime/config/config.ts'
import { openSecrets } from '../../runtime/secrets/secrets.ts'
import { INVENTORY_ITEM_PAGES } from '../../vault/items/list-inventory-items.ts'
import { overdueTransfers } from '../../vault/transfers/expire-transfers.ts'
import { TRANSFER_ITEM_PAGES, TRANSFER_PAGES } from '../../vault/transfers/read-transfers.ts'
import { HARBOR, NORTHLIGHT } from './seed-demo.ts'

const CALLER = operatorFor(NORTHLIGHT.id)
const FIRST = { page: 1, limit: 1 }
const LARGEST = { page: 1, limit: PAGE_SIZE_MAX }
const DAYS_VALID = 7

/** The contents of the banner. */
export type DemoDetails = Awaited<ReturnType<typeof prepareDemo>> & {
  /** The default port if another program has it and the demo took a free one. */
  readonly portTaken: number | null
}
export type DemoTokens = Awaited<ReturnType<typeof issueDemoTokens>>
export type DemoToken = DemoTokens['operator']

/** A service that listens, over a vault with the demo's records. */
interface ServedDemo {
  readonly database: Database
  readonly url: string
  readonly metricsUrl: string
}

/** Makes what the banner of a demo names, and starts its receiver, once its service listens. */
export async function prepareDemo(
  { database, url, metricsUrl }: ServedDemo,
  { config, log }: { config: Config; log: Logger },
) {
  const startedAt = new Date()
  const expire = overdueTransfers(database, (err) => log.error({ err }, 'transfer not expired'))
  for (const { id } of [NORTHLIGHT, HARBOR]) await expire(operatorFor(id))
  // By its name, this machine's loopback address is one at which browsers make passkeys.
  const named = openable(url).replace(/\/\/(?:127\.0\.0\.1|\[::1\]):/, '//localhost:')
  return {
    url: openable(url) + config.BASE_PATH,
    consoleUrl: (config.PUBLIC_URL ?? named) + config.BASE_PATH,
    metricsUrl: openable(metricsUrl),
    hasDocs: config.DOCS,
    hasConsole: config.CONSOLE,
    dataDir: resolve(config.DATA_DIR),
    startedAt,
    records: await findRecords(database),
    tokens: await issueDemoTokens(database),
    people: await inviteDemoPeople(database),
    receiverUrl: await receiveWebhooks(database, { config, log }),
  }
}

/** On this machine, the loopback address of a service that listens on every interface. */
function openable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}

/** Records for the banner's commands; null where none is left that fits. */
async function findRecords(database: Database) {
  const accountId: string = EXAMPLE_IDS.fboAccount
  const inVault = { ...LARGEST, status: 'in_vault' }
  const items = (await INVENTORY_ITEM_PAGES.find(CALLER, database, inVault))?.rows ?? []
  const others = Map.groupBy(items, (item) => item.fboAccountId)
  others.delete(accountId)
  const [owner, owned = []] = [...others].find(([, { length }]) => length >= 2) ?? []
  const itemIds = owned.slice(0, 2).map(({ id }) => id)
  // The newest one stays pending longest.
  const isPending = { ...FIRST, status: 'pending' }
  const [transfer] = (await TRANSFER_PAGES.find(CALLER, database, isPending))?.rows ?? []
  const parts = transfer && (await TRANSFER_ITEM_PAGES.find(CALLER, database, FIRST, transfer.id))
  return {
    accountId,
    source: owner === undefined ? null : { accountId: owner, itemIds },
    pending: transfer
      ? {
          id: transfer.id,
          toFboAccountId: transfer.toFboAccountId,
          inventoryItemId: parts?.rows[0]?.inventoryItemId as string,
        }
      : null,
  }
}

/** The owners of the tokens: each role has one, so its approvals are those of another person. */
const OWNER = 'demo '

/** Issues a token for each role, valid for a week, and revokes those of earlier runs. */
export async function issueDemoTokens(database: Database) {
  for (const { id } of [NORTHLIGHT, HARBOR]) {
    const caller = operatorFor(id)
    for (const token of (await ACCESS_TOKEN_PAGES.page(caller, database, LARGEST)).rows) {
      // The user's own tokens stay.
      if (token.owner?.startsWith(OWNER) !== true || tokenState(token) === 'revoked') continue
      await decideChange(caller, database, revokeAccessTokenRoute.change, { id: token.id })
    }
  }
  const issue = async (role: keyof typeof BUILT_IN_ROLES, organizationId = NORTHLIGHT.id) => {
    const lifetimeSeconds = DAYS_VALID * 86_400
    const grant = { role, lifetimeSeconds, owner: OWNER + role }
    const caller = operatorFor(organizationId)
    const issued = await decideChange(caller, database, issueAccessTokenRoute.change, grant)
    const { token, accessToken } = issued
    const purpose: string = BUILT_IN_ROLES[role].description
    return { role, purpose, organizationId, token, expiresAt: accessToken.expiresAt }
  }
  return {
    operator: await issue('operator'),
    integrator: await issue('integrator'),
    approver: await issue('approver'),
    auditor: await issue('auditor'),
    // It sees nothing of the others' organization.
    stranger: await issue('operator', HARBOR.id),
  }
}

const PEOPLE = [
  ['Olive Ferrer', 'operator'],
  ['Amara Quist', 'approver'],
  ['Ansel Roy', 'auditor'],
  ['Dora Lind', 'desk'],
] as const

/** Invites a person for each role, and makes a code for each who is not suspended. */
export async function inviteDemoPeople(database: Database) {
  const people: { name: string; roles: readonly string[]; code: string }[] = []
  for (const [name, role] of PEOPLE) {
    const email = `${name.toLowerCase().replace(' ', '.')}@northlight.example`
    // People of an earlier run stay as the user left them.
    const [found] = (await PEOPLE_PAGES.page(CALLER, database, { ...FIRST, email })).rows
    const sent = { ifMatch: undefined, body: { name, email, roles: [role] } }
    const { change: invite } = invitePersonRoute
    const person = found ?? (await decideChange(CALLER, database, invite, sent))
    if (person.status === 'suspended') continue
    const validity = { personId: person.id, minutes: DAYS_VALID * 1_440 }
    const code = await issueSignInCode(database, NORTHLIGHT.id, validity)
    people.push({ name: person.name, roles: person.roles, code })
  }
  return people
}

/** No request chose the URL. */
const ANY_URL = { allowHttp: true, mayReceive: () => true, setting: '' }

const PATH = '/demo-receiver'

/**
 * Settings with which webhooks reach the receiver of the demo. A holder of one of the demo's tokens
 * with `webhooks:manage` can have events sent to every port of 127.0.0.1.
 */
export const DEMO_DELIVERY = {
  WEBHOOK_ALLOW_HTTP: true,
  WEBHOOK_ALLOWED_NETWORKS: ['127.0.0.1/32'],
} as const

/**
 * Starts a receiver of webhooks on this machine, and an endpoint that sends it every event. It
 * verifies each signature, and logs each event. It keeps no process alive.
 * @returns its address
 */
async function receiveWebhooks(
  database: Database,
  { config, log }: { readonly config: Config; readonly log: Logger },
): Promise<string> {
  const webhook = Promise.withResolvers<Webhook>()
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = request.headers as Record<string, string>
    const event = (await webhook.promise).verify(await text(request), headers) as ReceivedEvent
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
  // Nobody listens at those of earlier runs any more.
  const { change: remove } = deleteWebhookEndpointRoute
  for (const { id, url } of (await WEBHOOK_ENDPOINT_PAGES.page(CALLER, database, LARGEST)).rows) {
    const sent = { id, ifMatch: undefined, body: {} }
    if (url.endsWith(PATH)) await decideChange(CALLER, database, remove, sent)
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`
  const input = { url, types: null, secrets: openSecrets(config) }
  const { change } = createWebhookEndpointRoute(ANY_URL)
  const { secret } = await decideChange(CALLER, database, change, input)
  webhook.resolve(new Webhook(secret))
  return url
}

interface ReceivedEvent {
  readonly id: string
  readonly type: string
  readonly subject: { readonly id: string }
}
