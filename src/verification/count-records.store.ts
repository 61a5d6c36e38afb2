import type { TransactionSql } from 'postgres'
import type { Caller } from '../caller.ts'

/** How many records there are to verify. */
export interface RecordCounts {
  readonly items: number
  readonly movements: number
  readonly transfers: number
  readonly shipments: number
}

export async function countRecords(caller: Caller, tx: TransactionSql): Promise<RecordCounts> {
  const { organizationId } = caller
  const [row] = await tx<[RecordCounts]>`
    select
      (select count(*)::integer from inventory_items
        where organization_id = ${organizationId}) as items,
      (select count(*)::integer from inventory_movements
        where organization_id = ${organizationId}) as movements,
      (select count(*)::integer from transfer_batches
        where organization_id = ${organizationId}) as transfers,
      (select count(*)::integer from outbound_shipments
        where organization_id = ${organizationId}) as shipments`
  return row
}
