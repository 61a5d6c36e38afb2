import type { Accepted, Change } from '../database/changes/change.ts'
import { refusalOf } from '../domain/errors.ts'
import { eventOf, type NewEvent } from '../domain/events.ts'
import { newId, newIdSeries } from '../domain/ids.ts'
import { ITEMS_NAMED_MAX } from '../domain/limits.ts'
import type { InventoryItemRow } from './inventory-item.ts'
import { unknownAccount } from './item-claim.ts'
import { insertItems, knownAccounts } from './take-in-inventory-items.store.ts'

interface NewItem {
  readonly fboAccountId: string
  readonly description?: string | null
  /** Decimal text. */
  readonly declaredValueCents?: string
}

/** One item, or several together. */
type Intake = NewItem | { readonly items: readonly NewItem[] }

interface TakenIn {
  /** In the order of the request. */
  readonly items: readonly InventoryItemRow[]
  /** The common part of their ids; undefined if the event names them. */
  readonly intakeId: string | undefined
  /** Whether the request was a list, and so is the response. */
  readonly isList: boolean
}

/** Takes items into the vault, all of them or none. */
export const TAKE_IN_INVENTORY_ITEMS: Change<Intake, ReadonlySet<string>, TakenIn> = {
  name: 'take_in_inventory_items',
  lock: (tx, intakes) => {
    const accountIds = intakes.flatMap(itemsOf).map(({ fboAccountId }) => fboAccountId)
    return knownAccounts(tx, [...new Set(accountIds)])
  },
  judge: ({ caller, input }, accountIds, { nowMs }) => {
    const violations = itemsOf(input).flatMap(({ fboAccountId }, index) => {
      if (accountIds.has(fboAccountId)) return []
      return unknownAccount('items' in input ? `/items/${index}/fboAccountId` : '/fboAccountId')
    })
    if (violations.length > 0) return refusalOf(violations, 'state')
    const at = new Date(nowMs)
    const sent = itemsOf(input)
    const series = sent.length > ITEMS_NAMED_MAX ? newIdSeries('item', sent.length) : undefined
    const items = sent.map(
      (
        { fboAccountId, description = null, declaredValueCents = '0' },
        place,
      ): InventoryItemRow => ({
        id: series?.ids[place] ?? newId('item'),
        fboAccountId,
        organizationId: caller.organizationId,
        status: 'in_vault',
        description,
        declaredValueCents,
        activeTransferId: null,
        activeShipmentId: null,
        holdReason: null,
        changedAt: at,
        createdAt: at,
      }),
    )
    return { items, intakeId: series?.common, isList: 'items' in input }
  },
  write: (tx, accepted) => {
    for (const { caller, result } of accepted) insertItems(tx, result.items, caller.tokenId)
  },
  events: (accepted) => accepted.flatMap(intakeEvent),
}

/** One event, however many items: a list of items is the business of their organization. */
function intakeEvent(one: Accepted<Intake, TakenIn>): NewEvent | [] {
  const { items, intakeId } = one.result
  const [item] = items
  if (item === undefined) return []
  const { fboAccountId, organizationId, createdAt: occurredAt } = item
  const isOne = items.length === 1
  const isOfOneAccount = items.every((other) => other.fboAccountId === fboAccountId)
  return eventOf(one, 'inventory_item.taken_in', {
    occurredAt,
    subject: isOne
      ? { type: 'inventory_item', id: item.id }
      : { type: 'organization', id: organizationId },
    data: {
      ...(isOfOneAccount && { fboAccountId }),
      statusAfter: 'in_vault',
      totalItems: items.length,
      ...(intakeId === undefined
        ? { inventoryItemIds: items.map(({ id }) => id) }
        : { intakeId, itemsPath: `/v1/inventory-items?intakeId=${intakeId}` }),
    },
  })
}

function itemsOf(intake: Intake): readonly NewItem[] {
  return 'items' in intake ? intake.items : [intake]
}
