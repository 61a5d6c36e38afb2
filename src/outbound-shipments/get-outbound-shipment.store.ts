import type { BatchedRead } from '../database/batching/batched-read.ts'
import { instantOrNull } from '../database/postgres/instant-text.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import type { ShipmentDetails } from './outbound-shipment.ts'

interface FoundShipment {
  readonly shipment: ShipmentDetails
  readonly version: number
}

/** The caller's shipment with this id, cancelled or not; undefined where there is none. */
export async function findOutboundShipment(
  caller: Caller,
  database: Pick<RequestDatabase, 'read'>,
  outboundShipmentId: string,
): Promise<FoundShipment | undefined> {
  return await database.read(READ_OUTBOUND_SHIPMENT, caller, outboundShipmentId)
}

const SELECT = `
  select id, fbo_account_id, organization_id, status, shipped_at::text, created_at::text,
    total_items, notes, created_by_token_id, approved_at::text, approved_by_token_id,
    held_at::text, hold_reason, cancelled_at::text, cancellation_reason, carrier, service,
    tracking_number, delivered_at::text, version
  from outbound_shipments
  where organization_id = $1`

const READ_OUTBOUND_SHIPMENT: BatchedRead<FoundShipment> = {
  name: 'get_outbound_shipment',
  one: `${SELECT} and id = $2`,
  many: `${SELECT} and id = any($2::text[])`,
  toRecord: (values) => {
    const instant = (place: number) => instantOrNull(values[place] as string | null)
    const shippedAt = instant(4)
    const shipment = {
      id: values[0],
      fboAccountId: values[1],
      organizationId: values[2],
      status: values[3],
      shippedAt: shippedAt === null ? null : Date.parse(shippedAt),
      createdAt: instant(5),
      totalItems: values[6],
      notes: values[7],
      createdByTokenId: values[8],
      approvedAt: instant(9),
      approvedByTokenId: values[10],
      heldAt: instant(11),
      holdReason: values[12],
      cancelledAt: instant(13),
      cancellationReason: values[14],
      carrier: values[15],
      service: values[16],
      trackingNumber: values[17],
      deliveredAt: instant(18),
    } as ShipmentDetails
    return { shipment, version: values[19] as number }
  },
}
