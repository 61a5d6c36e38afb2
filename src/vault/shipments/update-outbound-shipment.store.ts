import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { type LockedShipment, lockShipment } from './move-shipment.store.ts'
import type { ShipmentDetailsRow } from './outbound-shipment.ts'
import { isOwnerErased, writeDirections } from './shipment-directions.store.ts'

export interface LockedForUpdate extends LockedShipment {
  /** Whether the shipment's account was erased. */
  readonly accountErased: boolean
}

/**
 * Locks the account against an erasure, then the shipment and its items. Of an update and a step
 * (approve, ship), the second waits and is judged by what the first left.
 */
export async function lockForUpdate(
  tx: OrganizationTransaction,
  id: string,
): Promise<LockedForUpdate> {
  const [accountErased, locked] = await Promise.all([isOwnerErased(tx, id), lockShipment(tx, id)])
  return { ...locked, accountErased }
}

// The version makes it a change of the row, also where only the directions have another value.
const UPDATE = `
  update outbound_shipments
  set version = version + 1, status = $3, approved_at = $4, approved_by_token_id = $5,
    approvals_required = case when $3 <> 'pending_approval' then approvals_required end
  where organization_id = $1 and id = $2`

/** Writes the next version of the shipment: its directions, and what is left of its approval. */
export function writeUpdate(tx: OrganizationTransaction, shipment: ShipmentDetailsRow): void {
  const { id, status, approvedAt, approvedByTokenId } = shipment
  void tx.run(UPDATE, [id, status, approvedAt?.toISOString() ?? null, approvedByTokenId])
  writeDirections(tx, id, shipment)
}
