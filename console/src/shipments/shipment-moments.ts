import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import type { Event, InventoryMovement, OutboundShipmentDetails } from '../api/schema.ts'
import { useMay } from '../session/caller.tsx'

/** A step in the history of a shipment. */
export interface Moment {
  readonly type: string
  readonly at: string | number
  readonly tokenId?: string | null | undefined
  /** The author, if the events name one. */
  readonly actor?: string | undefined
  readonly text?: string | null | undefined
}

/**
 * The history, newest first, from all that the token may read: the events name the authors, the
 * custody of an item has the reasons and is older than the events, and the record has the rest.
 */
export function useMoments(shipment: OutboundShipmentDetails) {
  const mayReadEvents = useMay('events:read')
  const mayReadItems = useMay('inventory_items:read')
  const events = useQuery({
    ...read('GET /v1/events', { query: { subjectId: shipment.id, limit: 1000 } }),
    enabled: mayReadEvents,
  })
  const path = { id: shipment.id }
  const items = useQuery({
    ...read('GET /v1/outbound-shipments/{id}/items', { path, query: { limit: 1 } }),
    enabled: mayReadItems,
  })
  const id = items.data?.body.data[0]?.inventoryItemId
  const movements = useQuery({
    ...read('GET /v1/inventory-items/{id}/movements', {
      path: { id: id ?? '' },
      query: { limit: 100 },
    }),
    enabled: id !== undefined,
  })
  const isWaiting =
    (mayReadEvents && events.isPending) ||
    (mayReadItems && items.isPending) ||
    (id !== undefined && movements.isPending)
  const moments = merged([
    ofEvents(events.data?.body.data ?? []),
    ofMovements(movements.data?.body.data ?? [], shipment.id),
    ofRecord(shipment),
  ])
  return { moments, isWaiting, error: events.error ?? items.error ?? movements.error }
}

function ofEvents(events: readonly Event[]): Moment[] {
  return events.map(({ type, occurredAt, actor }) => ({
    type: type.replace('outbound_shipment.', ''),
    at: occurredAt,
    tokenId: actor.tokenId,
    actor: actor.person?.name ?? actor.owner ?? actor.system?.replace('_', ' '),
  }))
}

function ofMovements(movements: readonly InventoryMovement[], id: string): Moment[] {
  return movements
    .filter(({ outboundShipmentId }) => outboundShipmentId === id)
    .map(({ kind, at, tokenId, reason }) => ({
      type: kind.replace('shipment_', ''),
      at,
      tokenId,
      text: reason,
    }))
}

function ofRecord(shipment: OutboundShipmentDetails): Moment[] {
  const { createdAt, createdByTokenId, approvedAt, approvedByTokenId } = shipment
  const { heldAt, holdReason, cancelledAt, cancellationReason, shippedAt, deliveredAt } = shipment
  const { carrier, service, trackingNumber } = shipment
  const carriage = [carrier, service, trackingNumber].filter((text) => text !== null).join(', ')
  const all: readonly (Omit<Moment, 'at'> & { readonly at: Moment['at'] | null })[] = [
    { type: 'created', at: createdAt, tokenId: createdByTokenId },
    { type: 'approved', at: approvedAt, tokenId: approvedByTokenId },
    { type: 'held', at: heldAt, text: holdReason },
    { type: 'shipped', at: shippedAt, text: carriage },
    { type: 'delivered', at: deliveredAt },
    { type: 'cancelled', at: cancelledAt, text: cancellationReason },
  ]
  return all.flatMap((moment) => (moment.at === null ? [] : [{ ...moment, at: moment.at }]))
}

/** Merges a moment that several sources describe into one. */
function merged(sources: readonly (readonly Moment[])[]): Moment[] {
  const all: Moment[] = []
  for (const moment of sources.flat()) {
    const index = all.findIndex((other) => isSame(other, moment))
    const known = all[index]
    if (known === undefined) all.push(moment)
    else {
      all[index] = {
        ...known,
        tokenId: known.tokenId ?? moment.tokenId,
        actor: known.actor ?? moment.actor,
        text: known.text || moment.text,
      }
    }
  }
  return all.sort((one, other) => instant(other) - instant(one))
}

/** Whether two sources describe one request or import: their times agree to the second. */
function isSame(one: Moment, other: Moment): boolean {
  return one.type === other.type && Math.abs(instant(one) - instant(other)) < 1_000
}

function instant({ at }: Moment): number {
  return new Date(at).getTime()
}
