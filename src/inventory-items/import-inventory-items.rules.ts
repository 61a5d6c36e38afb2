import type { ImportedRow, RowFault } from '../imports/import-noun.ts'

/** A claimed item names what claims it, and only that: the status and the shipment agree. */
export function itemRowFaults({ status, activeShipmentId }: ImportedRow): readonly RowFault[] {
  // A cell that is faulty by itself says nothing about the other.
  if (status === undefined || activeShipmentId === undefined) return []
  const claimed = status === 'shipment_pending'
  if (claimed === (activeShipmentId !== null)) return []
  const column = 'activeShipmentId'
  return claimed
    ? [{ column, code: 'required', detail: REQUIRED }]
    : [{ column, code: 'invalid_value', detail: REFUSED }]
}

const REQUIRED = 'activeShipmentId is empty: an item that is shipment_pending names its shipment.'
const REFUSED = 'activeShipmentId must be empty unless the status is shipment_pending.'
