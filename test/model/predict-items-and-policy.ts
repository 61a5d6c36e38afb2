import { isLoosened } from '../../src/access/organizations/approval-rules.ts'
import { mergedMetadata } from '../../src/domain/metadata.ts'
import type { ItemStatus } from '../../src/vault/items/inventory-item.ts'
import type { ItemVerb, Of } from './actions.ts'
import { authorsOf } from './approvals.ts'
import { difference, learn } from './difference.ts'
import { INSTANT, isHeld, type ModelToken, moveItem, type VaultModel } from './model-state.ts'
import { doubledErrors, placed, takenErrors } from './predict-identifiers.ts'
import { holderOf, isSamePerson, NO_FIELDS, type Prediction, refused, seen } from './prediction.ts'

const ALLOWED: Partial<Record<ItemStatus, readonly ItemVerb[]>> = {
  in_vault: ['hold', 'withdraw'],
  on_hold: ['release'],
}

const CHANGES = {
  hold: { status: 'on_hold', kind: 'held' },
  release: { status: 'in_vault', kind: 'released' },
  withdraw: { status: 'withdrawn', kind: 'withdrawn' },
} as const

export function predictChangeItem(
  model: VaultModel,
  caller: ModelToken,
  { id, verb, reason: given }: Of<'changeItem'>,
): Prediction {
  const item = seen(model.items, caller, id)
  if (item === undefined) return { status: 404, code: 'inventory_item_not_found' }
  const allowed = ALLOWED[item.status] ?? []
  if (!allowed.includes(verb)) {
    const members = { currentStatus: item.status, allowed, ...holderOf(item) }
    return { status: 409, code: 'invalid_state_transition', members }
  }
  const { status, kind } = CHANGES[verb]
  const reason = given ?? null
  const holdReason = verb === 'hold' ? reason : null
  return {
    status: 200,
    body: () => ({ data: { ...item, status, holdReason, changedAt: INSTANT } }),
    apply: (reported) => {
      moveItem(model, id, { status, holdReason }, { kind, reason, tokenId: caller.id })
      learn(item, reported.data)
    },
  }
}

export function predictUpdateItem(
  model: VaultModel,
  caller: ModelToken,
  { id, identifiers, metadata }: Of<'updateItem'>,
): Prediction {
  const all = placed(identifiers, '/identifiers')
  const doubled = doubledErrors(all)
  if (doubled.length > 0) return refused(400, doubled)
  const item = seen(model.items, caller, id)
  if (item === undefined) return { status: 404, code: 'inventory_item_not_found' }
  const taken = isHeld(item) ? takenErrors(model, all, item) : []
  if (taken.length > 0) return refused(409, taken)
  const after = mergedMetadata(item.metadata, metadata)
  return {
    status: 200,
    body: () => ({ data: { ...item, identifiers, metadata: after } }),
    apply: () => {
      item.identifiers = identifiers
      item.metadata = after
    },
  }
}

export function predictUpdatePolicy(
  model: VaultModel,
  caller: ModelToken,
  { changes }: Of<'updatePolicy'>,
): Prediction {
  if (Object.keys(changes).length === 0) return NO_FIELDS
  const unknown = (changes.approvalRules ?? []).flatMap(({ fboAccountId }, index) =>
    fboAccountId === undefined || model.accounts.has(fboAccountId)
      ? []
      : [[`/approvalRules/${index}/fboAccountId`, 'fbo_account_not_found'] as const],
  )
  if (unknown.length > 0) return refused(404, unknown)
  const next = { ...model.policy, ...changes }
  if (difference(next, model.policy) !== undefined) {
    const { fourEyes, insuredExposure, approvalRules } = model.policy
    const needsLess = (fourEyes && !next.fourEyes) || isLoosened(approvalRules, next.approvalRules)
    const lets = needsLess || (insuredExposure === 'block' && next.insuredExposure !== 'block')
    const isOwn = (tokenId: string) => isSamePerson(model, tokenId, caller)
    const isOwnRevaluation = [...model.revaluations.values()].some(
      ({ status, requestedByTokenId }) => status === 'pending' && isOwn(requestedByTokenId),
    )
    const isOwnTransfer = [...model.transfers.values()].some(
      ({ status, createdByTokenId }) => status === 'pending' && isOwn(createdByTokenId),
    )
    const isOwnShipment = [...model.shipments.values()].some((shipment) => {
      const isOpen = /^(packing|inspecting|pending_approval)$/.test(shipment.status)
      return isOpen && shipment.cancelledAt === null && authorsOf(model, shipment).some(isOwn)
    })
    const isRaised = (['revaluationMaxPercent', 'revaluationMaxCents'] as const).some((limit) => {
      const [before, after] = [model.policy[limit], next[limit]]
      return before !== null && (after === null || Number(after) > Number(before))
    })
    const isForbidden =
      (lets && isOwnTransfer) ||
      (needsLess && isOwnShipment) ||
      ((lets || isRaised) && isOwnRevaluation)
    if (isForbidden) return { status: 403, code: 'self_approval_forbidden' }
    const version = model.policy.version + 1
    Object.assign(next, { version, changedAt: INSTANT, changedByTokenId: caller.id })
  }
  return {
    status: 200,
    body: () => ({ data: next }),
    apply: (reported) => {
      learn(next, reported.data)
      if (next.version > model.policy.version) model.rules.push(next.approvalRules)
      model.policy = next
    },
  }
}
