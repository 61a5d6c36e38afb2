import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { TRANSFER_DETAILS_COLUMNS, type TransferDetailsRow } from './transfer-batch.ts'

/** The batch with that id; undefined if the organization has none. */
export async function getTransfer(
  caller: Caller,
  database: RequestDatabase,
  transferBatchId: string,
): Promise<TransferDetailsRow | undefined> {
  const rows = await database.run(
    caller,
    (sql) => sql<TransferDetailsRow[]>`
      select ${sql.unsafe(TRANSFER_DETAILS_COLUMNS)}
      from transfer_batches
      where organization_id = ${caller.organizationId} and id = ${transferBatchId}`,
  )
  return rows[0]
}
