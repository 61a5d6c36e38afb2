import { runStatement } from '../../database/changes/organization-transaction.ts'
import type { TransactionSql } from '../../database/postgres/sql.ts'
import type { Caller } from '../../domain/caller.ts'

export interface RecordCounts {
  items: number
  movements: number
  transfers: number
  shipments: number
}

const COUNTS = `
  select
    (select count(*)::integer from inventory_items where organization_id = $1) as items,
    (select count(*)::integer from inventory_movements where organization_id = $1) as movements,
    (select count(*)::integer from transfer_batches where organization_id = $1) as transfers,
    (select count(*)::integer from outbound_shipments where organization_id = $1) as shipments`

/** Adds the records of the caller's organization to the counts. */
export async function countRecords(
  caller: Caller,
  tx: TransactionSql,
  counts: RecordCounts,
): Promise<void> {
  const [row] = await runStatement<RecordCounts>(caller, tx, COUNTS)
  for (const [name, count] of Object.entries(row ?? {})) counts[name as keyof RecordCounts] += count
}
