import type { Of } from './actions.ts'
import { approvalsOf } from './approvals.ts'
import { learn } from './difference.ts'
import { exposureOf, isHeld, type ModelToken, type VaultModel } from './model-state.ts'
import { type Prediction, type Reported, seen } from './prediction.ts'
import { PATHS } from './requests.ts'

const NOT_FOUND = {
  account: 'fbo_account_not_found',
  item: 'inventory_item_not_found',
  transfer: 'transfer_batch_not_found',
  shipment: 'outbound_shipment_not_found',
  revaluation: 'revaluation_not_found',
} as const

export function predictGet(
  model: VaultModel,
  caller: ModelToken,
  { record, id }: Of<'get'>,
): Prediction {
  const records: ReadonlyMap<string, object> = model[`${record}s`]
  const found = seen(records, caller, id)
  if (found === undefined) return { status: 404, code: NOT_FOUND[record] }
  const approvals = record === 'account' || record === 'item' ? {} : approvalsOf(model, record, id)
  return {
    ...responded({ data: { ...found, ...approvals } }),
    apply: ({ data }) => learn(found, data),
  }
}

export function predictExposure(
  model: VaultModel,
  caller: ModelToken,
  { id }: Of<'getExposure'>,
): Prediction {
  const account = seen(model.accounts, caller, id)
  if (account === undefined) return { status: 404, code: 'fbo_account_not_found' }
  const exposure = exposureOf(model, id)
  const { maxInsuredValueCents } = account
  const headroom = BigInt(maxInsuredValueCents) - exposure
  return responded({
    data: {
      fboAccountId: id,
      exposureCents: `${exposure}`,
      maxInsuredValueCents,
      headroomCents: `${headroom}`,
      isOverMaximum: headroom < 0n,
    },
  })
}

/** Every list but the items' logs: its path, and all that it holds. */
export function listsOf(model: VaultModel): readonly [path: string, entries: readonly object[]][] {
  const shipments = Map.groupBy(model.shipments.values(), ({ cancelledAt }) => cancelledAt !== null)
  // The six members that the specified list has.
  const listed = (isCancelled: boolean) =>
    (shipments.get(isCancelled) ?? []).map((shipment) => {
      const { id, fboAccountId, organizationId, status, shippedAt, createdAt } = shipment
      return { id, fboAccountId, organizationId, status, shippedAt, createdAt }
    })
  const items = [...model.items.values()].map(({ evidence: _, ...item }) => item)
  const revaluations = [...model.revaluations.values()].map(({ items: _, ...one }) => one)
  const positioned = (entries: readonly object[]) =>
    entries.map((entry, index) => ({ position: index + 1, ...entry }))
  return [
    [PATHS.account, newestFirst([...model.accounts.values()])],
    [PATHS.item, newestFirst(items)],
    [PATHS.transfer, newestFirst([...model.transfers.values()])],
    [PATHS.shipment, newestFirst(listed(false))],
    [`${PATHS.shipment}?cancelled=true`, newestFirst(listed(true))],
    [PATHS.revaluation, newestFirst(revaluations)],
    ...[...model.transferItems].map(
      ([id, entries]) => [`${PATHS.transfer}/${id}/items`, positioned(entries)] as const,
    ),
    ...[...model.shipmentItems].map(([id, ids]) => {
      const entries = ids.map((inventoryItemId) => ({ inventoryItemId }))
      return [`${PATHS.shipment}/${id}/items`, positioned(entries)] as const
    }),
    ...[...model.accounts.keys()].map(
      (id) => [`${PATHS.account}/${id}/holdings`, holdingsOf(model, id)] as const,
    ),
  ] as [string, readonly object[]][]
}

function holdingsOf(model: VaultModel, accountId: string): readonly object[] {
  return [...model.items.values()]
    .filter((item) => item.fboAccountId === accountId && isHeld(item))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id: inventoryItemId, status, description, declaredValueCents, ...item }) => {
      const { activeTransferId, activeShipmentId, changedAt } = item
      const claims = { activeTransferId, activeShipmentId }
      return { inventoryItemId, status, description, declaredValueCents, ...claims, changedAt }
    })
}

function newestFirst<T extends { id: string; createdAt: string }>(records: readonly T[]): T[] {
  return records.toSorted((a, b) => {
    const [first, second] = a.createdAt === b.createdAt ? [a.id, b.id] : [a.createdAt, b.createdAt]
    return first < second ? 1 : -1
  })
}

function responded(body: Reported): Prediction {
  return { status: 200, body: () => body }
}
