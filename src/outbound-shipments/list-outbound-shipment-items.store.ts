import { KeysetPages } from '../database/keyset-page.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { BY_POSITION, type Page, type PageRequest, toPage } from '../domain/pagination.ts'

interface ShipmentItemRow {
  readonly position: number
  readonly inventoryItemId: string
}

const PAGES = new KeysetPages({
  order: BY_POSITION,
  conditions: {},
  select: ({ where, rows }) => `
    select position, inventory_item_id
    from outbound_shipment_items
    where organization_id = $1 and outbound_shipment_id = $2 ${where}
    ${rows}`,
  // One row of nulls: the page is past the end. No row: there is no shipment.
  around: (page) => `
    select item.position, inventory_item_id
    from outbound_shipments as shipment
    left join lateral (${page}) as item on true
    where shipment.organization_id = $1 and shipment.id = $2
    order by item.position`,
})

type ItemOrNulls = ShipmentItemRow | { readonly position: null }

/** One page of a shipment's items, by position; undefined where there is no shipment. */
export async function listOutboundShipmentItems(
  caller: Caller,
  database: RequestDatabase,
  outboundShipmentId: string,
  request: PageRequest,
): Promise<Page<ShipmentItemRow> | undefined> {
  const rows = await PAGES.read<ItemOrNulls>(caller, database, request, outboundShipmentId)
  if (rows.length === 0) return undefined
  return toPage(
    rows.filter((row) => row.position !== null),
    request,
    BY_POSITION,
  )
}
