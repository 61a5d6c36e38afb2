import type { TokenHolder } from '../../access/tokens/access-token.ts'
import { TOKEN_HOLDER_COLUMNS, TOKEN_HOLDERS } from '../../access/tokens/token-powers.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import type { ShipmentStatus } from '../../domain/shipment-statuses.ts'
import type { FboAccountRow } from '../accounts/fbo-account.ts'
import type { InsuredExposureRow } from '../accounts/insured-exposure.ts'
import { hasLeft, ITEM_STATUS, type ItemStatus } from '../items/inventory-item.ts'
import type { TransferOutcome } from './summary.ts'
import { SUMMARY_DAYS, SUMMARY_LISTED_MAX } from './summary-fields.ts'
import { findVaultValue, VALUE_COLUMNS, type ValuedItems, type VaultValue } from './vault-value.ts'
import { findWaiting, type WaitingRecords } from './waiting.store.ts'

export type NearAccountRow = InsuredExposureRow &
  Pick<FboAccountRow, 'firstName' | 'lastName' | 'businessName'>

/** The figures of an organization at one moment, the same for each caller. */
export interface Figures {
  readonly at: Date
  readonly items: ReadonlyMap<ItemStatus, number>
  /** Without cancelled ones. */
  readonly shipments: ReadonlyMap<ShipmentStatus, number>
  readonly heldShipments: number
  /** By UTC day, as in `2026-11-23`; days without transfers are missing. */
  readonly days: ReadonlyMap<string, ReadonlyMap<'created' | TransferOutcome, number>>
  readonly waiting: WaitingRecords
  readonly vaultValue: VaultValue
  /** The median of people's decisions of the last 30 days; null without any. */
  readonly medianDecisionSeconds: number | null
  readonly accounts: readonly NearAccountRow[]
}

/** The begin of the transaction: no later than its snapshot, which shows what committed before. */
const NOW = 'select now() as at from organizations where id = $1'

const ITEMS = `
  select ${ITEM_STATUS} as name, count(*)::float8 as count, ${VALUE_COLUMNS}
  from inventory_items as item
  where organization_id = $1
  group by 1`

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

interface CountRow<Name> {
  readonly name: Name
  readonly count: number
}

/** Reads every record of the organization; the transaction must see one moment. */
export async function countFigures(tx: OrganizationTransaction): Promise<Figures> {
  const byStatus = tx.run<CountRow<ItemStatus> & ValuedItems>(ITEMS, [])
  const inVault = byStatus.then((rows) => rows.filter(({ name }) => !hasLeft(name)))
  const [now, items, shipments, held, transfers, medians, accounts, waiting, vaultValue] =
    await Promise.all([
      tx.run<{ at: Date }>(NOW, []),
      byStatus,
      tx.run<CountRow<ShipmentStatus>>(SHIPMENTS, []),
      tx.run<{ count: number }>(HELD, []),
      tx.run<CountRow<'created' | TransferOutcome> & { day: string }>(TRANSFERS, []),
      tx.run<{ seconds: number | null }>(MEDIAN, []),
      tx.run<NearAccountRow>(NEAREST, []),
      findWaiting(tx),
      findVaultValue(tx, inVault),
    ])
  const ofDay = Map.groupBy(transfers, ({ day }) => day)
  const seconds = medians[0]?.seconds ?? null
  return {
    at: (now[0] as { at: Date }).at,
    items: countsByName(items),
    shipments: countsByName(shipments),
    heldShipments: held[0]?.count ?? 0,
    days: new Map([...ofDay].map(([day, counts]) => [day, countsByName(counts)])),
    waiting,
    vaultValue,
    medianDecisionSeconds: seconds === null ? null : Math.round(seconds),
    accounts,
  }
}

function countsByName<Name>(rows: readonly CountRow<Name>[]): ReadonlyMap<Name, number> {
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** The people and machines that these tokens belong to. */
export const tokenHolders = rowsOf<TokenHolder, [ids: readonly string[]]>(`
  select ${TOKEN_HOLDER_COLUMNS}
  from ${TOKEN_HOLDERS}
  where organization_id = $1 and id = any($2::text[])`)
