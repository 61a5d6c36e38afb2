import Type, { type Static } from 'typebox'
import { EXAMPLE_IDS } from '../example-ids.ts'
import { instant, nullableText, recordId } from '../members.ts'

export const TRANSFER_STATUSES = [
  'pending',
  'completed',
  'rejected',
  'cancelled',
  'expired',
] as const

/** Why an item is moved. */
export const TRANSFER_REASONS = ['request', 'trade', 'rebalance'] as const

export const TRANSFER_BATCH = Type.Object(
  {
    id: recordId('Identifier of the batch.', EXAMPLE_IDS.transferBatch),
    fromFboAccountId: recordId('Source FBO account.', EXAMPLE_IDS.fboAccount),
    toFboAccountId: recordId('Destination FBO account.', EXAMPLE_IDS.otherFboAccount),
    organizationId: recordId('Owning organization.', EXAMPLE_IDS.organization),
    status: Type.Enum([...TRANSFER_STATUSES], {
      description: 'Where the batch stands; `pending` when created.',
      examples: ['pending'],
    }),
    totalItems: Type.Integer({ description: 'Number of items in the batch.', examples: [2] }),
    approvedBySystem: Type.Boolean({
      description: 'Whether a policy approved the batch; false when created.',
      examples: [false],
    }),
    notes: nullableText({
      description: 'Free-text note from the request; null where it had none.',
      examples: ['Spring rebalancing'],
    }),
    createdAt: instant('the batch was created', '2026-11-21T09:15:00.000Z'),
  },
  {
    title: 'TransferBatch',
    description: 'A move of items from one FBO account to another of the same organization.',
    additionalProperties: false,
  },
)

export type TransferBatch = Static<typeof TRANSFER_BATCH>

/** A row of `transfer_batches`, column names in camel case. */
export interface TransferBatchRow extends Omit<TransferBatch, 'createdAt'> {
  readonly createdAt: Date
}

/** The columns of a row, in the order of the view. */
export const TRANSFER_BATCH_COLUMNS = [
  'id',
  'from_fbo_account_id',
  'to_fbo_account_id',
  'organization_id',
  'status',
  'total_items',
  'approved_by_system',
  'notes',
  'created_at',
] as const

export function toTransferBatch(row: TransferBatchRow): TransferBatch {
  return { ...row, createdAt: row.createdAt.toISOString() }
}
