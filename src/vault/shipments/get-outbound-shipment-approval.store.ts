import { findById } from '../../database/find-by-id.ts'
import type { ShippedContent } from './approved-shipment.ts'
import type { ShipmentDetailsRow } from './outbound-shipment.ts'

// An item of a shipment stays in its list, also behind a cancellation.
const ITEMS = `
      from outbound_shipment_items as listed
      join inventory_items as item on item.organization_id = $1 and item.id = inventory_item_id
      where listed.organization_id = $1 and outbound_shipment_id = shipment.id`

export const getApprovedShipment = findById<ShipmentDetailsRow & ShippedContent>(`
  select shipment.organization_id, shipment.id, version, total_items, shipment.fbo_account_id,
    recipient, coalesce(shipment.service, directions.service) as service,
    coalesce(signature_required, false) as signature_required, insured_value_cents, salt,
    array(select item.id ${ITEMS}) as item_ids,
    (select coalesce(sum(declared_value_cents), 0)::text ${ITEMS}) as declared_value_cents
  from outbound_shipments as shipment
  left join outbound_shipment_directions as directions
    on directions.organization_id = $1 and directions.outbound_shipment_id = shipment.id
  where shipment.organization_id = $1 and shipment.id = $2`)
