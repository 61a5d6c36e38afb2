import { KeysetPages } from '../database/keyset-page.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import type { ListOrder, Page, PageRequest } from '../domain/pagination.ts'

interface ShipmentItemRow {
  readonly position: number
  readonly inventoryItemId: string
}

/** The order of the request. */
export const SHIPMENT_ITEM_ORDER: ListOrder = {
  direction: 'ascending',
  key: [{ name: 'position', type: 'number' }],
}

const PAGES = new KeysetPages({
  order: SHIPMENT_ITEM_ORDER,
  conditions: {},
  select: ({ where, rows }) => `
    select position, inventory_item_id
    from outbound_shipment_items
    where organization_id = $1 and outbound_shipment_id = $2 ${where}
    ${rows}`,
  recordTable: 'outbound_shipments',
})

/** One page of a shipment's items, by position; undefined where there is no shipment. */
export async function listOutboundShipmentItems(
  caller: Caller,
  database: RequestDatabase,
  outboundShipmentId: string,
  request: PageRequest,
): Promise<Page<ShipmentItemRow> | undefined> {
  return await PAGES.pageOfRecord(caller, database, request, outboundShipmentId)
}
