import { currentPolicy } from '../../access/organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../../access/organizations/organization-policy.ts'
import { lockSigners, type Signers } from '../../access/passkeys/passkeys.store.ts'
import type { TokenHolder } from '../../access/tokens/access-token.ts'
import { TOKEN_HOLDER_COLUMNS, TOKEN_HOLDERS } from '../../access/tokens/token-columns.store.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { ApprovalsSoFar } from '../approvals/approval.ts'
import type { GivenProof } from '../approvals/approval-proof.ts'
import { policyOfApprovals } from '../approvals/approvals.store.ts'
import { ITEM_STATUS } from '../items/inventory-item.ts'
import type { LockedItem } from '../items/item-changes.store.ts'
import {
  type ShipmentDetailsRow,
  STORED_SHIPMENT_COLUMNS,
  type StoredShipmentRow,
} from './outbound-shipment.ts'
import { readDirections } from './shipment-directions.store.ts'
import { withDirections } from './shipment-directions.ts'

const SHIPMENT = `
  select ${STORED_SHIPMENT_COLUMNS}
  from outbound_shipments
  where organization_id = $1 and id = $2
  for no key update`

// Runs behind the lock of the shipment, so that it sees items that an import has just added.
const ITEMS = `
  select id, ${ITEM_STATUS} as status,
    (extract(epoch from changed_at) * 1000)::float8 as changed_at_ms, declared_value_cents
  from inventory_items as item
  where organization_id = $1 and id = any(array(
    select inventory_item_id
    from outbound_shipment_items
    where organization_id = $1 and outbound_shipment_id = $2
  ))
  order by id
  for no key update`

const TOKENS = `
  select ${TOKEN_HOLDER_COLUMNS}, id = $3 as is_caller, id = created_by as is_creator,
    id = any(directed_by) as is_director
  from ${TOKEN_HOLDERS}
  cross join (
    select
      (select created_by_token_id from outbound_shipments where organization_id = $1 and id = $2)
        as created_by,
      array(
        select token_id
        from corrections
        where organization_id = $1 and subject_type = 'outbound_shipment' and subject_id = $2
          and token_id is not null and member <> 'metadata'
      ) as directed_by
  ) as known
  where organization_id = $1 and id = any(directed_by || array[created_by, $3])`

/** A token of the caller, or of somebody who had a part in the shipment. */
export interface ShipmentToken extends TokenHolder {
  readonly isCaller: boolean
  readonly isCreator: boolean
  /** Whether it changed where the shipment goes, or how. */
  readonly isDirector: boolean
}

type ShippedItem = Pick<LockedItem, 'id' | 'status' | 'changedAtMs' | 'declaredValueCents'>

export interface LockedShipment {
  /** Undefined where the organization has none with this id. */
  readonly shipment: ShipmentDetailsRow | undefined
  readonly items: readonly ShippedItem[]
}

export interface LockedForMove extends LockedShipment {
  readonly policy: OrganizationPolicyRow
  /** Undefined unless it is to be approved, or if the organization never changed its policy. */
  readonly approvals: ApprovalsSoFar | undefined
  /** Empty unless the shipment is to be approved. */
  readonly tokens: readonly ShipmentToken[]
  /** The passkey that signed the approval. */
  readonly signers: Signers
  /** The salt of the directions, for an approval that is signed. */
  readonly salt: string | null
}

const SALT = `
  select salt
  from outbound_shipment_directions
  where organization_id = $1 and outbound_shipment_id = $2`

/** A request to approve. */
interface SignedApproval {
  readonly proof?: GivenProof
}

/**
 * Locks the shipment, then its items in the order of their ids. Every step does: of two (ship and
 * hold, ship and cancel, two approvers) the second waits, sees the shipment as the first left it
 * and is refused with that status. From their claim to their delivery, only the shipment changes
 * its items. FOR NO KEY UPDATE: foreign keys of other rows can still read both.
 */
export async function lockShipment(
  tx: OrganizationTransaction,
  id: string,
): Promise<LockedShipment> {
  const [[stored], directions, items] = await Promise.all([
    tx.run<StoredShipmentRow>(SHIPMENT, [id]),
    readDirections(tx, id),
    tx.run<ShippedItem>(ITEMS, [id]),
  ])
  return { shipment: stored && withDirections(stored, directions), items }
}

/** The same, and what a step is judged by. */
export async function lockForMove(
  tx: OrganizationTransaction,
  {
    id,
    tokenId,
    approval,
  }: { id: string; tokenId: string | null; approval: SignedApproval | undefined },
): Promise<LockedForMove> {
  const isApproval = approval !== undefined
  const [locked, { policy, approvals }, tokens, signers, salts] = await Promise.all([
    lockShipment(tx, id),
    isApproval ? approvalPolicy(tx, id) : currentPolicy(tx).then(alone),
    isApproval ? tx.run<ShipmentToken>(TOKENS, [id, tokenId]) : [],
    lockSigners(tx, [approval ?? {}]),
    approval?.proof === undefined ? [] : tx.run<{ salt: string | null }>(SALT, [id]),
  ])
  return { ...locked, policy, approvals, tokens, signers, salt: salts[0]?.salt ?? null }
}

async function approvalPolicy(tx: OrganizationTransaction, id: string) {
  const { policy, approvalsById } = await policyOfApprovals(tx, 'outbound_shipment', [id])
  return { policy, approvals: approvalsById.get(id) }
}

const alone = (policy: OrganizationPolicyRow) => ({ policy, approvals: undefined })

const UPDATE = `
  update outbound_shipments
  set status = $3, shipped_at = $4, approved_at = $5, approved_by_token_id = $6, held_at = $7,
    hold_reason = $8, cancelled_at = $9, cancellation_reason = $10, carrier = $11, service = $12,
    tracking_number = $13, delivered_at = $14,
    approvals_required = coalesce($15, approvals_required)
  where organization_id = $1 and id = $2`

/**
 * Writes everything of a shipment that a step can change.
 * @param approvalsRequired how many people approved it with this step; null unless several did
 */
export function writeShipment(
  tx: OrganizationTransaction,
  shipment: ShipmentDetailsRow,
  approvalsRequired: number | null,
): void {
  const instant = (at: Date | null) => at?.toISOString() ?? null
  void tx.run(UPDATE, [
    shipment.id,
    shipment.status,
    instant(shipment.shippedAt),
    instant(shipment.approvedAt),
    shipment.approvedByTokenId,
    instant(shipment.heldAt),
    shipment.holdReason,
    instant(shipment.cancelledAt),
    shipment.cancellationReason,
    shipment.carrier,
    // Until then it is one of its directions.
    shipment.shippedAt && shipment.service,
    shipment.trackingNumber,
    instant(shipment.deliveredAt),
    approvalsRequired,
  ])
}
