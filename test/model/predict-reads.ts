import type { ListName, ListQuery, Of, PartsName } from './actions.ts'
import { approvalsOf } from './approvals.ts'
import { learn } from './difference.ts'
import {
  exposureOf,
  INSTANT,
  isHeld,
  type ModelShipment,
  type ModelToken,
  type VaultModel,
} from './model-state.ts'
import { type Prediction, type Reported, seen } from './prediction.ts'
import { PARTS } from './requests.ts'

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

export function predictList(
  model: VaultModel,
  _: ModelToken,
  { list, query }: Of<'list'>,
): Prediction {
  return responded(page(newestFirst(listed(model, list, query.filters)), query))
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

export function predictParts(
  model: VaultModel,
  caller: ModelToken,
  { parts, id, query }: Of<'listParts'>,
): Prediction {
  const [record] = PARTS[parts]
  const records: ReadonlyMap<string, object> = model[`${record}s`]
  if (seen(records, caller, id) === undefined) return { status: 404, code: NOT_FOUND[record] }
  return responded(page(partsOf(model, parts, id), query))
}

/** The complete list of a record's parts. */
export function partsOf(model: VaultModel, parts: PartsName, id: string): readonly object[] {
  switch (parts) {
    case 'movements':
    case 'valuations': {
      const logged: readonly object[] = model[parts].get(id) ?? []
      return logged.map((one, index) => ({ number: index + 1, at: INSTANT, ...one }))
    }
    case 'transferItems':
      return (model.transferItems.get(id) ?? []).map((entry, index) => ({
        position: index + 1,
        ...entry,
      }))
    case 'shipmentItems':
      return (model.shipmentItems.get(id) ?? []).map((inventoryItemId, index) => ({
        position: index + 1,
        inventoryItemId,
      }))
    case 'holdings':
      return [...model.items.values()]
        .filter((item) => item.fboAccountId === id && isHeld(item))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id: inventoryItemId, status, description, declaredValueCents, ...item }) => {
          const { activeTransferId, activeShipmentId, changedAt } = item
          const claims = { activeTransferId, activeShipmentId }
          return { inventoryItemId, status, description, declaredValueCents, ...claims, changedAt }
        })
  }
}

/** The records of a list, narrowed by its filters, in no order. */
export function listed(
  model: VaultModel,
  list: ListName,
  { cancelled = 'false', ...filters }: ListQuery['filters'],
): readonly { id: string; createdAt: string }[] {
  const all =
    list === 'shipments'
      ? [...model.shipments.values()]
          .filter((shipment) => (shipment.cancelledAt !== null) === (cancelled === 'true'))
          .map(toListedShipment)
      : list === 'items'
        ? [...model.items.values()].map(({ evidence: _, ...item }) => item)
        : [...model[list].values()]
  return all.filter((record) =>
    Object.entries(filters).every(
      ([name, value]) => `${(record as unknown as Record<string, unknown>)[name]}` === value,
    ),
  )
}

/** The six members that the specified list has. */
function toListedShipment(shipment: ModelShipment) {
  const { id, fboAccountId, organizationId, status, shippedAt, createdAt } = shipment
  return { id, fboAccountId, organizationId, status, shippedAt, createdAt }
}

export function newestFirst<T extends { id: string; createdAt: string }>(
  records: readonly T[],
): T[] {
  return records.toSorted((a, b) => {
    const [first, second] = a.createdAt === b.createdAt ? [a.id, b.id] : [a.createdAt, b.createdAt]
    return first < second ? 1 : -1
  })
}

function page(records: readonly object[], { page: number, limit }: ListQuery): object {
  const end = number * limit
  const data = records.slice(end - limit, end)
  return { data, pagination: { page: number, hasMore: records.length > end } }
}

function responded(body: Reported): Prediction {
  return { status: 200, body: () => body }
}
