import { SHIPMENT_STATUSES } from '../../src/domain/shipment-statuses.ts'
import { ITEM_STATUSES } from '../../src/inventory-items/inventory-item.ts'
import { authorsOf, repeatedApproval } from './approvals.ts'
import {
  exposureOf,
  isHeld,
  type ModelRevaluation,
  type ModelShipment,
  type ModelToken,
  type ModelTransfer,
  type VaultModel,
} from './model-state.ts'
import { isSamePerson, type Prediction, type Reported } from './prediction.ts'
import { declaredCents } from './review-transfer.ts'

const ENDS = ['completed', 'rejected', 'cancelled', 'expired'] as const

/** Everything counted from the model. A reader may not approve. */
export function predictSummary(model: VaultModel, caller: ModelToken): Prediction {
  const items = [...model.items.values()]
  const shipments = [...model.shipments.values()].filter(({ cancelledAt }) => cancelledAt === null)
  const held = shipments.filter(({ heldAt }) => heldAt !== null)
  return {
    status: 200,
    body: ({ data }: Reported) => ({
      data: {
        organizationId: model.organizationId,
        asOf: data.asOf,
        itemsByStatus: countBy(ITEM_STATUSES, items),
        shipmentsByStatus: countBy(SHIPMENT_STATUSES, shipments),
        heldShipments: held.length,
        transfersByDay: days(model, data.transfersByDay),
        accountsNearestToMaximum: nearest(model),
        // The model knows neither when a hold began nor when a transfer expires.
        longestHeldShipments: someOf(held, data.longestHeldShipments),
        expiringTransfers: data.expiringTransfers,
        medianDecisionSeconds: data.medianDecisionSeconds,
        ...predictWaiting(model, caller, shipments),
        vaultValue: {
          declaredValueCents: sum(items.filter(isHeld).map((item) => item.declaredValueCents)),
          // All that the model has is of today.
          thirtyDaysAgoCents: '0',
        },
      },
    }),
  }
}

/** Records that the caller or others may decide. */
function predictWaiting(model: VaultModel, caller: ModelToken, shipments: ModelShipment[]) {
  const isPending = ({ status }: { readonly status: string }) => status === 'pending'
  return {
    pendingTransfers: awaiting(model, caller, 'transfer', {
      all: [...model.transfers.values()].filter(isPending),
      authors: ({ createdByTokenId }) => [createdByTokenId],
      shown: (transfer) => shownTransfer(model, transfer),
    }),
    pendingShipments: awaiting(model, caller, 'shipment', {
      all: shipments.filter((one) => one.status === 'pending_approval' && one.heldAt === null),
      authors: (shipment) => authorsOf(model, shipment),
      shown: (shipment) => shownShipment(model, shipment),
    }),
    pendingRevaluations: awaiting(model, caller, 'revaluation', {
      all: [...model.revaluations.values()].filter(isPending),
      authors: ({ requestedByTokenId }) => [requestedByTokenId],
      shown: shownRevaluation,
    }),
  }
}

function awaiting<Entry extends { readonly id: string; readonly createdAt: string }>(
  model: VaultModel,
  caller: ModelToken,
  kind: 'transfer' | 'shipment' | 'revaluation',
  about: {
    readonly all: readonly Entry[]
    readonly authors: (one: Entry) => readonly string[]
    readonly shown: (one: Entry) => object
  },
): object {
  const { all, authors, shown } = about
  const mine = all.filter((one) => {
    const isOwn = authors(one).some((author) => isSamePerson(model, author, caller))
    const isAgain = repeatedApproval(model, caller, [kind, one.id]) !== undefined
    return caller.mayWrite && !(model.policy.fourEyes && isOwn) && !isAgain
  })
  const key = ({ createdAt, id }: Entry) => `${createdAt} ${id}`
  const oldest = (caller.mayWrite ? mine : all).toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  return {
    count: all.length,
    awaitingMe: mine.length,
    oldest: oldest.slice(0, 10).map((one) => ({ ...shown(one), mayApprove: mine.includes(one) })),
  }
}

