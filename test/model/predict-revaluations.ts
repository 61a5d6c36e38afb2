import type { NewValue, Of } from './actions.ts'
import {
  approvalsOf,
  beginApprovals,
  endApprovals,
  learnApprovals,
  oneOfSeveral,
  refusedDecision,
  withApproval,
} from './approvals.ts'
import { learn } from './difference.ts'
import {
  INSTANT,
  isHeld,
  type ModelItem,
  type ModelRevaluation,
  type ModelToken,
  type VaultModel,
} from './model-state.ts'
import {
  duplicateErrors,
  ended,
  expiryOf,
  type PredictedError,
  type Prediction,
  type Reported,
  refused,
  seen,
} from './prediction.ts'

export function predictRevalue(
  model: VaultModel,
  caller: ModelToken,
  { values, reason }: Of<'revalue'>,
): Prediction {
  const ids = values.map(({ inventoryItemId }) => inventoryItemId)
  const duplicates = duplicateErrors(ids)
  if (duplicates.length > 0) return refused(400, duplicates)
  const found = ids.map((id) => seen(model.items, caller, id))
  const errors = found.flatMap((item, index) => errorOf(item, ids[index] as string, index))
  const [[, code] = []] = errors
  if (code !== undefined) return refused(code === 'item_left_vault' ? 409 : 404, errors)
  const items = found as ModelItem[]
  const changed = values.filter(({ declaredValueCents }, index) => {
    return items[index]?.declaredValueCents !== declaredValueCents
  })
  const after = items.map((item, index) => {
    return { ...item, declaredValueCents: (values[index] as NewValue).declaredValueCents }
  })
  const pagination = { page: 1, hasMore: false }
  const totals = {
    revaluedItems: changed.length,
    fromValueCents: sumOf(items),
    toValueCents: sumOf(after),
  }
  if (changed.some((value) => needsSecondPerson(model, value))) {
    return waiting(model, caller, { changed, reason, totals })
  }
  return {
    status: 200,
    body: () => ({ data: after, pagination, totals }),
    apply: ({ data }) => {
      revalue(model, changed, { reason, tokenId: caller.id, revaluationId: null })
      for (const [index, item] of items.entries()) learn(item, data[index])
    },
  }
}

function sumOf(items: readonly ModelItem[]): string {
  return String(items.reduce((sum, item) => sum + BigInt(item.declaredValueCents), 0n))
}

function errorOf(item: ModelItem | undefined, id: string, index: number): PredictedError[] {
  const pointer = `/items/${index}/inventoryItemId`
  if (item === undefined) return [[pointer, 'inventory_item_not_found', { inventoryItemId: id }]]
  if (isHeld(item)) return []
  return [[pointer, 'item_left_vault', { inventoryItemId: id, itemStatus: item.status }]]
}

/** Every change of a run is of the last day: those since the last approval add up. */
function needsSecondPerson(model: VaultModel, value: NewValue): boolean {
  const { revaluationMaxPercent: percent, revaluationMaxCents: cents } = model.policy
  const log = model.valuations.get(value.inventoryItemId) ?? []
  const since = log.slice(log.findLastIndex(({ revaluationId }) => revaluationId !== null) + 1)
  const present = model.items.get(value.inventoryItemId)?.declaredValueCents
  const base = Number(since[0]?.fromValueCents ?? present)
  const distance = Math.abs(Number(value.declaredValueCents) - base)
  return (
    (percent !== null && distance * 100 > base * percent) ||
    (cents !== null && distance > Number(cents))
  )
}

function waiting(
  model: VaultModel,
  caller: ModelToken,
  { changed, reason, totals }: { changed: readonly NewValue[]; reason: string; totals: object },
): Prediction {
  const requested = ({ data: { id, createdAt } }: Reported): ModelRevaluation => ({
    id,
    organizationId: model.organizationId,
    status: 'pending',
    totalItems: changed.length,
    reason,
    requestedByTokenId: caller.id,
    createdAt,
    expiresAt: expiryOf(model, createdAt),
    ...{ decidedAt: null, decidedByTokenId: null, decisionReason: null },
    items: changed.map(({ inventoryItemId, declaredValueCents }) => ({
      inventoryItemId,
      fromValueCents: model.items.get(inventoryItemId)?.declaredValueCents ?? '',
      toValueCents: declaredValueCents,
    })),
  })
  return {
    status: 202,
    body: (reported) => ({ data: requested(reported), totals }),
    apply: (reported) => {
      model.revaluations.set(reported.data.id, requested(reported))
      beginApprovals(model, reported.data.id)
    },
  }
}

/** Gives items values that differ from theirs. */
function revalue(
  model: VaultModel,
  changed: readonly NewValue[],
  made: { reason: string; tokenId: string | null; revaluationId: string | null },
): void {
  for (const { inventoryItemId, declaredValueCents } of changed) {
    const item = model.items.get(inventoryItemId) as ModelItem
    const log = model.valuations.get(inventoryItemId) ?? []
    const from = item.declaredValueCents
    log.push({ fromValueCents: from, toValueCents: declaredValueCents, ...made })
    model.valuations.set(inventoryItemId, log)
    item.declaredValueCents = declaredValueCents
  }
}

const STATUSES = { approve: 'approved', reject: 'rejected', cancel: 'cancelled' } as const

export function predictDecideRevaluation(
  model: VaultModel,
  caller: ModelToken,
  { id, verb, reason }: Of<'decideRevaluation'>,
): Prediction {
  const revaluation = seen(model.revaluations, caller, id)
  if (revaluation === undefined) return { status: 404, code: 'revaluation_not_found' }
  const { items, requestedByTokenId } = revaluation
  const isApproval = verb === 'approve'
  const refusal = refusedDecision(model, caller, ['revaluation', id], {
    isApproval,
    authors: [requestedByTokenId],
    notTaken: ended(revaluation),
  })
  if (refusal !== undefined) return refusal
  const outdated = items.filter(({ inventoryItemId, fromValueCents }) => {
    const item = model.items.get(inventoryItemId) as ModelItem
    return !isHeld(item) || item.declaredValueCents !== fromValueCents
  })
  if (isApproval && outdated.length > 0) {
    const inventoryItemIds = outdated.map(({ inventoryItemId }) => inventoryItemId)
    const members = { inventoryItemIds, inventoryItemsTotal: outdated.length }
    return { status: 409, code: 'revaluation_outdated', members }
  }
  const decided = {
    status: STATUSES[verb],
    decidedAt: INSTANT,
    decidedByTokenId: caller.id,
    decisionReason: isApproval ? null : reason,
  }
  const { isLast, ...approved } = withApproval(model, caller, ['revaluation', id])
  if (isApproval && !isLast) return oneOfSeveral(model, id, { ...revaluation, ...approved })
  const approvals = isApproval ? approved : approvalsOf(model, 'revaluation', id)
  return {
    status: 200,
    body: () => ({ data: { ...revaluation, ...decided, ...approvals } }),
    apply: ({ data }) => {
      learnApprovals(model, id, data, isApproval)
      endApprovals(model, id)
      Object.assign(revaluation, decided)
      learn(revaluation, data)
      if (!isApproval) return
      const values = items.map(({ inventoryItemId, toValueCents: declaredValueCents }) => {
        return { inventoryItemId, declaredValueCents }
      })
      const made = { reason: revaluation.reason, tokenId: requestedByTokenId, revaluationId: id }
      revalue(model, values, made)
    },
  }
}
