import Type, { type Static } from 'typebox'
import { EXAMPLE_IDS } from '../example-ids.ts'
import { ID_PATTERN } from '../ids.ts'

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
    id: Type.String({
      description: 'Identifier of the batch.',
      pattern: ID_PATTERN,
      examples: [EXAMPLE_IDS.transferBatch],
    }),
    fromFboAccountId: Type.String({
      description: 'Source FBO account.',
      pattern: ID_PATTERN,
      examples: [EXAMPLE_IDS.fboAccount],
    }),
    toFboAccountId: Type.String({
      description: 'Destination FBO account.',
      pattern: ID_PATTERN,
      examples: [EXAMPLE_IDS.otherFboAccount],
    }),
    organizationId: Type.String({
      description: 'Owning organization.',
      pattern: ID_PATTERN,
      examples: [EXAMPLE_IDS.organization],
    }),
    status: Type.Enum([...TRANSFER_STATUSES], {
      description: 'Where the batch stands; `pending` when created.',
      examples: ['pending'],
    }),
    totalItems: Type.Integer({ description: 'Number of items in the batch.', examples: [2] }),
    approvedBySystem: Type.Boolean({
      description: 'Whether a policy approved the batch; false when created.',
      examples: [false],
    }),
    notes: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Free-text note from the request; null where it had none.',
      examples: ['Spring rebalancing'],
    }),
    createdAt: Type.String({
      description: 'When the batch was created: RFC 3339, UTC, milliseconds.',
      format: 'date-time',
      examples: ['2026-11-21T09:15:00.000Z'],
    }),
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
