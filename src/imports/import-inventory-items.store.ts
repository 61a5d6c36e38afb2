import type { TransactionSql } from 'postgres'
import { runStatement } from '../database/changes/organization-transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import { SHIPPED_STATUSES } from '../domain/shipment-statuses.ts'
import type { FileCheck, ImportedLines } from './import-spec.ts'
import { type InvalidRow, violationsOf } from './import-violations.ts'

interface InvalidShipment extends InvalidRow {
  readonly shipmentId: string
  readonly problem: 'unknown' | 'other_account' | 'cancelled' | 'shipped'
}

const LOCK = `
  select id, fbo_account_id,
    case when cancelled_at is not null then 'cancelled'
      when status = any($3::text[]) then 'shipped' end as problem
  from outbound_shipments
  where organization_id = $1 and id = any($2::text[])
  order by id for no key update`

interface LockedShipment {
  readonly id: string
  readonly fboAccountId: string
  readonly problem: 'cancelled' | 'shipped' | null
}

/**
 * Shipments that cannot claim the item: unknown, of another account, cancelled, or shipped.
 *
 * Locks the shipments that the file names, in id order, until the import ends. So no shipment
 * leaves the vault without items that are being imported for it. The lock is as strong as
 * `addToShipments` needs it: raising its strength later could deadlock with other transactions.
 */
export const unusableShipments: FileCheck = async (caller, tx) => {
  const named = await tx<{ id: string }[]>`
    select distinct active_shipment_id as id
    from import_rows where active_shipment_id is not null`
  if (named.length === 0) return { violations: [], total: 0 }
  const locked = await runStatement<LockedShipment>(caller, tx, LOCK, [
    named.map(({ id }) => id),
    [...SHIPPED_STATUSES],
  ])
  const rows = await tx<InvalidShipment[]>`
    select line, active_shipment_id as shipment_id, count(*) over () as total,
      case when shipment.id is null then 'unknown'
        when shipment.fbo_account_id <> import_rows.fbo_account_id then 'other_account'
        else problem end as problem
    from import_rows
    left join unnest(${locked.map(({ id }) => id)}::text[],
        ${locked.map(({ fboAccountId }) => fboAccountId)}::text[],
        ${locked.map(({ problem }) => problem)}::text[])
      as shipment (id, fbo_account_id, problem) on shipment.id = active_shipment_id
    where active_shipment_id is not null and (shipment.id is null
      or shipment.fbo_account_id <> import_rows.fbo_account_id or problem is not null)
    order by line limit ${VIOLATIONS_LISTED_MAX}`
  return violationsOf('activeShipmentId', rows, ({ shipmentId, problem }) => ({
    code: problem === 'unknown' ? 'outbound_shipment_not_found' : 'invalid_value',
    detail: DETAILS[problem](shipmentId),
  }))
}

const DETAILS: Record<InvalidShipment['problem'], (id: string) => string> = {
  unknown: (id) =>
    `The organization has no outbound shipment with the id ${id}: import the shipments first or correct the id.`,
  other_account: (id) => `The shipment ${id} belongs to another FBO account than the item.`,
  cancelled: (id) => `The shipment ${id} is cancelled: it cannot claim items.`,
  shipped: (id) => `The shipment ${id} has left the vault: it cannot claim items.`,
}

/** Writes the first row of each item's log, with the time of the import, as the item has it. */
export async function logImportedItems(
  caller: Caller,
  tx: TransactionSql,
  lines: ImportedLines,
): Promise<void> {
  await tx`
    insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
      to_fbo_account_id, to_status, outbound_shipment_id, token_id, reason)
    select ${caller.organizationId}, id, 1, now(), 'imported', fbo_account_id,
      case when active_shipment_id is null then status else 'shipment_pending' end,
      active_shipment_id, ${caller.tokenId}, hold_reason
    from import_rows
    where line between ${lines.from} and ${lines.to}
    order by id`
}

const ADDED = `
  with waiting as materialized (
    select active_shipment_id as shipment_id, count(*) as count
    from import_rows
    where line between $2 and $3 and active_shipment_id is not null
    group by active_shipment_id
  )
  select shipment_id, count::text, (
      select coalesce(max(position), 0)
      from outbound_shipment_items
      where organization_id = $1 and outbound_shipment_id = shipment_id
    )::text as last
  from waiting`

interface AddedItems {
  readonly shipmentId: string
  readonly count: string
  /** The position of the last item that the shipment has. */
  readonly last: string
}

const LIST = `
  insert into outbound_shipment_items (organization_id, outbound_shipment_id, position,
    inventory_item_id)
  select $1, shipment_id, last::integer + place, id
  from (
    select active_shipment_id as shipment_id, id,
      row_number() over (partition by active_shipment_id order by line) as place
    from import_rows
    where line between $2 and $3 and active_shipment_id is not null
  ) as waiting
  join unnest($4::text[], $5::text[]) as added (shipment_id, last) using (shipment_id)`

const RAISE_TOTALS = `
  update outbound_shipments
  set total_items = total_items + added.count::integer
  from unnest($2::text[], $3::text[]) as added (shipment_id, count)
  where organization_id = $1 and outbound_shipments.id = shipment_id`

/** Lists the items that shipments claim, behind those listed already, in the order of the file. */
export async function addToShipments(
  caller: Caller,
  tx: TransactionSql,
  { from, to }: ImportedLines,
): Promise<void> {
  const added = await runStatement<AddedItems>(caller, tx, ADDED, [from, to])
  if (added.length === 0) return
  const ids = added.map(({ shipmentId }) => shipmentId)
  await runStatement(caller, tx, LIST, [from, to, ids, added.map(({ last }) => last)])
  await runStatement(caller, tx, RAISE_TOTALS, [ids, added.map(({ count }) => count)])
}
