import { SHIPMENT_STATUSES } from '../../src/domain/shipment-statuses.ts'
import { ITEM_STATUSES } from '../../src/inventory-items/inventory-item.ts'
import { repeatedApproval } from './approvals.ts'
import { exposureOf, type ModelToken, type ModelTransfer, type VaultModel } from './model-state.ts'
import { isSamePerson, type Prediction, type Reported } from './predict.ts'
import { predictWaiting, worthOf } from './predict-waiting.ts'

const ENDS = ['completed', 'rejected', 'cancelled', 'expired'] as const

/** Everything counted anew from the model. A reader may not approve. */
export function predictSummary(model: VaultModel, caller: ModelToken): Prediction {
  const items = [...model.items.values()]
  const shipments = [...model.shipments.values()].filter(({ cancelledAt }) => cancelledAt === null)
  return {
    status: 200,
    body: ({ data }: Reported) => ({
      data: {
        organizationId: model.organizationId,
        asOf: data.asOf,
        itemsByStatus: countBy(ITEM_STATUSES, items),
        shipmentsByStatus: countBy(SHIPMENT_STATUSES, shipments),
        heldShipments: shipments.filter(({ heldAt }) => heldAt !== null).length,
        transfersByDay: days(model, data.transfersByDay),
        pendingTransfers: pending(model, caller),
        accountsNearestToMaximum: nearest(model),
        ...predictWaiting(model, caller, data),
      },
    }),
  }
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

function pending(model: VaultModel, caller: ModelToken): object {
  const all = [...model.transfers.values()].filter(({ status }) => status === 'pending')
  const mine = all.filter((transfer) => mayApprove(model, caller, transfer))
  const shown = (caller.mayWrite ? mine : all).toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  return {
    count: all.length,
    awaitingMe: mine.length,
    oldest: shown.slice(0, 10).map((transfer) => {
      const { id, fromFboAccountId, toFboAccountId, totalItems, createdAt, expiresAt } = transfer
      const { createdByTokenId, review } = transfer
      return {
        id,
        fromFboAccountId,
        toFboAccountId,
        totalItems,
        createdAt,
        expiresAt,
        createdByTokenId,
        review,
        declaredValueCents: worthOf(
          model,
          (model.transferItems.get(transfer.id) ?? []).map(
            ({ inventoryItemId }) => inventoryItemId,
          ),
        ),
        mayApprove: mine.includes(transfer),
      }
    }),
  }
}

function key({ createdAt, id }: ModelTransfer): string {
  return `${createdAt} ${id}`
}

function mayApprove(model: VaultModel, caller: ModelToken, transfer: ModelTransfer): boolean {
  const isOwn = isSamePerson(model, transfer.createdByTokenId, caller)
  const isBarred = model.policy.fourEyes && isOwn
  const isAgain = repeatedApproval(model, caller, ['transfer', transfer.id]) !== undefined
  return caller.mayWrite && !isBarred && !isAgain
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
