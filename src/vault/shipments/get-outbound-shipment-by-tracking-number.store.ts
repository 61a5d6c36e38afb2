import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'

export interface Tracking {
  readonly trackingNumber: string
  /** Only shipments of this carrier; of any where undefined. */
  readonly carrier: string | undefined
}

const BY_TRACKING_NUMBER = `
  select id
  from outbound_shipments
  where organization_id = $1 and tracking_number collate "C" = $2
    and ($3::text is null or carrier = $3)
  order by created_at desc, id desc
  limit $4`

/** The ids of the caller's shipments with that tracking number, newest first, at most `limit`. */
export async function findShipmentsByTrackingNumber(
  caller: Caller,
  database: RequestDatabase,
  { trackingNumber, carrier }: Tracking,
  limit: number,
): Promise<string[]> {
  const parameters = [caller.organizationId, trackingNumber, carrier ?? null, limit]
  const rows = await database.run(caller, (sql) =>
    sql.query<{ id: string }[]>(BY_TRACKING_NUMBER, parameters),
  )
  return rows.map(({ id }) => id)
}
