import {
  APPROVAL_FORMAT,
  type ApprovalContent,
  hashOfDocument,
  itemsSha256,
} from '../../access/passkeys/approval-content.ts'
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
