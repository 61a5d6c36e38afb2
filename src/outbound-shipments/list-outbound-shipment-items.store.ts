import type { Caller } from '../caller.ts'
import { type PageCut, pageRows } from '../database/page-rows.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { BY_POSITION, type Page, type PageRequest, toPage } from '../pages.ts'

export interface ShipmentItemRow {
  readonly position: number
  readonly inventoryItemId: string
}

/** One page of a shipment's items, in the order of the request; undefined without a shipment. */
export async function listOutboundShipmentItems(
  caller: Caller,
  database: RequestDatabase,
  outboundShipmentId: string,
  request: PageRequest,
): Promise<Page<ShipmentItemRow> | undefined> {
  const { organizationId } = caller
  // One row of nulls is a shipment without items or a page past the end, no row is no shipment.
  const rows = await database.decide(caller, (sql) => {
    const select = (cut: PageCut) => sql`
      select position, inventory_item_id
      from outbound_shipment_items
      where organization_id = ${organizationId} and outbound_shipment_id = ${outboundShipmentId}
        ${cut.where}
      ${cut.rows}`
    const page = pageRows(sql, request, BY_POSITION, select)
    return sql<(ShipmentItemRow | { readonly position: null })[]>`
      select item.position, inventory_item_id
      from outbound_shipments as shipment
      left join lateral (${page}) as item on true
      where shipment.organization_id = ${organizationId} and shipment.id = ${outboundShipmentId}
      order by item.position`
  })
  if (rows.length === 0) return undefined
  return toPage(
    rows.filter((row) => row.position !== null),
    request,
    BY_POSITION,
  )
}