function shownTransfer(model: VaultModel, transfer: ModelTransfer): object {
  const { id, fromFboAccountId, toFboAccountId, totalItems, createdAt, expiresAt } = transfer
  const { createdByTokenId, review } = transfer
  const declaredValueCents = `${declaredCents(model, model.transferItems.get(id) ?? [])}`
  const accounts = { fromFboAccountId, toFboAccountId }
  const stated = { id, ...accounts, totalItems, createdAt, expiresAt, createdByTokenId, review }
  return { ...stated, declaredValueCents }
}

function shownShipment(model: VaultModel, shipment: ModelShipment): object {
  const { id, fboAccountId, totalItems, createdAt, createdByTokenId } = shipment
  const { heldAt, holdReason } = shipment
  const items = model.shipmentItems.get(id) ?? []
  const cents = declaredCents(
    model,
    items.map((inventoryItemId) => ({ inventoryItemId })),
  )
  const stated = { id, fboAccountId, totalItems, createdAt, createdByTokenId }
  return { ...stated, heldAt, holdReason, declaredValueCents: `${cents}` }
}

function shownRevaluation({ items, ...revaluation }: ModelRevaluation): object {
  const { id, totalItems, reason, createdAt, expiresAt, requestedByTokenId } = revaluation
  return {
    ...{ id, totalItems, reason, createdAt, expiresAt, requestedByTokenId },
    fromValueCents: sum(items.map(({ fromValueCents }) => fromValueCents)),
    toValueCents: sum(items.map(({ toValueCents }) => toValueCents)),
  }
}

function sum(cents: readonly string[]): string {
  return String(cents.reduce((total, one) => total + BigInt(one), 0n))
}

/** Ten of these at most: as reported, where they are some of them. */
function someOf(all: readonly { id: string }[], reported: readonly { id: string }[]): object {
  const areKnown = reported.every(({ id }) => all.some((one) => one.id === id))
  return areKnown && reported.length === Math.min(all.length, 10) ? reported : all
}

function countBy(names: readonly string[], records: readonly { status: string }[]): object {
  const count = (name: string) => records.filter(({ status }) => status === name).length
  return Object.fromEntries(names.map((name) => [name, count(name)]))
}

/** The model does not know on which day it happened: as reported, where the sums are right. */
function days(model: VaultModel, reported: readonly Record<string, number>[]): object {
  const expected = {
    created: model.transfers.size,
    ...countBy(ENDS, [...model.transfers.values()]),
  }
  const sums = Object.keys(expected).map((name) => [
    name,
    reported.reduce((sum, day) => sum + (day[name] as number), 0),
  ])
  const isRight = JSON.stringify(Object.fromEntries(sums)) === JSON.stringify(expected)
  return isRight ? reported : expected
}

function nearest(model: VaultModel): object[] {
  const accounts = [...model.accounts.values()].flatMap((account) => {
    const exposure = exposureOf(model, account.id)
    const maximum = BigInt(account.maxInsuredValueCents)
    const part = maximum === 0n ? Number.POSITIVE_INFINITY : Number(exposure) / Number(maximum)
    return exposure === 0n ? [] : [{ account, exposure, maximum, part }]
  })
  accounts.sort(
    (a, b) =>
      (a.part === b.part ? 0 : b.part - a.part) ||
      Number(b.exposure - a.exposure) ||
      (a.account.id < b.account.id ? -1 : 1),
  )
  return accounts.slice(0, 10).map(({ account, exposure, maximum }) => ({
    fboAccountId: account.id,
    firstName: account.firstName,
    lastName: account.lastName,
    businessName: account.businessName,
    exposureCents: `${exposure}`,
    maxInsuredValueCents: account.maxInsuredValueCents,
    headroomCents: `${maximum - exposure}`,
    isOverMaximum: exposure > maximum,
  }))
}
