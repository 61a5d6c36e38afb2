import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { snakeCase } from '../domain/text.ts'
import { SHIPMENT_DETAILS, type ShipmentDetailsRow } from './outbound-shipment.ts'
import { DIRECTED_COLUMNS, DIRECTED_SHIPMENTS } from './shipment-directions.store.ts'

export interface Tracking {
  readonly trackingNumber: string
  /** Only shipments of this carrier; of any where undefined. */
  readonly carrier: string | undefined
}

const COLUMNS = Object.keys(SHIPMENT_DETAILS.properties).map((member) => {
  return `${DIRECTED_COLUMNS[member] ?? snakeCase(member)} as ${snakeCase(member)}`
})

const BY_TRACKING_NUMBER = `
  select ${COLUMNS.join(', ')}, version
  from ${DIRECTED_SHIPMENTS}
  where organization_id = $1 and tracking_number collate "C" = $2
    and ($3::text is null or carrier = $3)
  order by created_at desc, id desc
  limit $4`

/** The caller's shipments with that tracking number, newest first, at most `limit` of them. */
export async function findShipmentsByTrackingNumber(
  caller: Caller,
  database: RequestDatabase,
  { trackingNumber, carrier }: Tracking,
  limit: number,
): Promise<ShipmentDetailsRow[]> {
  const parameters = [caller.organizationId, trackingNumber, carrier ?? null, limit]
  return await database.run(caller, (sql) =>
    sql.unsafe<ShipmentDetailsRow[]>(BY_TRACKING_NUMBER, parameters, { prepare: true }),
  )
}
