import {
  APPROVAL_FORMAT,
  type ApprovalContent,
  hashOfDocument,
  itemsSha256,
} from '../../access/passkeys/approval-content.ts'
import { findById } from '../../database/find-by-id.ts'
import type { ShipmentDetailsRow } from './outbound-shipment.ts'

/** The part of an approval's content that is not in the row of the shipment. */
export interface ShippedContent {
  readonly itemIds: readonly string[]
  readonly declaredValueCents: string
  /** The salt of its directions; null if it has none. */
  readonly salt: string | null
}

export function shipmentContent(
  shipment: ShipmentDetailsRow,
  { itemIds, declaredValueCents, salt }: ShippedContent,
): ApprovalContent {
  const { organizationId, id, version, totalItems, fboAccountId } = shipment
  const { recipient, service, signatureRequired, insuredValueCents } = shipment
  // Without a salt, a guess of the recipient could be checked against the hash.
  const hidden = salt === null ? null : recipient
  const directions = { salt, recipient: hidden, service, signatureRequired, insuredValueCents }
  return {
    format: APPROVAL_FORMAT,
    ...{ organizationId, type: 'outbound_shipment', id, version, totalItems },
    itemsSha256: itemsSha256(itemIds),
    declaredValueCents,
    fboAccountId,
    directionsSha256: hashOfDocument(directions),
  }
}

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
