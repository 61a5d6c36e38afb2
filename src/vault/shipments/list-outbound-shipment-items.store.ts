import { KeysetPages } from '../../database/keyset-page.ts'

interface ShipmentItemRow {
  readonly position: number
  readonly inventoryItemId: string
}

export const SHIPMENT_ITEM_PAGES = new KeysetPages<ShipmentItemRow>({
  order: { direction: 'ascending', key: [{ name: 'position', type: 'number' }] },
  conditions: {},
  select: ({ where, rows }) => `
    select position, inventory_item_id
    from outbound_shipment_items
    where organization_id = $1 and outbound_shipment_id = $2 ${where}
    ${rows}`,
  recordTable: 'outbound_shipments',
})
