import type { TransactionSql } from 'postgres'
import { runStatement } from '../database/changes/organization-transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import { SHIPPED_STATUSES } from '../domain/shipment-statuses.ts'
import type { ImportedLines } from './import-spec.ts'
import { type FoundViolations, foundViolations, type ImportViolation } from './import-violations.ts'

interface InvalidShipment {
  readonly line: number
  readonly shipmentId: string
  readonly problem: 'unknown' | 'other_account' | 'cancelled' | 'shipped'
  readonly total: number
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
 * Shipments that cannot hold the item: unknown, of another account, cancelled, or gone.
 *
 * Locks the shipments that the file names, in id order, until the import ends: one that is advanced
 * meanwhile waits, and cannot leave without items that are imported as its own. The lock is as
 * strong as `addToShipments` needs: to take more of it later is to meet others in a circle.
 */
export async function unusableShipments(
  caller: Caller,
  tx: TransactionSql,
): Promise<FoundViolations> {
  const named = await tx<{ id: string }[]>`
    select distinct active_shipment_id as id
    from import_rows where active_shipment_id is not null`
  if (named.length === 0) return foundViolations([], toViolation)
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
  return foundViolations(rows, toViolation)
}

/** The first row of each item's log, of the moment that the item itself has: that of the import. */
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

const GROWN = `
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

interface GrownShipment {
  readonly shipmentId: string
  readonly count: string
  /** The position of its last item before. */
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
  join unnest($4::text[], $5::text[]) as grown (shipment_id, last) using (shipment_id)`

const GROW = `
  update outbound_shipments
  set total_items = total_items + grown.count::integer
  from unnest($2::text[], $3::text[]) as grown (shipment_id, count)
  where organization_id = $1 and outbound_shipments.id = shipment_id`

/** The items that wait for a shipment, listed by it behind those that it has, in their order. */
export async function addToShipments(
  caller: Caller,
  tx: TransactionSql,
  { from, to }: ImportedLines,
): Promise<void> {
  const grown = await runStatement<GrownShipment>(caller, tx, GROWN, [from, to])
  if (grown.length === 0) return
  const ids = grown.map(({ shipmentId }) => shipmentId)
  await runStatement(caller, tx, LIST, [from, to, ids, grown.map(({ last }) => last)])
  await runStatement(caller, tx, GROW, [ids, grown.map(({ count }) => count)])
}

function toViolation({ line, shipmentId, problem }: InvalidShipment): ImportViolation {
  const column = 'activeShipmentId'
  switch (problem) {
    case 'unknown':
      return {
        line,
        column,
        code: 'outbound_shipment_not_found',
        detail: `The organization has no outbound shipment with the id ${shipmentId}: import the shipments first or correct the id.`,
      }
    case 'other_account':
      return {
        line,
        column,
        code: 'invalid_value',
        detail: `Shipment ${shipmentId} belongs to another FBO account than the item.`,
      }
    case 'cancelled':
      return {
        line,
        column,
        code: 'invalid_value',
        detail: `Shipment ${shipmentId} is cancelled: no item waits for it.`,
      }
    case 'shipped':
      return {
        line,
        column,
        code: 'invalid_value',
        detail: `Shipment ${shipmentId} has left the vault: no item waits for it.`,
      }
  }
}
