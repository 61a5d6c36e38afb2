import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { FboAccountRow } from '../accounts/fbo-account.ts'
import type { InsuredExposureRow } from '../accounts/insured-exposure.ts'
import { hasLeft, ITEM_STATUS, type ItemStatus } from '../items/inventory-item.ts'
import { findWaiting, type WaitingRecords } from './waiting.store.ts'
import { SUMMARY_DAYS, SUMMARY_LISTED_MAX } from './waiting.ts'

type NearAccountRow = InsuredExposureRow &
  Pick<FboAccountRow, 'firstName' | 'lastName' | 'businessName'>

/** Numbers of records by what they are. */
type Counts = ReadonlyMap<string, number>

/** The figures of an organization at one moment, the same for each caller. */
export interface Figures {
  readonly at: Date
  readonly items: Counts
  /** Without cancelled ones. */
  readonly shipments: Counts
  readonly heldShipments: number
  /** By UTC day, as in `2026-11-23`; days without transfers are missing. */
  readonly days: ReadonlyMap<string, Counts>
  readonly waiting: WaitingRecords
  /** In cents as decimal text. */
  readonly vaultValue: { readonly declaredValueCents: string; readonly thirtyDaysAgoCents: string }
  /** The median of people's decisions of the last 30 days; null without any. */
  readonly medianDecisionSeconds: number | null
  readonly accounts: readonly NearAccountRow[]
}

/** The begin of the transaction: no later than its snapshot, which shows what committed before. */
const NOW = 'select now() as at from organizations where id = $1'

const THEN = `now() - interval '${SUMMARY_DAYS} days'`

/** SQL that adds up the values of items: of all, and of those that were there that day. */
const VALUE_COLUMNS = `
    coalesce(sum(declared_value_cents), 0)::text as now_cents,
    coalesce(sum(declared_value_cents) filter (where created_at <= ${THEN}), 0)::text as then_cents`

const ITEMS = `
  select ${ITEM_STATUS} as name, count(*)::float8 as count, ${VALUE_COLUMNS}
  from inventory_items as item
  where organization_id = $1
  group by 1`

/** Items that have left since: their last stay ended after that day. */
const LEFT = `
  select coalesce(sum(declared_value_cents), 0)::text as cents
  from inventory_items as item
  cross join lateral (
    select count(*) > 0 as was_here
    from inventory_stays
    where organization_id = $1 and inventory_item_id = item.id and ended_at > ${THEN}
  ) as since
  where organization_id = $1 and status in ('shipped', 'delivered', 'withdrawn')
    and changed_at > ${THEN} and created_at <= ${THEN} and was_here`

/** The part that revaluations took since from the items that were there. */
const REVALUED = `
  select coalesce(sum(first.cents - item.declared_value_cents), 0)::text as cents
  from (
    select distinct on (inventory_item_id) inventory_item_id, from_value_cents as cents
    from inventory_valuations
    where organization_id = $1 and at > ${THEN}
    order by inventory_item_id, number
  ) as first
  join inventory_items as item on item.organization_id = $1 and item.id = first.inventory_item_id
  where item.created_at <= ${THEN}`

const SHIPMENTS = `
  select status as name, count(*)::float8 as count
  from outbound_shipments
  where organization_id = $1 and cancelled_at is null
  group by status`

const HELD = `
  select count(*)::float8 as count
  from outbound_shipments
  where organization_id = $1 and held_at is not null`

const FIRST_DAY = `(date_trunc('day', now(), 'UTC')
      - interval '${SUMMARY_DAYS - 1} days')`
const TRANSFERS = `
  select day, name, count(*)::float8 as count
  from (
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, 'created' as name
    from transfer_batches
    where organization_id = $1 and created_at >= ${FIRST_DAY}
    union all
    select to_char(decided_at at time zone 'UTC', 'YYYY-MM-DD'), status
    from transfer_batches
    where organization_id = $1 and decided_at >= ${FIRST_DAY}
  ) as happened
  group by day, name`

