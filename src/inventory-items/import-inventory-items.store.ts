import type { TransactionSql } from 'postgres'
import type { Caller } from '../caller.ts'
import { type FoundFaults, foundFaults, type ImportFault } from '../imports/import-faults.ts'
import { FAULTS_LISTED_MAX } from '../limits.ts'
import { SHIPPED_STATUSES } from '../outbound-shipments/outbound-shipment.ts'

interface FaultyShipment {
  readonly line: number
  readonly shipmentId: string
  readonly problem: 'unknown' | 'other_account' | 'shipped'
  readonly total: number
}

/**
 * Shipments that cannot hold the item: unknown, of another account, or gone.
 *
 * Locks the shipments that the file names, in id order, until the import ends: one that is advanced
 * meanwhile waits, and cannot leave without items that are imported as its own.
 */
export async function unusableShipments(caller: Caller, tx: TransactionSql): Promise<FoundFaults> {
  await tx`
    select from outbound_shipments
    where organization_id = ${caller.organizationId} and id in (
      select active_shipment_id from import_rows where active_shipment_id is not null)
    order by id for share`
  const rows = await tx<FaultyShipment[]>`
    select line, active_shipment_id as shipment_id, count(*) over () as total,
      case when shipment.id is null then 'unknown'
        when shipment.fbo_account_id <> import_rows.fbo_account_id then 'other_account'
        else 'shipped' end as problem
    from import_rows
    left join outbound_shipments as shipment
      on shipment.organization_id = ${caller.organizationId} and shipment.id = active_shipment_id
    where active_shipment_id is not null and (shipment.id is null
      or shipment.fbo_account_id <> import_rows.fbo_account_id
      or shipment.status = any(${[...SHIPPED_STATUSES]}))
    order by line limit ${FAULTS_LISTED_MAX}`
  return foundFaults(rows, toFault)
}

function toFault({ line, shipmentId, problem }: FaultyShipment): ImportFault {
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
    case 'shipped':
      return {
        line,
        column,
        code: 'invalid_value',
        detail: `Shipment ${shipmentId} has left the vault: no item waits for it.`,
      }
  }
}
