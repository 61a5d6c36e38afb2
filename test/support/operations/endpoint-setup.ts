import assert from 'node:assert/strict'
import { eventId } from '../../../src/history/events/event.ts'
import type { ApiRequest, ApiResponse } from '../vault/api-client.ts'
import type { Sql } from '../vault/sql.ts'
import { OrganizationSetup } from './organization-setup.ts'

export const ENDPOINTS = '/v1/webhook-endpoints'

/** An endpoint without what waits: a response to a change shows it as it was before its event. */
export function withoutWaiting(endpoint: { readonly health: object }) {
  return { ...endpoint, health: { ...endpoint.health, undelivered: 0, oldestUndeliveredAt: null } }
}

/** A delivery as the worker leaves it. */
interface Delivery {
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly attempts?: number
}

/** An organization of its own with a token, its endpoints and their deliveries. */
export class EndpointSetup extends OrganizationSetup {
  /** Asks for something of an endpoint; `path` is what follows its id. */
  override async ask(method: string, path: string, request: ApiRequest = {}): Promise<ApiResponse> {
    return await super.ask(method, `${ENDPOINTS}${path}`, request)
  }

  /** A new endpoint, as the response of its creation shows it. */
  async endpoint(body: object = {}) {
    const response = await this.ask('POST', '', {
      body: { url: 'https://example.com/hook', ...body },
    })
    assert.equal(response.status, 201, response.text)
    return response.body.data
  }

  /** The same endpoint as a read shows it. */
  async read(id: string) {
    return (await this.ask('GET', `/${id}`)).body.data
  }

  /** The events of the organization behind a number, without what differs from run to run. */
  async eventsAfter(number: number) {
    const rows = await this.vault.sql`
      select type, token_id, system, request_id is not null as has_request_id, subject_type,
        subject_id, data
      from events where organization_id = ${this.organizationId} and number > ${number}
      order by number`
    return [...rows]
  }

  /** An event of an endpoint, as `eventsAfter` shows it. */
  event(subjectId: string, type: string, data: object = {}) {
    const subject = { subjectType: 'webhook_endpoint', subjectId }
    const actor = { tokenId: this.tokenId, system: null, hasRequestId: true }
    return { type: `webhook_endpoint.${type}`, ...actor, ...subject, data }
  }

  async lastEvent(): Promise<number> {
    const [row] = await this.vault.sql<[{ number: number }]>`
      select coalesce(max(number), 0)::integer as number from events
      where organization_id = ${this.organizationId}`
    return row.number
  }

  eventId(number: number): string {
    return eventId(this.organizationId, number)
  }

  /** The deliveries of an endpoint, as the worker makes them. */
  async deliver(endpointId: string, numbers: readonly number[], made: Delivery): Promise<void> {
    const { organizationId } = this
    await deliver(this.vault.sql, { organizationId, endpointId, numbers, ...made })
  }
}

const AT = new Date('2026-11-21T10:02:00.000Z')

/** Deliveries of one status with their attempts. The endpoint has read up to the last event. */
export async function deliver(
  sql: Sql,
  made: Delivery & { organizationId: string; endpointId: string; numbers: readonly number[] },
): Promise<void> {
  const { organizationId, endpointId, numbers, status, attempts = 0 } = made
  const isPending = status === 'pending'
  const row = { organizationId, endpointId, status, attempts, createdAt: AT }
  const ends = { nextAttemptAt: isPending ? AT : null, endedAt: isPending ? null : AT }
  for (const eventNumber of numbers) {
    await sql`insert into webhook_deliveries ${sql({ ...row, ...ends, eventNumber })}`
    for (let number = 1; number <= attempts; number += 1) {
      const isLast = number === attempts
      const answer =
        status === 'delivered' && isLast
          ? { status: 204, error: null, response: '' }
          : { status: 503, error: 'The receiver responded with 503.', response: 'busy' }
      const attempt = { organizationId, endpointId, eventNumber, number, at: AT, durationMs: 41 }
      await sql`insert into webhook_attempts ${sql({ ...attempt, ...answer })}`
    }
  }
  await sql`
    update webhook_endpoint_health
    set position = (select max(number) from events where organization_id = ${organizationId})
    where organization_id = ${organizationId} and endpoint_id = ${endpointId}`
}
