import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import { TRANSFER_DETAILS_COLUMNS, type TransferDetailsRow } from './transfer-batch.ts'

/** Locks a batch alone. Of a change and a decision, the second keeps what the first wrote. */
export const lockBatch = rowOf<TransferDetailsRow, [id: string]>(`
  select ${TRANSFER_DETAILS_COLUMNS}
  from transfer_batches
  where organization_id = $1 and id = $2
  for no key update`)

const WRITE = `
  update transfer_batches set metadata = $3::text::jsonb where organization_id = $1 and id = $2`

/** Writes the metadata of a batch that this transaction has locked. A trigger counts versions. */
export function writeMetadata(
  tx: OrganizationTransaction,
  { id, metadata }: TransferDetailsRow,
): void {
  void tx.run(WRITE, [id, JSON.stringify(metadata)])
}
