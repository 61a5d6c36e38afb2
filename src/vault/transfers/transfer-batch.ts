import { type Static, Type } from 'typebox'
import { type ApprovalContent, approvalContent } from '../../access/passkeys/approval-content.ts'
import type { ChangeRequest } from '../../database/changes/change.ts'
import { unknownRecord } from '../../domain/errors.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../../domain/events.ts'
import {
  byId,
  columnsOf,
  exampleOf,
  IN_MINOR_UNITS,
  instant,
  namedObject,
  nullableId,
  nullableInstant,
  nullableText,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { CENTS_SUM_PATTERN } from '../../domain/limits.ts'
import { METADATA } from '../../domain/metadata.ts'
import { APPROVAL_MEMBERS, type ApprovalState, shownApprovals } from '../approvals/approval.ts'

export const TRANSFER_STATUSES = [
  'pending',
  'completed',
  'rejected',
  'cancelled',
  'expired',
] as const

/** Why the system left a batch to a person, in the order of the rules. */
export const REVIEW_REASONS = [
  'item_count_over_limit',
  'declared_value_over_limit',
  'reason_not_covered',
  'insured_exposure_over_maximum',
  'daily_item_count_over_limit',
  'daily_declared_value_over_limit',
  'recently_revalued',
  'several_approvals_required',
] as const

export type TransferStatus = (typeof TRANSFER_STATUSES)[number]
export type ReviewReason = (typeof REVIEW_REASONS)[number]

export const TRANSFER_BATCH = namedObject(
  'TransferBatch',
  'A move of items from one FBO account to another of the same organization.',
  {
    id: recordId('Identifier of the batch.', EXAMPLE_IDS.transferBatch),
    fromFboAccountId: recordId('Source FBO account.', EXAMPLE_IDS.fboAccount),
    toFboAccountId: recordId('Destination FBO account.', EXAMPLE_IDS.otherFboAccount),
    organizationId: recordId('Owning organization.', EXAMPLE_IDS.organization),
    status: Type.Enum([...TRANSFER_STATUSES], {
      description: 'Status of the batch; `pending` when created.',
      examples: ['pending'],
    }),
    totalItems: Type.Integer({ description: 'Number of items in the batch.', examples: [2] }),
    approvedBySystem: Type.Boolean({
      description: "Whether the organization's policy approved the batch; false when created.",
      examples: [false],
    }),
    notes: nullableText({
      description: 'Free-text note from the request; null if it had none.',
      examples: ['Spring rebalancing'],
    }),
    createdAt: instant('the batch was created', '2026-11-21T09:15:00.000Z'),
  },
)

export type TransferBatch = Static<typeof TRANSFER_BATCH>

const DETAILS = {
  ...TRANSFER_BATCH.properties,
  totalDeclaredValueCents: nullableText({
    description:
      "The sum of the items' declared values when the batch was created. " +
      `${IN_MINOR_UNITS}: a decimal whole number, as a string; null where it is not known.`,
    pattern: CENTS_SUM_PATTERN,
    examples: ['2500000'],
  }),
  idempotencyKey: nullableText({
    description: 'The `Idempotency-Key` of the request that created it; null if it had none.',
    examples: ['0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11'],
  }),
  createdByTokenId: nullableId(
    'The access token that created it; null if no request of the API did.',
    EXAMPLE_IDS.accessToken,
  ),
  expiresAt: nullableInstant('the batch expires unless it is decided', '2026-12-05T09:15:00.000Z'),
  review: Type.Array(Type.Enum([...REVIEW_REASONS]), {
    title: 'TransferReview',
    description:
      'Why the policy left the approval to a person. Empty if the policy approved the batch ' +
      'or did not review it.',
    examples: [['declared_value_over_limit']],
  }),
  decidedAt: nullableInstant('the batch was decided or expired', '2026-11-21T10:02:00.000Z'),
  decidedByTokenId: nullableId(
    'The access token that decided it; null if it is pending, expired or approved by the system.',
    EXAMPLE_IDS.accessToken,
  ),
  decisionReason: nullableText({
    description: 'Why the batch was rejected or cancelled; null otherwise.',
    examples: ['The buyer withdrew'],
  }),
  approvedOverInsuredMaximum: Type.Boolean({
    description:
      "Whether the destination's exposure exceeded its maximum insured value when the batch was approved.",
    examples: [false],
  }),
  metadata: METADATA,
}

/** Create Transfer returns the nine specified members, all other operations these. */
export const TRANSFER_DETAILS = namedObject(
  'TransferDetails',
  'A transfer batch, who created it, and how it ended.',
  DETAILS,
  {
    examples: [
      exampleOf(DETAILS, {
        status: 'completed',
        decidedByTokenId: EXAMPLE_IDS.otherAccessToken,
        decisionReason: null,
        metadata: { deal: 'D-2041' },
      }),
    ],
  },
)

/** A row of `transfer_batches`. */
export interface TransferDetailsRow extends RowOf<Static<typeof TRANSFER_DETAILS>> {
  readonly version: number
}

export const TRANSFER_DETAILS_COLUMNS = `${columnsOf(TRANSFER_DETAILS)}, version`

export const toTransferDetails = responseMaker(TRANSFER_DETAILS)

/** Get and Approve Transfer return these. */
export const APPROVED_TRANSFER = namedObject(
  'ApprovedTransfer',
  'A transfer batch and its approvals.',
  { ...TRANSFER_DETAILS.properties, ...APPROVAL_MEMBERS },
)

export function toApprovedTransfer(
  row: TransferDetailsRow & { readonly approvalState: ApprovalState },
): Static<typeof APPROVED_TRANSFER> {
  return { ...toTransferDetails(row), ...shownApprovals(row.approvalState, row.totalItems) }
}

/** The content of an approval of the batch, whose items have this value now. */
export function transferContent(
  batch: Pick<TransferDetailsRow, TransferContent> & { readonly itemIds: readonly string[] },
  declaredValueCents: string,
): ApprovalContent {
  const { itemIds, fromFboAccountId, toFboAccountId } = batch
  const own = { itemIds, declaredValueCents, fromFboAccountId, toFboAccountId }
  return approvalContent('transfer', batch, own)
}

type TransferContent =
  | 'organizationId'
  | 'id'
  | 'version'
  | 'totalItems'
  | 'fromFboAccountId'
  | 'toFboAccountId'

export const transferBatchNotFound = unknownRecord('transfer_batch_not_found', 'transfer batch')
export const TRANSFER_BY_ID = byId(TRANSFER_DETAILS, transferBatchNotFound)

export function createdEvent(request: ChangeRequest<unknown>, batch: TransferBatch): NewEvent {
  return transferEvent(request, batch, {
    type: 'transfer.created',
    occurredAt: new Date(batch.createdAt),
    data: { version: 1, statusAfter: 'pending' },
  })
}

/** An event of a batch, with `transferEventData`. */
export function transferEvent(
  request: ChangeRequest<unknown>,
  batch: Pick<TransferBatch, 'id' | 'fromFboAccountId' | 'toFboAccountId' | 'totalItems'>,
  { type, occurredAt, data }: { type: EventType; occurredAt: Date; data: EventData },
): NewEvent {
  const subject = { type: 'transfer', id: batch.id } as const
  return eventOf(request, type, {
    occurredAt,
    subject,
    data: { ...data, ...transferEventData(batch) },
  })
}

/** Data that all events of a batch have. */
export function transferEventData({
  id,
  fromFboAccountId,
  toFboAccountId,
  totalItems,
}: Pick<TransferBatch, 'id' | 'fromFboAccountId' | 'toFboAccountId' | 'totalItems'>): EventData {
  return { fromFboAccountId, toFboAccountId, totalItems, itemsPath: `/v1/transfers/${id}/items` }
}
