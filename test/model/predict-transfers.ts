import type { ReviewReason } from '../../src/transfers/transfer-batch.ts'
import type { Action } from './actions.ts'
import { learn } from './difference.ts'
import {
  exposureOf,
  INSTANT,
  type ModelAccount,
  type ModelToken,
  type ModelTransfer,
  moveItem,
  type VaultModel,
} from './model-state.ts'
import {
  claimErrors,
  duplicateErrors,
  isSamePerson,
  type Prediction,
  type Reported,
  refused,
  seen,
} from './predict.ts'

type NewTransfer = Extract<Action, { op: 'createTransfer' }>

export function predictCreateTransfer(
  model: VaultModel,
  caller: ModelToken,
  action: NewTransfer,
): Prediction {
  const { from, to, items } = action
  const itemIds = items.map(({ inventoryItemId }) => inventoryItemId)
  const violations = [
    ...(items.length === 0 ? [['/items', 'items_required'] as const] : []),
    ...items.flatMap(({ reason }, index) =>
      reason === 'gift' ? [[`/items/${index}/reason`, 'invalid_item'] as const] : [],
    ),
    ...(from === to ? [['/toFboAccountId', 'same_account'] as const] : []),
    ...duplicateErrors(itemIds),
  ]
  if (violations.length > 0) return refused(400, violations)
  const unknown = [['/fromFboAccountId', from] as const, ['/toFboAccountId', to] as const].flatMap(
    ([pointer, id]) =>
      seen(model.accounts, caller, id) ? [] : [[pointer, 'fbo_account_not_found'] as const],
  )
  if (unknown.length > 0) return refused(404, unknown)
  const errors = claimErrors(model, from, itemIds)
  if (errors.length > 0) return refused(409, errors)
  return {
    status: 201,
    body: ({ data }) => ({
      data: {
        id: data.id,
        fromFboAccountId: from,
        toFboAccountId: to,
        organizationId: model.organizationId,
        status: 'pending',
        totalItems: items.length,
        approvedBySystem: false,
        notes: action.notes ?? null,
        createdAt: INSTANT,
      },
    }),
    apply: (reported) => create(model, caller, action, reported),
  }
}

function create(
  model: VaultModel,
  caller: ModelToken,
  action: NewTransfer,
  { data }: Reported,
): void {
  const { transferExpirySeconds, systemApproval } = model.policy
  const transfer: ModelTransfer = {
    ...data,
    totalDeclaredValueCents: `${declaredCents(model, action.items)}`,
    idempotencyKey: null,
    createdByTokenId: caller.id,
    expiresAt:
      transferExpirySeconds === null
        ? null
        : new Date(Date.parse(data.createdAt) + transferExpirySeconds * 1_000).toISOString(),
    review: [],
    decidedAt: null,
    decidedByTokenId: null,
    decisionReason: null,
    approvedOverInsuredMaximum: false,
    metadata: {},
  }
  model.transfers.set(transfer.id, transfer)
  model.transferItems.set(transfer.id, action.items)
  for (const { inventoryItemId } of action.items) {
    const change = { status: 'transfer_pending', activeTransferId: transfer.id } as const
    const movement = { transferBatchId: transfer.id, tokenId: caller.id }
    moveItem(model, inventoryItemId, change, { kind: 'transfer_created', ...movement })
  }
  if (systemApproval === 'off') return
  transfer.review = reviewOf(model, transfer)
  if (transfer.review.length === 0) {
    endTransfer(model, transfer, { status: 'completed', tokenId: null, reason: null })
    transfer.approvedBySystem = true
  }
}

/** Why the policy leaves a batch to a person. */
function reviewOf(model: VaultModel, transfer: ModelTransfer): ReviewReason[] {
  const { policy } = model
  const { id, toFboAccountId } = transfer
  const entries = model.transferItems.get(id) ?? []
  const maxItems = policy.systemApprovalMaxItems ?? Number.POSITIVE_INFINITY
  const maxCents = policy.systemApprovalMaxDeclaredValueCents
  const cents = declaredCents(model, entries)
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
  ]
}

