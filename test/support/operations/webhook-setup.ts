import { randomBytes, randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { OrganizationMode } from '../../../src/domain/caller.ts'
import type { Secrets } from '../../../src/runtime/secrets/secrets.ts'
import { afterTest, eventually } from '../processes/embedded-directory.ts'
import type { ApiClient } from '../vault/api-client.ts'
import { openReceiver, type ReceivedWebhook, type Receiver } from '../vault/receiver.ts'
import type { TestVault } from '../vault/vault.ts'

/** Settings of a vault that sends webhooks to receivers of the test. */
export const DELIVERING = {
  WEBHOOK_DELIVERY: true,
  WEBHOOK_ALLOW_HTTP: true,
  WEBHOOK_ALLOWED_NETWORKS: ['127.0.0.0/8'],
}

/** The same for a process, with the secrets' key of all that share its database. */
export function sendingWith(key: Buffer): Record<string, string> {
  return {
    SECRETS_KEY: key.toString('base64'),
    WEBHOOK_DELIVERY: 'on',
    WEBHOOK_ALLOW_HTTP: 'on',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  }
}

type Vault = Pick<TestVault, 'sql' | 'records' | 'api'>

export interface EndpointOptions {
  readonly types?: readonly string[] | null
}

/** Makes an endpoint that gets all events from now on. */
export async function makeEndpoint(
  { sql }: Pick<Vault, 'sql'>,
  secrets: Secrets | null,
  { organizationId, url, types = null }: EndpointOptions & { organizationId: string; url: string },
) {
  const id = `hook_${randomUUID()}`
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const encrypted = (secrets as Secrets).encrypt(secret, `webhook ${organizationId} ${id}`)
  await sql`
    insert into webhook_endpoints (organization_id, id, url, types, encrypted_secret, created_at)
    values (${organizationId}, ${id}, ${url}, ${types as string[] | null}, ${encrypted}, now())`
  await sql`
    insert into webhook_endpoint_health (organization_id, endpoint_id, position)
    select ${organizationId}, ${id}, coalesce(max(number), 0) from events
    where organization_id = ${organizationId}`
  return { id, secret }
}

/** Makes so many events, by creating accounts; their ids. */
export async function makeEvents(api: ApiClient, token: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) {
    const response = await api.post('/v1/fbo-accounts', { token, body: { businessName: 'One' } })
    if (response.status !== 201) throw new Error(response.text)
    ids.push(response.body.data.id)
  }
  return ids
}

/** Makes a transfer of one item; its id. */
export async function makeTransfer(
  { api, records }: Pick<Vault, 'api' | 'records'>,
  organizationId: string,
  token: string,
): Promise<string> {
  const fromFboAccountId = await records.fboAccount(organizationId)
  const toFboAccountId = await records.fboAccount(organizationId)
  const inventoryItemId = await records.inventoryItem(organizationId, fromFboAccountId)
  const items = [{ inventoryItemId, reason: 'trade' }]
  const body = { fromFboAccountId, toFboAccountId, items }
  const created = await api.post('/v1/transfers', { token, body })
  if (created.status !== 201) throw new Error(created.text)
  return created.body.data.id
}

interface VerifiedEvent {
  readonly id: string
  readonly type: string
  readonly subject: { readonly id: string }
}

/** The event of a webhook whose signature is right. @throws {WebhookVerificationError} */
export function verified(secret: string, { body, headers }: ReceivedWebhook): VerifiedEvent {
  return new Webhook(secret).verify(body, { ...headers }) as VerifiedEvent
}

/** Resolves when the receiver got that many requests. */
export async function got(receiver: Receiver, count: number): Promise<readonly ReceivedWebhook[]> {
  await eventually(() => receiver.received.length >= count, `${count} webhooks`)
  return receiver.received
}

/** An organization with a receiver of its webhooks. */
export class WebhookSetup {
  readonly #vault: Vault
  readonly organizationId: string
  readonly token: string
  readonly receiver: Receiver
  readonly endpoint: Awaited<ReturnType<typeof makeEndpoint>>

  private constructor(
    vault: Vault,
    names: readonly [string, string],
    receiver: Receiver,
    endpoint: WebhookSetup['endpoint'],
  ) {
    this.#vault = vault
    ;[this.organizationId, this.token] = names
    this.receiver = receiver
    this.endpoint = endpoint
  }

