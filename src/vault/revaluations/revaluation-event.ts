import type { ChangeRequest } from '../../database/changes/change.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../../domain/events.ts'
import { ITEMS_NAMED_MAX } from '../../domain/limits.ts'
import type { InventoryItemRow } from '../items/inventory-item.ts'
import type { RevaluationDetailsRow } from './revaluation.ts'
import type { Revalued } from './revaluation-totals.ts'
import type { Valuation } from './valuations.store.ts'

/**
 * One event for up to `ITEMS_NAMED_MAX` items that got other values: each event names all of its
 * items, and the sealed log proves their values.
 */
export function valuationEvents(
  request: ChangeRequest<unknown>,
  { items, valuations }: Revalued,
): NewEvent[] {
  const events: NewEvent[] = []
  const itemsById = new Map(items.map((item) => [item.id, item]))
  for (let from = 0; from < valuations.length; from += ITEMS_NAMED_MAX) {
    const part = valuations.slice(from, from + ITEMS_NAMED_MAX)
    const [first] = part as [Valuation]
    const { id, fboAccountId, organizationId, version } = itemsById.get(
      first.inventoryItemId,
    ) as InventoryItemRow
    const isOne = valuations.length === 1
    events.push(
      eventOf(request, 'inventory_item.revalued', {
        occurredAt: first.at,
        subject: isOne
          ? { type: 'inventory_item', id }
          : { type: 'organization', id: organizationId },
        data: {
          ...(isOne && { version, fboAccountId }),
          totalItems: part.length,
          revaluedItems: part.map(({ inventoryItemId, fromValueCents, toValueCents }) => {
            return { inventoryItemId, fromValueCents, toValueCents }
          }),
        },
      }),
    )
  }
  return events
}

/** The event of a revaluation that was requested or decided. */
export function stateEvent(
  request: ChangeRequest<unknown>,
  revaluation: RevaluationDetailsRow,
): NewEvent {
  const { status, createdAt, decidedAt } = revaluation
  return revaluationEvent(request, revaluation, {
    type:
      status === 'pending' || status === 'expired'
        ? 'revaluation.requested'
        : `revaluation.${status}`,
    occurredAt: decidedAt ?? createdAt,
    data: { ...(status !== 'pending' && { statusBefore: 'pending' }), statusAfter: status },
  })
}

/** An event of a revaluation, with what all of them say. */
export function revaluationEvent(
  request: ChangeRequest<unknown>,
  { id, totalItems, version }: RevaluationDetailsRow,
  { type, occurredAt, data }: { type: EventType; occurredAt: Date; data: EventData },
): NewEvent {
  return eventOf(request, type, {
    occurredAt,
    subject: { type: 'revaluation', id },
    data: { version, ...data, totalItems, itemsPath: `/v1/revaluations/${id}` },
  })
}
