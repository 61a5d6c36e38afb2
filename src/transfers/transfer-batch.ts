import Type, { type Static } from 'typebox'
import { Refusal } from '../domain/errors.ts'
import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import { instant, nullableId, nullableInstant, nullableText, recordId } from '../domain/fields.ts'

export const TRANSFER_STATUSES = [
  'pending',
  'completed',
  'rejected',
  'cancelled',
  'expired',
] as const

/** Why the system left a batch to a person, in the order that its rules are judged. */
export const REVIEW_REASONS = [
  'item_count_over_limit',
  'declared_value_over_limit',
  'reason_not_covered',
  'insured_exposure_over_maximum',
  'daily_item_count_over_limit',
  'daily_declared_value_over_limit',
] as const

export type TransferStatus = (typeof TRANSFER_STATUSES)[number]
export type ReviewReason = (typeof REVIEW_REASONS)[number]

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

/** What the further operations tell of a batch: the specified nine members, and how it ended. */
export const TRANSFER_DETAILS = Type.Object(
  {
    ...TRANSFER_BATCH.properties,
    idempotencyKey: nullableText({
      description: 'The `Idempotency-Key` under which it was created; null where there was none.',
      examples: ['0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11'],
    }),
    createdByTokenId: nullableId(
      'The access token that created it; null where it came into the books otherwise.',
      EXAMPLE_IDS.accessToken,
    ),
    expiresAt: nullableInstant(
      'the batch expires unless it is decided, if it does',
      '2026-12-05T09:15:00.000Z',
    ),
    review: Type.Array(Type.Enum([...REVIEW_REASONS]), {
      description:
        'Why the policy for approval by the system left the batch to a person; empty where it did ' +
        'not judge it or approved it.',
      examples: [['declared_value_over_limit']],
    }),
    decidedAt: nullableInstant('the batch was decided or expired', '2026-11-21T10:02:00.000Z'),
    decidedByTokenId: nullableId(
      'The access token that decided it; null while pending and where the system or time did.',
      EXAMPLE_IDS.accessToken,
    ),
    decisionReason: nullableText({
      description: 'Why it was rejected or cancelled; null otherwise.',
      examples: ['The buyer withdrew'],
    }),
    approvedOverInsuredMaximum: Type.Boolean({
      description:
        "Whether the destination's exposure was over its maximum insured value when the batch was approved.",
      examples: [false],
    }),
  },
  {
    title: 'TransferDetails',
    description: 'A transfer batch, who created it, and how it ended.',
    additionalProperties: false,
    examples: [
      {
        id: EXAMPLE_IDS.transferBatch,
        fromFboAccountId: EXAMPLE_IDS.fboAccount,
        toFboAccountId: EXAMPLE_IDS.otherFboAccount,
        organizationId: EXAMPLE_IDS.organization,
        status: 'completed',
        totalItems: 2,
        approvedBySystem: false,
        notes: 'Spring rebalancing',
        createdAt: '2026-11-21T09:15:00.000Z',
        idempotencyKey: '0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11',
        createdByTokenId: EXAMPLE_IDS.accessToken,
        expiresAt: '2026-12-05T09:15:00.000Z',
        review: ['declared_value_over_limit'],
        decidedAt: '2026-11-21T10:02:00.000Z',
        decidedByTokenId: EXAMPLE_IDS.otherAccessToken,
        decisionReason: null,
        approvedOverInsuredMaximum: false,
      },
    ],
  },
)

export type TransferDetails = Static<typeof TRANSFER_DETAILS>

/** A row of `transfer_batches` with all that the further operations tell. */
export interface TransferDetailsRow
  extends Omit<TransferDetails, 'createdAt' | 'expiresAt' | 'decidedAt'> {
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly decidedAt: Date | null
  readonly version: number
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
  'version',
] as const

export const TRANSFER_DETAILS_COLUMNS = [
  ...TRANSFER_BATCH_COLUMNS,
  'idempotency_key',
  'created_by_token_id',
  'expires_at',
  'review',
  'decided_at',
  'decided_by_token_id',
  'decision_reason',
  'approved_over_insured_maximum',
] as const

export function toTransferDetails(row: TransferDetailsRow): TransferDetails {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }
}

/** What an unknown, a malformed and another organization's id are all answered with. */
export function transferBatchNotFound(): Refusal {
  return new Refusal('transfer_batch_not_found', {
    detail: 'The organization has no transfer batch with this id: check the id.',
  })
}
