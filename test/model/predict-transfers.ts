import { mergedMetadata } from '../../src/domain/metadata.ts'
import type { Of } from './actions.ts'
import {
  approvalsOf,
  beginApprovals,
  declaredCents,
  endApprovals,
  learnApprovals,
  oneOfSeveral,
  refusedDecision,
  transferItemIds,
  withApproval,
} from './approvals.ts'
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
  ended,
  expiryOf,
  type Prediction,
  type Reported,
  refused,
  seen,
} from './prediction.ts'
import { isOverMaximum, reviewOf } from './review-transfer.ts'

export function predictCreateTransfer(
  model: VaultModel,
  caller: ModelToken,
  action: Of<'createTransfer'>,
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
  action: Of<'createTransfer'>,
  { data }: Reported,
): void {
  const itemIds = action.items.map(({ inventoryItemId }) => inventoryItemId)
  const transfer: ModelTransfer = {
    ...data,
    totalDeclaredValueCents: `${declaredCents(model, itemIds)}`,
    idempotencyKey: null,
    createdByTokenId: caller.id,
    expiresAt: expiryOf(model, data.createdAt),
    review: [],
    ...{ decidedAt: null, decidedByTokenId: null, decisionReason: null },
    approvedOverInsuredMaximum: false,
    metadata: {},
  }
  model.transfers.set(transfer.id, transfer)
  model.transferItems.set(transfer.id, action.items)
  beginApprovals(model, transfer.id)
  for (const inventoryItemId of itemIds) {
    const change = { status: 'transfer_pending', activeTransferId: transfer.id } as const
    const movement = { transferBatchId: transfer.id, tokenId: caller.id }
    moveItem(model, inventoryItemId, change, { kind: 'transfer_created', ...movement })
  }
  if (model.policy.systemApproval === 'off') return
  transfer.review = reviewOf(model, transfer)
  if (transfer.review.length === 0) {
    endTransfer(model, transfer, { status: 'completed', tokenId: null, reason: null })
    transfer.approvedBySystem = true
  }
}

export function predictDecideTransfer(
  model: VaultModel,
  caller: ModelToken,
  { id, verb, reason }: Of<'decideTransfer'>,
): Prediction {
  const transfer = seen(model.transfers, caller, id)
  if (transfer === undefined) return { status: 404, code: 'transfer_batch_not_found' }
  const { insuredExposure } = model.policy
  const isApproval = verb === 'approve'
  const refusal = refusedDecision(model, caller, ['transfer', id], {
    isApproval,
    authors: [transfer.createdByTokenId],
    notTaken: ended(transfer),
  })
  if (refusal !== undefined) return refusal
  const destination = transfer.toFboAccountId
  if (isApproval && insuredExposure === 'block' && isOverMaximum(model, destination)) {
    const exposureCents = `${exposureOf(model, destination)}`
    const { maxInsuredValueCents } = model.accounts.get(destination) as ModelAccount
    const members = { exposureCents, maxInsuredValueCents }
    return { status: 409, code: 'insured_value_exceeded', members }
  }
  const status = ({ approve: 'completed', reject: 'rejected', cancel: 'cancelled' } as const)[verb]
  const decisionReason = isApproval ? null : reason
  const { isLast, ...approved } = withApproval(model, caller, ['transfer', id])
  if (isApproval && !isLast) return oneOfSeveral(model, id, { ...transfer, ...approved })
  return {
    status: 200,
    body: () => ({
      data: {
        ...transfer,
        ...(isApproval ? approved : approvalsOf(model, 'transfer', id)),
        status,
        decidedAt: INSTANT,
        decidedByTokenId: caller.id,
        decisionReason,
        approvedOverInsuredMaximum: isApproval && isOverMaximum(model, destination),
      },
    }),
    apply: (reported) => {
      endTransfer(model, transfer, { status, tokenId: caller.id, reason: decisionReason })
      learnApprovals(model, id, reported.data, isApproval)
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
  endApprovals(model, id, status === 'completed' && tokenId === null ? 1 : undefined)
  transfer.decidedByTokenId = tokenId
  transfer.decisionReason = reason
  for (const inventoryItemId of transferItemIds(model, id)) {
    const moved = status === 'completed' ? { fboAccountId: toFboAccountId } : {}
    const change = { status: 'in_vault', activeTransferId: null, ...moved } as const
    const movement = { transferBatchId: id, tokenId, reason }
    moveItem(model, inventoryItemId, change, { kind: `transfer_${status}`, ...movement })
  }
}

export function predictUpdateTransfer(
  model: VaultModel,
  caller: ModelToken,
  { id, metadata: changes }: Of<'updateTransfer'>,
): Prediction {
  const transfer = seen(model.transfers, caller, id)
  if (transfer === undefined) return { status: 404, code: 'transfer_batch_not_found' }
  const metadata = mergedMetadata(transfer.metadata, changes)
  return {
    status: 200,
    body: () => ({ data: { ...transfer, metadata } }),
    apply: () => {
      transfer.metadata = metadata
    },
  }
}
