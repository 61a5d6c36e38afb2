import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import type { InventoryMovement, OutboundShipmentDetails } from '../api/schema.ts'
import { type Moment, readAll, said } from '../events/Activity.tsx'
import { useMay } from '../session/caller.tsx'

/**
 * The history from what the token may read beside the events: the custody of an item has the
 * reasons and is older than the events, and the record has the rest.
 */
export function useMoments(shipment: OutboundShipmentDetails) {
  const mayReadItems = useMay('inventory_items:read')
  const path = { id: shipment.id }
  const items = useQuery({
    ...read('GET /v1/outbound-shipments/{id}/items', { path, query: { limit: 1 } }),
    enabled: mayReadItems,
  })
  const id = items.data?.body.data[0]?.inventoryItemId
  const movements = useQuery({
    ...readAll('GET /v1/inventory-items/{id}/movements', id ?? ''),
    enabled: id !== undefined,
  })
  const isWaiting = (mayReadItems && items.isPending) || (id !== undefined && movements.isPending)
  const moments = [...ofMovements(movements.data ?? [], shipment.id), ...ofRecord(shipment)]
  return { moments, isWaiting, error: items.error ?? movements.error }
}

function ofMovements(movements: readonly InventoryMovement[], id: string): Moment[] {
  return movements
    .filter(({ outboundShipmentId }) => outboundShipmentId === id)
    .map(({ kind, at, tokenId, reason }) => ({
      type: kind.replace('shipment_', ''),
      at,
      tokenId,
      lines: said(reason),
    }))
}

function ofRecord(shipment: OutboundShipmentDetails): Moment[] {
  const { createdAt, createdByTokenId, approvedAt, approvedByTokenId } = shipment
  const { heldAt, holdReason, cancelledAt, cancellationReason, shippedAt, deliveredAt } = shipment
  const { carrier, service, trackingNumber } = shipment
  const carriage = [carrier, service, trackingNumber].filter((text) => text !== null).join(', ')
  return [
    { type: 'created', at: createdAt, tokenId: createdByTokenId },
    { type: 'approved', at: approvedAt, tokenId: approvedByTokenId },
    { type: 'held', at: heldAt, lines: said(holdReason) },
    { type: 'shipped', at: shippedAt, lines: [carriage] },
    { type: 'delivered', at: deliveredAt },
    { type: 'cancelled', at: cancelledAt, lines: said(cancellationReason) },
  ]
}
