import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import type { OutboundShipmentDetails } from '../api/schema.ts'
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
  const custody = (movements.data ?? [])
    .filter(({ outboundShipmentId }) => outboundShipmentId === shipment.id)
    .map(({ kind, at, tokenId, reason }): Moment => {
      return { type: kind.replace('shipment_', ''), at, tokenId, lines: said(reason) }
    })
  const moments = [...custody, ...ofRecord(shipment)]
  return { moments, isWaiting, error: items.error ?? movements.error }
}

function ofRecord(shipment: OutboundShipmentDetails): Moment[] {
  const { carrier, service, trackingNumber } = shipment
  const carriage = [carrier, service, trackingNumber].filter(Boolean).join(', ')
  return [
    { type: 'created', at: shipment.createdAt, tokenId: shipment.createdByTokenId },
    { type: 'approved', at: shipment.approvedAt, tokenId: shipment.approvedByTokenId },
    { type: 'held', at: shipment.heldAt, lines: said(shipment.holdReason) },
    { type: 'shipped', at: shipment.shippedAt, lines: [carriage] },
    { type: 'delivered', at: shipment.deliveredAt },
    { type: 'cancelled', at: shipment.cancelledAt, lines: said(shipment.cancellationReason) },
  ]
}