  static async open(
    t: TestContext,
    vault: Vault,
    secrets: Secrets | null,
    { mode, ...options }: EndpointOptions & { readonly mode?: OrganizationMode } = {},
  ): Promise<WebhookSetup> {
    const organizationId = await vault.records.organization(undefined, mode)
    const { token } = await vault.records.token(organizationId)
    const receiver = await openReceiver((undo) => afterTest(t, undo))
    const { url } = receiver
    const endpoint = await makeEndpoint(vault, secrets, { organizationId, url, ...options })
    afterTest(t, () => vault.sql`delete from webhook_endpoints where id = ${endpoint.id}`)
    return new WebhookSetup(vault, [organizationId, token], receiver, endpoint)
  }

  makeEvents(count = 1): Promise<string[]> {
    return makeEvents(this.#vault.api, this.token, count)
  }

  /** Its deliveries, and in how long after the last attempt the next is due. */
  async deliveries() {
    return await this.#vault.sql<{ status: string; attempts: number; nextInMs: number }[]>`
      select status, attempts, round(extract(epoch from next_attempt_at - (
        select max(at + duration_ms * interval '1 ms') from webhook_attempts as attempt
        where attempt.organization_id = ${this.organizationId}
          and attempt.endpoint_id = delivery.endpoint_id
          and attempt.event_number = delivery.event_number)) * 1000)::integer as next_in_ms
      from webhook_deliveries as delivery
      where organization_id = ${this.organizationId} and endpoint_id = ${this.endpoint.id}
      order by event_number`
  }

  async attempts() {
    const rows = await this.#vault.sql`
      select number, status, error, response from webhook_attempts
      where endpoint_id = ${this.endpoint.id} order by event_number, number`
    return [...rows]
  }

  async health() {
    const [health] = await this.#vault.sql`
      select failing_since is not null as is_failing, last_success_at is not null as has_succeeded,
        last_error, position::integer
      from webhook_endpoint_health where endpoint_id = ${this.endpoint.id}`
    return health
  }

  /** Deliveries not made, and in how long another process may send what one has claimed. */
  async pending() {
    return await this.#vault.sql<{ freeInSeconds: number }[]>`
      select coalesce(extract(epoch from claimed_until - now()), 0)::float8 as free_in_seconds
      from webhook_deliveries
      where organization_id = ${this.organizationId} and endpoint_id = ${this.endpoint.id}
        and status <> 'delivered'`
  }

  /** As if the process that has claimed them had been silent for too long. */
  async makeFree(): Promise<void> {
    await this.#vault.sql`
      update webhook_deliveries set claimed_until = now()
      where organization_id = ${this.organizationId} and endpoint_id = ${this.endpoint.id}
        and status = 'pending'`
  }

  /** As if the time of its retries had come. */
  async makeDue(): Promise<void> {
    await this.#vault.sql`
      update webhook_deliveries set next_attempt_at = now()
      where endpoint_id = ${this.endpoint.id} and status = 'pending'`
  }

  /** As if it had failed for so long. */
  async failFor(interval: string): Promise<void> {
    await this.#vault.sql`
      update webhook_endpoint_health set failing_since = now() - ${interval}::interval
      where endpoint_id = ${this.endpoint.id}`
  }

  /** Resolves when so many attempts of its first event were recorded. */
  async untilAttempted(attempts: number) {
    return await eventually(async () => {
      const [delivery] = await this.deliveries()
      return delivery !== undefined && delivery.attempts >= attempts && delivery
    }, `attempt ${attempts} to be recorded`)
  }

  async untilAllDelivered(count: number): Promise<void> {
    await eventually(
      async () => {
        const deliveries = await this.deliveries()
        return (
          deliveries.length === count && deliveries.every(({ status }) => status === 'delivered')
        )
      },
      `${count} events to be delivered`,
      90_000,
    )
  }

  async untilDisabled() {
    return await eventually(async () => {
      const [row] = await this.#vault.sql<{ disabledReason: string; version: number }[]>`
        select disabled_reason, version from webhook_endpoints
        where id = ${this.endpoint.id} and not is_enabled`
      return row
    }, 'the endpoint to be disabled')
  }

  /** The events about the endpoint. */
  async events() {
    const path = `/v1/events?subjectId=${this.endpoint.id}`
    return (await this.#vault.api.get(path, { token: this.token })).body.data
  }
}
