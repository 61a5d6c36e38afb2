import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { ShipmentStatus } from '../domain/shipment-statuses.ts'
import { ITEM_STATUS, type ItemStatus } from '../inventory-items/inventory-item.ts'
import type { DayCounts, KeptCounts } from './kept-counts.rules.ts'

// Reads every record of the organization: for the first summary, and after an import.

const ITEMS = `
  select ${ITEM_STATUS} as status, count(*)::float8 as count
  from inventory_items as item
  where organization_id = $1
  group by 1`

const SHIPMENTS = `
  select status, count(*)::float8 as count
  from outbound_shipments
  where organization_id = $1 and cancelled_at is null
  group by status`

/** By day, from `$2` on. */
const TRANSFERS = `
  select day, what, count(*)::float8 as count
  from (
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, 'created' as what
    from transfer_batches
    where organization_id = $1 and created_at >= $2::text::timestamptz
    union all
    select to_char(decided_at at time zone 'UTC', 'YYYY-MM-DD'), status
    from transfer_batches
    where organization_id = $1 and decided_at >= $2::text::timestamptz
  ) as happened
  group by day, what`

const PENDING = `
  select coalesce(created_by_token_id, '') as token_id, count(*)::float8 as count
  from transfer_batches
  where organization_id = $1 and status = 'pending'
  group by 1`

/** Counts everything, the transfers of days from `firstDay` on. */
export async function countEverything(
  tx: OrganizationTransaction,
  firstDay: string,
): Promise<KeptCounts> {
  const [items, shipments, transfers, pending] = await Promise.all([
    tx.run<{ status: ItemStatus; count: number }>(ITEMS, []),
    tx.run<{ status: ShipmentStatus; count: number }>(SHIPMENTS, []),
    tx.run<{ day: string; what: keyof DayCounts; count: number }>(TRANSFERS, [
      `${firstDay}T00:00:00Z`,
    ]),
    tx.run<{ tokenId: string; count: number }>(PENDING, []),
  ])
  const days: Record<string, Record<keyof DayCounts, number>> = {}
  for (const { day, what, count } of transfers) {
    days[day] ??= { created: 0, completed: 0, rejected: 0, cancelled: 0, expired: 0 }
    ;(days[day] as Record<keyof DayCounts, number>)[what] = count
  }
  return {
    items: Object.fromEntries(items.map(({ status, count }) => [status, count])),
    shipments: Object.fromEntries(shipments.map(({ status, count }) => [status, count])),
    days,
    pending: Object.fromEntries(pending.map(({ tokenId, count }) => [tokenId, count])),
  }
}
