import { type Static, Type } from 'typebox'
import { cents, namedObject, recordId } from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { APPROVAL_RULES_MAX, APPROVALS_MAX, ITEMS_PER_TRANSFER_MAX } from '../../domain/limits.ts'

// Rules for records that more than one person must approve.

const MEMBERS = {
  approvals: Type.Integer({
    description: 'How many people must approve.',
    minimum: 2,
    maximum: APPROVALS_MAX,
    examples: [2],
  }),
  aboveDeclaredValueCents: Type.Optional(
    cents(
      'Fits if the declared values of the items exceed this: of a transfer, the larger of the ' +
        'sums when created and now; of a revaluation, the larger of those before and after.',
      '10000000',
    ),
  ),
  aboveItems: Type.Optional(
    Type.Integer({
      description: 'Fits if the record has more items than this.',
      minimum: 0,
      maximum: ITEMS_PER_TRANSFER_MAX,
      examples: [50],
    }),
  ),
  fboAccountId: Type.Optional(
    recordId(
      'Fits if this account is the source or the destination of the transfer, the account of ' +
        'the shipment, or that of a revalued item.',
      EXAMPLE_IDS.fboAccount,
    ),
  ),
}

function listOf(title: string) {
  const rule = namedObject(
    title,
    'How many people must approve a transfer, a shipment or a revaluation. It fits where all its ' +
      'conditions do; without conditions, it always fits.',
    MEMBERS,
  )
  return Type.Array(rule, {
    description:
      'Which transfers, shipments and revaluations need more than one approval, each of another ' +
      'person. Of the rules that fit, the one with the most approvals counts; the creator never ' +
      'counts. A record keeps the strictest rules since its creation. Default: none.',
    maxItems: APPROVAL_RULES_MAX,
    examples: [[{ approvals: 2, aboveDeclaredValueCents: '10000000' }]],
  })
}

export const APPROVAL_RULES = listOf('ApprovalRule')
export const APPROVAL_RULES_TO_SET = listOf('ApprovalRuleToSet')

export type ApprovalRule = Static<typeof APPROVAL_RULES>[number]

/** The facts of a record that the rules are judged by. */
export interface ApprovedRecord {
  readonly totalItems: number
  /** The values of all items together, at each moment that counts; decimal text. */
  readonly declaredValuesCents: readonly string[]
  readonly fboAccountIds: readonly string[]
}

export function approvalsRequired(rules: readonly ApprovalRule[], record: ApprovedRecord): number {
  const fitting = rules.filter(({ aboveDeclaredValueCents, aboveItems, fboAccountId }) => {
    const { totalItems, declaredValuesCents, fboAccountIds } = record
    const isWorthMore =
      aboveDeclaredValueCents === undefined ||
      declaredValuesCents.some((cents) => BigInt(cents) > BigInt(aboveDeclaredValueCents))
    const isLarger = aboveItems === undefined || totalItems > aboveItems
    const isOfAccount = fboAccountId === undefined || fboAccountIds.includes(fboAccountId)
    return isWorthMore && isLarger && isOfAccount
  })
  return Math.max(1, ...fitting.map(({ approvals }) => approvals))
}

/** Whether a record may need fewer approvals than before: a rule is gone, and none covers it. */
export function isLoosened(
  before: readonly ApprovalRule[],
  after: readonly ApprovalRule[],
): boolean {
  return before.some((rule) => !after.some((other) => covers(other, rule)))
}

/** Whether a rule fits all that another one fits, and asks for as many approvals. */
function covers(rule: ApprovalRule, other: ApprovalRule): boolean {
  return (
    rule.approvals >= other.approvals &&
    isAtMost(rule.aboveDeclaredValueCents, other.aboveDeclaredValueCents) &&
    isAtMost(rule.aboveItems, other.aboveItems) &&
    (rule.fboAccountId === undefined || rule.fboAccountId === other.fboAccountId)
  )
}

/** No limit is at most any; none is at most no limit. */
function isAtMost(limit: string | number | undefined, other: string | number | undefined) {
  return limit === undefined || (other !== undefined && BigInt(limit) <= BigInt(other))
}
