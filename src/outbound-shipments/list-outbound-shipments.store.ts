import { KeysetPages } from '../database/keyset-page.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { NEWEST_FIRST, type PageRequest, rowsBefore, toPage } from '../domain/pagination.ts'
import { SHIPMENT_VALUES, type ShipmentValues, toShipment } from './outbound-shipment.ts'
import { listDeepPage, type ShipmentPage } from './page-counts/list-deep-page.store.ts'
import { SHIPMENT_CONDITIONS, type ShipmentFilters } from './page-counts/shipment-filters.ts'

/** Up to here it costs less to skip shipments than to find out where the page begins. */
const OFFSET_SKIPPED_MAX = 500

const PAGES = new KeysetPages<ShipmentFilters>({
  order: NEWEST_FIRST,
  rowsAre: 'values',
  isQuick: true,
  conditions: SHIPMENT_CONDITIONS,
  select: ({ where, rows }) => `
    select ${SHIPMENT_VALUES}
    from outbound_shipments as shipment
    where organization_id = $1 ${where}
    ${rows}`,
})

/**
 * One page of the caller's shipments, newest first, ties broken by id: a total order (Spec choice
 * N24).
 */
export async function listOutboundShipments(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest & ShipmentFilters,
): Promise<ShipmentPage> {
  if (rowsBefore(request) > OFFSET_SKIPPED_MAX) return await listDeepPage(caller, database, request)
  const found = await PAGES.read<ShipmentValues>(caller, database, request)
  // Statements follow each other down a connection: a driver that took answers for one another's
  // would show it here.
  const isOurs = ([, , organizationId]: ShipmentValues) => organizationId === caller.organizationId
  if (!found.every(isOurs)) throw new Error("another organization's rows")
  return { ...toPage(found.map(toShipment), request, NEWEST_FIRST), tendingIsDue: false }
}
