import type { TransactionSql } from 'postgres'
import { runStatement } from '../database/changes/organization-transaction.ts'
import type { Caller } from '../domain/caller.ts'

/** How many records there are to verify. */
export interface RecordCounts {
  readonly items: number
  readonly movements: number
  readonly transfers: number
  readonly shipments: number
}

const COUNTS = `
  select
    (select count(*)::integer from inventory_items where organization_id = $1) as items,
    (select count(*)::integer from inventory_movements where organization_id = $1) as movements,
    (select count(*)::integer from transfer_batches where organization_id = $1) as transfers,
    (select count(*)::integer from outbound_shipments where organization_id = $1) as shipments`

export async function countRecords(caller: Caller, tx: TransactionSql): Promise<RecordCounts> {
  const [row] = await runStatement<RecordCounts>(caller, tx, COUNTS)
  return row as RecordCounts
}