/** Every valuation of a run is of the last days. */
function isRecentlyRevalued(model: VaultModel, transfer: ModelTransfer): boolean {
  const creator = model.tokens.find(({ id }) => id === transfer.createdByTokenId) as ModelToken
  const valuations = (model.transferItems.get(transfer.id) ?? []).flatMap(
    ({ inventoryItemId }) => model.valuations.get(inventoryItemId) ?? [],
  )
  return (
    model.policy.revaluationReviewDays !== null &&
    valuations.some(({ tokenId }) => tokenId !== null && isSamePerson(model, tokenId, creator))
  )
}

function declaredCents(
  model: VaultModel,
  entries: readonly { readonly inventoryItemId: string }[],
): bigint {
  return entries.reduce(
    (sum, entry) => sum + BigInt(model.items.get(entry.inventoryItemId)?.declaredValueCents ?? 0),
    0n,
  )
}

export function predictDecideTransfer(
  model: VaultModel,
  caller: ModelToken,
  { id, verb, reason }: Extract<Action, { op: 'decideTransfer' }>,
): Prediction {
  const transfer = seen(model.transfers, caller, id)
  if (transfer === undefined) return { status: 404, code: 'transfer_batch_not_found' }
  const { fourEyes, insuredExposure } = model.policy
  if (verb === 'approve' && fourEyes && isSamePerson(model, transfer.createdByTokenId, caller)) {
    return { status: 403, code: 'self_approval_forbidden' }
  }
  if (transfer.status !== 'pending') {
    const members = { currentStatus: transfer.status, allowed: [] }
    return { status: 409, code: 'invalid_state_transition', members }
  }
  const destination = transfer.toFboAccountId
  if (verb === 'approve' && insuredExposure === 'block' && isOverMaximum(model, destination)) {
    const exposureCents = `${exposureOf(model, destination)}`
    const { maxInsuredValueCents } = model.accounts.get(destination) as ModelAccount
    const members = { exposureCents, maxInsuredValueCents }
    return { status: 409, code: 'insured_value_exceeded', members }
  }
  const status = ({ approve: 'completed', reject: 'rejected', cancel: 'cancelled' } as const)[verb]
  const decisionReason = verb === 'approve' ? null : reason
  return {
    status: 200,
    body: () => ({
      data: {
        ...transfer,
        status,
        decidedAt: INSTANT,
        decidedByTokenId: caller.id,
        decisionReason,
        approvedOverInsuredMaximum: verb === 'approve' && isOverMaximum(model, destination),
      },
    }),
    apply: (reported) => {
      endTransfer(model, transfer, { status, tokenId: caller.id, reason: decisionReason })
      learn(transfer, reported.data)
    },
  }
}

/** Ends a pending batch: completed, its items are in the destination; otherwise where they were. */
export function endTransfer(
  model: VaultModel,
  transfer: ModelTransfer,
  ending: {
    readonly status: 'completed' | 'rejected' | 'cancelled' | 'expired'
    readonly tokenId: string | null
    readonly reason: string | null
  },
): void {
  const { status, tokenId, reason } = ending
  const { id, toFboAccountId } = transfer
  transfer.approvedOverInsuredMaximum =
    status === 'completed' && isOverMaximum(model, toFboAccountId)
  transfer.status = status
  transfer.decidedAt = INSTANT
  transfer.decidedByTokenId = tokenId
  transfer.decisionReason = reason
  for (const { inventoryItemId } of model.transferItems.get(id) ?? []) {
    const moved = status === 'completed' ? { fboAccountId: toFboAccountId } : {}
    const change = { status: 'in_vault', activeTransferId: null, ...moved } as const
    const movement = { transferBatchId: id, tokenId, reason }
    moveItem(model, inventoryItemId, change, { kind: `transfer_${status}`, ...movement })
  }
}

function isOverMaximum(model: VaultModel, accountId: string): boolean {
  const account = model.accounts.get(accountId) as ModelAccount
  return exposureOf(model, accountId) > BigInt(account.maxInsuredValueCents)
}