const MEDIAN = `
  select percentile_cont(0.5) within group (
    order by extract(epoch from decided_at - created_at)::float8) as seconds
  from transfer_batches
  where organization_id = $1 and decided_at >= now() - interval '${SUMMARY_DAYS} days'
    and decided_by_token_id is not null and status in ('completed', 'rejected')`

/**
 * The exposure of each account, as `EXPOSURE_CENTS` defines it. An expired transfer counts until
 * its end is written, which a summary has done first. Each item of a transfer is looked up by its
 * id: a plan made while the tables were empty would else read all items for each of them, until
 * the tables are analyzed. `offset 0` keeps the look-up apart.
 */
const NEAREST = `
  select id as fbo_account_id, first_name, last_name, business_name, max_insured_value_cents,
    near.exposure_cents::text as exposure_cents
  from (
    select fbo_account_id, sum(cents) as exposure_cents
    from (
      select fbo_account_id, sum(declared_value_cents) as cents
      from inventory_items
      where organization_id = $1 and status in ('in_vault', 'on_hold')
      group by fbo_account_id
      union all
      select to_fbo_account_id, item.declared_value_cents
      from transfer_batches as batch
      cross join lateral unnest(batch.item_ids) as line (item_id)
      cross join lateral (
        select declared_value_cents
        from inventory_items
        where organization_id = $1 and id = line.item_id
        offset 0
      ) as item
      where batch.organization_id = $1 and batch.status = 'pending'
    ) as part
    group by fbo_account_id
    having sum(cents) > 0
  ) as near
  join fbo_accounts on organization_id = $1 and id = near.fbo_account_id
  order by case
      when max_insured_value_cents > 0
        then (near.exposure_cents / max_insured_value_cents)::double precision
      else 'Infinity'
    end desc, near.exposure_cents desc, id
  limit ${SUMMARY_LISTED_MAX}`

interface CountRow {
  readonly name: string
  readonly count: number
}

interface ItemsRow extends CountRow {
  readonly nowCents: string
  readonly thenCents: string
}

/** Reads every record of the organization; the transaction must see one moment. */
export async function countFigures(tx: OrganizationTransaction): Promise<Figures> {
  const [now, items, shipments, held, transfers, medians, accounts, waiting, ...changes] =
    await Promise.all([
      tx.run<{ at: Date }>(NOW, []),
      tx.run<ItemsRow>(ITEMS, []),
      tx.run<CountRow>(SHIPMENTS, []),
      tx.run<{ count: number }>(HELD, []),
      tx.run<CountRow & { day: string }>(TRANSFERS, []),
      tx.run<{ seconds: number | null }>(MEDIAN, []),
      tx.run<NearAccountRow>(NEAREST, []),
      findWaiting(tx),
      tx.run<{ cents: string }>(LEFT, []),
      tx.run<{ cents: string }>(REVALUED, []),
    ])
  const ofDay = Map.groupBy(transfers, ({ day }) => day)
  const seconds = medians[0]?.seconds ?? null
  const present = items.filter(({ name }) => !hasLeft(name as ItemStatus))
  const since = changes.flat().map(({ cents }) => cents)
  return {
    at: (now[0] as { at: Date }).at,
    items: countsByName(items),
    shipments: countsByName(shipments),
    heldShipments: held[0]?.count ?? 0,
    days: new Map([...ofDay].map(([day, counts]) => [day, countsByName(counts)])),
    waiting,
    vaultValue: {
      declaredValueCents: sumOf(present.map(({ nowCents }) => nowCents)),
      thirtyDaysAgoCents: sumOf([...present.map(({ thenCents }) => thenCents), ...since]),
    },
    medianDecisionSeconds: seconds === null ? null : Math.round(seconds),
    accounts,
  }
}

function countsByName(rows: readonly CountRow[]): Counts {
  return new Map(rows.map(({ name, count }) => [name, count]))
}

function sumOf(cents: readonly string[]): string {
  return String(cents.reduce((total, one) => total + BigInt(one), 0n))
}
