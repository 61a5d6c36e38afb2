import { type Static, Type } from 'typebox'
import {
  type ApprovalContent,
  approvalContent,
  hashOfDocument,
} from '../../access/passkeys/approval-content.ts'
import { unknownRecord } from '../../domain/errors.ts'
import { REVALUED_ITEM } from '../../domain/events.ts'
import {
  byId,
  columnsOf,
  instant,
  namedObject,
  nullableId,
  nullableInstant,
  nullableText,
  type RowOf,
  reasonMember,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { APPROVAL_MEMBERS, type ApprovalState, shownApprovals } from '../approvals/approval.ts'

export const REVALUATION_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'cancelled',
  'expired',
] as const

export const REVALUATION = namedObject(
  'Revaluation',
  'New declared values that a second person must approve, and what became of them.',
  {
    id: recordId('Identifier of the revaluation.', EXAMPLE_IDS.revaluation),
    organizationId: recordId('Owning organization.', EXAMPLE_IDS.organization),
    status: Type.Enum([...REVALUATION_STATUSES], {
      description: 'Status of the revaluation; `pending` when requested.',
      examples: ['pending'],
    }),
    totalItems: Type.Integer({ description: 'Number of items with new values.', examples: [1] }),
    reason: reasonMember('Why the values are changed.', 'New appraisal'),
    requestedByTokenId: nullableId(
      'The access token that requested it; null if the operator of the vault did.',
      EXAMPLE_IDS.accessToken,
    ),
    createdAt: instant('it was requested', '2026-11-21T09:15:00.000Z'),
    expiresAt: nullableInstant('it expires unless it is decided', '2026-12-05T09:15:00.000Z'),
    decidedAt: nullableInstant('it was decided or expired', '2026-11-21T10:02:00.000Z'),
    decidedByTokenId: nullableId(
      'The access token that decided it; null if it is pending or expired.',
      EXAMPLE_IDS.otherAccessToken,
    ),
    decisionReason: nullableText({
      description: 'Why it was rejected or cancelled; null otherwise.',
      examples: ['The appraisal is of another item'],
    }),
  },
)

/** Lists return the members without the items, all other operations these. */
export const REVALUATION_DETAILS = namedObject(
  'RevaluationDetails',
  'A revaluation with its items.',
  {
    ...REVALUATION.properties,
    items: Type.Array(REVALUED_ITEM, {
      description: 'The items, with the values that the request found and those that it asks for.',
    }),
  },
)

/** Get, Approve, Reject and Cancel Revaluation return these. */
export const APPROVED_REVALUATION = namedObject(
  'ApprovedRevaluation',
  'A revaluation with its items and its approvals.',
  { ...REVALUATION_DETAILS.properties, ...APPROVAL_MEMBERS },
)

/** A row of `revaluations`; an expired one has that status, and a version more. */
export interface RevaluationRow extends RowOf<Static<typeof REVALUATION>> {
  readonly version: number
}

/** The same with its items; cents as decimal text. */
export interface RevaluationDetailsRow extends RevaluationRow {
  readonly itemIds: readonly string[]
  readonly fromValuesCents: readonly string[]
  readonly toValuesCents: readonly string[]
}

const EXPIRED = `status = 'pending' and expires_at <= statement_timestamp()`

/** The columns of a row, as SQL. Nothing is written when a revaluation expires. */
export const REVALUATION_COLUMNS = `${columnsOf(REVALUATION)
  .replace('status', `case when ${EXPIRED} then 'expired' else status end as status`)
  .replace('decided_at', `case when ${EXPIRED} then expires_at else decided_at end as decided_at`)},
    version + (coalesce(${EXPIRED}, false))::integer as version`

export const REVALUATION_DETAILS_COLUMNS = `${REVALUATION_COLUMNS}, item_ids,
    from_values_cents::text[] as from_values_cents, to_values_cents::text[] as to_values_cents`

export const toRevaluation = responseMaker(REVALUATION)

export function revaluedItems({
  itemIds,
  fromValuesCents,
  toValuesCents,
}: RevaluationDetailsRow): Static<typeof REVALUED_ITEM>[] {
  return itemIds.map((inventoryItemId, place) => ({
    inventoryItemId,
    fromValueCents: fromValuesCents[place] as string,
    toValueCents: toValuesCents[place] as string,
  }))
}

export function toRevaluationDetails(
  row: RevaluationDetailsRow,
): Static<typeof REVALUATION_DETAILS> {
  return { ...toRevaluation(row), items: revaluedItems(row) }
}

export function toApprovedRevaluation(
  row: RevaluationDetailsRow & { readonly approvalState: ApprovalState },
): Static<typeof APPROVED_REVALUATION> {
  return { ...toRevaluationDetails(row), ...shownApprovals(row.approvalState, row.totalItems) }
}

/** The content of an approval of the revaluation. */
export function revaluationContent(revaluation: RevaluationDetailsRow): ApprovalContent {
  const { itemIds } = revaluation
  const values = revaluedItems(revaluation)
  const total = values.reduce((sum, { toValueCents }) => sum + BigInt(toValueCents), 0n)
  const byItem = values.toSorted((one, other) =>
    one.inventoryItemId < other.inventoryItemId ? -1 : 1,
  )
  const valuesSha256 = hashOfDocument(byItem)
  const own = { itemIds, declaredValueCents: String(total), valuesSha256 }
  return approvalContent('revaluation', revaluation, own)
}

export const revaluationNotFound = unknownRecord('revaluation_not_found', 'revaluation')
export const REVALUATION_BY_ID = byId(REVALUATION, revaluationNotFound)
