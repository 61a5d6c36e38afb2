import type { ReviewReason } from '../../src/vault/transfers/transfer-batch.ts'
import { declaredCents, needsSeveral, transferItemIds } from './approvals.ts'
import {
  exposureOf,
  type ModelAccount,
  type ModelToken,
  type ModelTransfer,
  type VaultModel,
} from './model-state.ts'
import { isSamePerson } from './prediction.ts'

/** Why the policy leaves a batch to a person. */
export function reviewOf(model: VaultModel, transfer: ModelTransfer): ReviewReason[] {
  const { policy } = model
  const { id, toFboAccountId } = transfer
  const entries = model.transferItems.get(id) ?? []
  const maxItems = policy.systemApprovalMaxItems ?? Number.POSITIVE_INFINITY
  const maxCents = policy.systemApprovalMaxDeclaredValueCents
  const cents = declaredCents(model, transferItemIds(model, id))
  const day = [...model.transfers.values()].filter(
    ({ fromFboAccountId, approvedBySystem }) =>
      approvedBySystem && fromFboAccountId === transfer.fromFboAccountId,
  )
  const dayItems = day.reduce((sum, { totalItems }) => sum + totalItems, entries.length)
  const dayCents = day.reduce((sum, one) => sum + BigInt(one.totalDeclaredValueCents), cents)
  const maxDayItems = policy.systemApprovalMaxItemsPerDay ?? Number.POSITIVE_INFINITY
  const maxDayCents = policy.systemApprovalMaxDeclaredValueCentsPerDay
  const isCovered = entries.every(({ reason }) => policy.systemApprovalReasons.includes(reason))
  const isOver = policy.insuredExposure !== 'observe' && isOverMaximum(model, toFboAccountId)
  return [
    ...(entries.length > maxItems ? (['item_count_over_limit'] as const) : []),
    ...(maxCents !== null && cents > BigInt(maxCents)
      ? (['declared_value_over_limit'] as const)
      : []),
    ...(isCovered ? [] : (['reason_not_covered'] as const)),
    ...(isOver ? (['insured_exposure_over_maximum'] as const) : []),
    ...(dayItems > maxDayItems ? (['daily_item_count_over_limit'] as const) : []),
    ...(maxDayCents !== null && dayCents > BigInt(maxDayCents)
      ? (['daily_declared_value_over_limit'] as const)
      : []),
    ...(isRecentlyRevalued(model, transfer) ? (['recently_revalued'] as const) : []),
    ...(needsSeveral(model, 'transfer', id) ? (['several_approvals_required'] as const) : []),
  ]
}

/** Every valuation of a run is of the last days. */
function isRecentlyRevalued(model: VaultModel, transfer: ModelTransfer): boolean {
  const creator = model.tokens.find(({ id }) => id === transfer.createdByTokenId) as ModelToken
  const valuations = transferItemIds(model, transfer.id).flatMap(
    (itemId) => model.valuations.get(itemId) ?? [],
  )
  return (
    model.policy.revaluationReviewDays !== null &&
    valuations.some(({ tokenId }) => tokenId !== null && isSamePerson(model, tokenId, creator))
  )
}

/** Whether an account holds, or is to hold, more than its maximum insured value. */
export function isOverMaximum(model: VaultModel, accountId: string): boolean {
  const account = model.accounts.get(accountId) as ModelAccount
  return exposureOf(model, accountId) > BigInt(account.maxInsuredValueCents)
}
