import type { BatchedRead } from '../database/batching/batched-read.ts'
import { instantOf, instantOrNull } from '../database/postgres/instant-text.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import type { ShipmentDetails } from './outbound-shipment.ts'

export interface FoundShipment {
  readonly shipment: ShipmentDetails
  readonly version: number
}

/** The caller's shipment of that id, cancelled or not; undefined where there is none. */
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
    const text = values as (string | null)[]
    const shippedAt = instantOrNull(text[4] as string | null)
    const shipment = {
      id: text[0],
      fboAccountId: text[1],
      organizationId: text[2],
      status: text[3],
      shippedAt: shippedAt === null ? null : Date.parse(shippedAt),
      createdAt: instantOf(text[5] as string),
      totalItems: values[6],
      notes: text[7],
      createdByTokenId: text[8],
      approvedAt: instantOrNull(text[9] as string | null),
      approvedByTokenId: text[10],
      heldAt: instantOrNull(text[11] as string | null),
      holdReason: text[12],
      cancelledAt: instantOrNull(text[13] as string | null),
      cancellationReason: text[14],
      carrier: text[15],
      service: text[16],
      trackingNumber: text[17],
      deliveredAt: instantOrNull(text[18] as string | null),
    } as ShipmentDetails
    return { shipment, version: values[19] as number }
  },
}
