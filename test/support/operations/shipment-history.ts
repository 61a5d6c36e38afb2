import { SHIPMENT_STATUSES } from '../../../src/domain/shipment-statuses.ts'
import type { ShipmentFilters } from '../../../src/vault/shipments/page-counts/shipment-filters.ts'
import { DAY_MS, type Random } from '../vault/random.ts'
import type { Sql, TransactionSql } from '../vault/sql.ts'

const EPOCH = Date.parse('2026-01-01T00:00:00.000Z')

/** Changes an organization's shipments at random, by SQL, as any writer might. */
export class ShipmentHistory {
  readonly accounts = ['fbo_a', 'fbo_b', 'fbo_c'] as const
  readonly organizationId: string
  readonly #random: Random
  readonly #name: string
  #made = 0

  /** @param name keeps several writers apart: each changes only what it has made */
  constructor(organizationId: string, random: Random, name = 'ship') {
    this.organizationId = organizationId
    this.#random = random
    this.#name = name
  }

  async begin(sql: Sql): Promise<void> {
    const { organizationId } = this
    await sql`insert into organizations (id, name) values (${organizationId}, 'One')`
    for (const id of this.accounts) {
      await sql`insert into fbo_accounts (organization_id, id) values (${organizationId}, ${id})`
    }
  }

  /** One statement: a few created now, or more in the past; some moved, cancelled, or gone. */
  async step(sql: Sql | TransactionSql): Promise<void> {
    const { organizationId } = this
    const die = this.#random.next()
    if (die < 0.45) return await this.#insert(sql, this.#upTo(4), 'now')
    if (die < 0.55) return await this.#insert(sql, this.#upTo(25), 'past')
    const some = sql`organization_id = ${organizationId} and id like ${`${this.#name}_%`}
      and abs(hashtextextended(id, ${this.#upTo(1_000_000)})) % 100 < ${this.#upTo(10)}`
    const status = this.#random.pick(SHIPMENT_STATUSES)
    const shippedAt = status === 'shipped' || status === 'delivered' ? new Date(EPOCH) : null
    if (die < 0.8) {
      await sql`
        update outbound_shipments set status = ${status}, shipped_at = ${shippedAt}
        where ${some} and cancelled_at is null`
    } else if (die < 0.9) {
      await sql`
        update outbound_shipments set cancelled_at = now(), cancellation_reason = 'Not today'
        where ${some} and shipped_at is null`
    } else if (die < 0.94) {
      await sql`
        update outbound_shipments set cancelled_at = null, cancellation_reason = null where ${some}`
    } else if (die < 0.97) {
      // Nothing in the service does these three; the counts follow all the same.
      await sql`
        update outbound_shipments set fbo_account_id = ${this.#random.pick(this.accounts)} where ${some}`
    } else if (die < 0.985) {
      await sql`
        update outbound_shipments
        set created_at = (created_at at time zone 'UTC' - interval '1 day') at time zone 'UTC'
        where ${some}`
    } else {
      await sql`delete from outbound_shipments where ${some}`
    }
  }

  /** Several have the same time of creation: ids break ties. */
  async #insert(sql: Sql | TransactionSql, count: number, when: 'now' | 'past'): Promise<void> {
    const at = () =>
      when === 'now'
        ? EPOCH + Math.floor(this.#made / 3) * 1_000
        : EPOCH - this.#random.whole(0, 2) * DAY_MS + this.#upTo(this.#made) * 100
    const rows = Array.from({ length: count }, () => {
      this.#made += 1
      const status = this.#random.pick(SHIPMENT_STATUSES)
      const createdAt = new Date(at())
      const hasLeft = status === 'shipped' || status === 'delivered'
      return {
        organizationId: this.organizationId,
        id: `${this.#name}_${this.#upTo(9)}_${this.#made}`,
        fboAccountId: this.#random.chance(0.6)
          ? this.accounts[0]
          : this.#random.pick(this.accounts),
        status,
        createdAt,
        shippedAt: hasLeft ? createdAt : null,
      }
    })
    await sql`insert into outbound_shipments ${sql(rows)}`
  }

  #upTo(most: number): number {
    return this.#random.whole(1, Math.max(1, most))
  }
}

/** Every combination of filters that a list takes. */
export function allFilters(accounts: readonly string[]): ShipmentFilters[] {
  const states = (['false', 'true'] as const).flatMap((cancelled) => [
    { cancelled },
    ...SHIPMENT_STATUSES.map((status) => ({ cancelled, status })),
  ])
  return [
    ...states,
    ...accounts.flatMap((fboAccountId) => states.map((state) => ({ ...state, fboAccountId }))),
  ]
}

/** The ids that a list with these filters shows, in its order. */
export async function idsListed(
  sql: Sql,
  organizationId: string,
  { status, fboAccountId, cancelled }: ShipmentFilters,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from outbound_shipments
    where organization_id = ${organizationId}
      and (cancelled_at is not null) = ${cancelled === 'true'}
      and (${status ?? null}::text is null or status = ${status ?? null})
      and (${fboAccountId ?? null}::text is null or fbo_account_id = ${fboAccountId ?? null})
    order by created_at desc, id desc`
  return rows.map(({ id }) => id)
}
