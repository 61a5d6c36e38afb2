import { repeatedApproval } from './approvals.ts'
import {
  isHeld,
  type ModelRevaluation,
  type ModelShipment,
  type ModelToken,
  type VaultModel,
} from './model-state.ts'
import { isSamePerson } from './predict.ts'

type Waiting = { readonly id: string; readonly createdAt: string }

/** The figures of a summary about shipments, revaluations and values. */
export function predictWaiting(
  model: VaultModel,
  caller: ModelToken,
  reported: Record<string, unknown>,
): object {
  const shipments = [...model.shipments.values()]
  const held = shipments.filter(({ heldAt }) => heldAt !== null)
  const longest = (reported.longestHeldShipments as readonly { id: string }[]).map(({ id }) => id)
  const items = [...model.items.values()].filter(isHeld)
  return {
    // The model knows neither when a hold began nor when a transfer expires.
    longestHeldShipments:
      longest.length === Math.min(held.length, 10) &&
      longest.every((id) => held.some((one) => one.id === id))
        ? reported.longestHeldShipments
        : held,
    expiringTransfers: reported.expiringTransfers,
    medianDecisionSeconds: reported.medianDecisionSeconds,
    pendingShipments: awaiting(
      caller,
      shipments.filter(isAwaiting),
      (shipment) => mayApproveShipment(model, caller, shipment),
      (shipment) => shownShipment(model, shipment),
    ),
    pendingRevaluations: awaiting(
      caller,
      [...model.revaluations.values()].filter(({ status }) => status === 'pending'),
      (revaluation) => mayApproveRevaluation(model, caller, revaluation),
      shownRevaluation,
    ),
    vaultValue: {
      declaredValueCents: sum(items.map(({ declaredValueCents }) => declaredValueCents)),
      // All that the model has is of today.
      thirtyDaysAgoCents: '0',
    },
  }
}

export function worthOf(model: VaultModel, itemIds: readonly string[]): string {
  return sum(itemIds.map((id) => model.items.get(id)?.declaredValueCents ?? '0'))
}

function sum(cents: readonly string[]): string {
  return String(cents.reduce((total, one) => total + BigInt(one), 0n))
}

function isAwaiting({ status, heldAt, cancelledAt }: ModelShipment): boolean {
  return status === 'pending_approval' && heldAt === null && cancelledAt === null
}

function awaiting<Entry extends Waiting>(
  caller: ModelToken,
  all: readonly Entry[],
  mayApprove: (one: Entry) => boolean,
  shown: (one: Entry) => object,
): object {
  const mine = all.filter(mayApprove)
  const key = ({ createdAt, id }: Waiting) => `${createdAt} ${id}`
  const oldest = (caller.mayWrite ? mine : all).toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  return {
    count: all.length,
    awaitingMe: mine.length,
    oldest: oldest.slice(0, 10).map((one) => ({ ...shown(one), mayApprove: mine.includes(one) })),
  }
}

function mayApproveShipment(model: VaultModel, caller: ModelToken, shipment: ModelShipment) {
  const authors = [shipment.createdByTokenId, ...(model.directors.get(shipment.id) ?? [])]
  const isOwn = authors.some((id) => isSamePerson(model, id, caller))
  const isAgain = repeatedApproval(model, caller, ['shipment', shipment.id]) !== undefined
  return caller.mayWrite && !(model.policy.fourEyes && isOwn) && !isAgain
}

function mayApproveRevaluation(
  model: VaultModel,
  caller: ModelToken,
  { id, requestedByTokenId }: ModelRevaluation,
) {
  const isBarred = model.policy.fourEyes && isSamePerson(model, requestedByTokenId, caller)
  const isAgain = repeatedApproval(model, caller, ['revaluation', id]) !== undefined
  return caller.mayWrite && !isBarred && !isAgain
}

function shownShipment(model: VaultModel, shipment: ModelShipment): object {
  const { id, fboAccountId, totalItems, createdAt, createdByTokenId } = shipment
  const { heldAt, holdReason } = shipment
  const declaredValueCents = worthOf(model, model.shipmentItems.get(id) ?? [])
  const stated = { id, fboAccountId, totalItems, createdAt, createdByTokenId }
  return { ...stated, heldAt, holdReason, declaredValueCents }
}

function shownRevaluation({ items, ...revaluation }: ModelRevaluation): object {
  const { id, totalItems, reason, createdAt, expiresAt, requestedByTokenId } = revaluation
  return {
    ...{ id, totalItems, reason, createdAt, expiresAt, requestedByTokenId },
    fromValueCents: sum(items.map(({ fromValueCents }) => fromValueCents)),
    toValueCents: sum(items.map(({ toValueCents }) => toValueCents)),
  }
}
