import type { ImportedRow, RowViolation } from './import-spec.ts'

/** The status agrees with what comes with it: the shipment that claims the item, a hold reason. */
export function itemRowViolations(row: ImportedRow): readonly RowViolation[] {
  return [...claimViolations(row), ...holdViolations(row)]
}

/** A claimed item names what claims it, and only that. */
function claimViolations({ status, activeShipmentId }: ImportedRow): readonly RowViolation[] {
  // A cell that is invalid by itself says nothing about the other.
  if (status === undefined || activeShipmentId === undefined) return []
  const claimed = status === 'shipment_pending'
  if (claimed === (activeShipmentId !== null)) return []
  const column = 'activeShipmentId'
  return claimed
    ? [{ column, code: 'required', detail: SHIPMENT_REQUIRED }]
    : [{ column, code: 'invalid_value', detail: SHIPMENT_REFUSED }]
}

/** Books of before may not say why an item is held; a reason without a hold is a mistake. */
function holdViolations({ status, holdReason }: ImportedRow): readonly RowViolation[] {
  if (status === undefined || status === 'on_hold') return []
  if (holdReason === undefined || holdReason === null) return []
  return [{ column: 'holdReason', code: 'invalid_value', detail: REASON_REFUSED }]
}

const SHIPMENT_REQUIRED =
  'activeShipmentId is empty: an item that is shipment_pending names its shipment.'
const SHIPMENT_REFUSED = 'activeShipmentId must be empty unless the status is shipment_pending.'
const REASON_REFUSED = 'holdReason must be empty unless the status is on_hold.'
