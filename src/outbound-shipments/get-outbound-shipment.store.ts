import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { SHIPMENT_DETAILS_COLUMNS, type ShipmentDetailsRow } from './outbound-shipment.ts'

/** The caller's shipment of that id, cancelled or not; undefined where the organization has none. */
export async function getOutboundShipment(
  caller: Caller,
  database: Database,
  outboundShipmentId: string,
): Promise<ShipmentDetailsRow | undefined> {
  const rows = await database.decide(
    (sql) => sql<ShipmentDetailsRow[]>`
      select ${sql(SHIPMENT_DETAILS_COLUMNS)}
      from outbound_shipments
      where organization_id = ${caller.organizationId} and id = ${outboundShipmentId}`,
  )
  return rows[0]
}
