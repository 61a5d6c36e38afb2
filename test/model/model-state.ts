import type { OrganizationPolicyRow } from '../../src/access/organizations/organization-policy.ts'
import type { Identifier } from '../../src/domain/identifiers.ts'
import type { Metadata } from '../../src/domain/metadata.ts'
import type { ShipmentStatus } from '../../src/domain/state-transitions.ts'
import type { ItemStatus } from '../../src/vault/items/inventory-item.ts'
import type { MovementKind } from '../../src/vault/items/inventory-movement.ts'
import type { ReviewReason, TransferStatus } from '../../src/vault/transfers/transfer-batch.ts'
import { DEFAULT_POLICY } from '../support/operations/default-policy.ts'
import type { ModelApprovals } from './approvals.ts'
import type { AccountHistory } from './predict-accounts.ts'

// The expected records of one organization, as plain data. A time that only the service knows is
// INSTANT or MILLISECONDS until a response contains it.

/** A moment that the model does not know yet. */
export const INSTANT = '<instant>'
/** The same, where the response has milliseconds since the epoch. */
export const MILLISECONDS = '<milliseconds>'

export interface ModelToken {
  readonly id: string
  readonly secret: string
  /** The token that it acts for: its own id where it acts for itself. */
  readonly principal: string
  readonly personId: string | null
  /** The name of its person; else its owner. */
  readonly owner: string | null
  readonly mayWrite: boolean
  /** The ids of another organization, which must never be found. */
  readonly isOutsider: boolean
}

/** Texts that a record may lack. */
type Texts<Name extends string> = Record<Name, string | null>

export interface ModelAccount
  extends Texts<'firstName' | 'lastName' | 'email' | 'phone' | 'businessName'> {
  id: string
  organizationId: string
  maxInsuredValueCents: string
  isPrimary: boolean
  createdAt: string
}

export interface ModelItem
  extends Texts<'description' | 'activeTransferId' | 'activeShipmentId' | 'holdReason'> {
  id: string
  fboAccountId: string
  organizationId: string
  status: ItemStatus
  declaredValueCents: string
  identifiers: readonly Identifier[]
  metadata: Metadata
  evidence: readonly object[]
  changedAt: string
  createdAt: string
}

export interface ModelMovement
  extends Texts<'fromFboAccountId' | 'transferBatchId' | 'outboundShipmentId'>,
    Texts<'tokenId' | 'reason'> {
  kind: MovementKind
  toFboAccountId: string
  fromStatus: ItemStatus | null
  toStatus: ItemStatus
}

export interface ModelValuation {
  fromValueCents: string
  toValueCents: string
  reason: string
  tokenId: string | null
  revaluationId: string | null
}

/** The end of a pending record. */
type Decided = Texts<'expiresAt' | 'decidedAt' | 'decidedByTokenId' | 'decisionReason'>

export interface ModelRevaluation extends Decided {
  id: string
  organizationId: string
  status: 'pending' | 'approved' | 'rejected' | 'cancelled'
  totalItems: number
  reason: string
  requestedByTokenId: string
  createdAt: string
  items: { inventoryItemId: string; fromValueCents: string; toValueCents: string }[]
}

export interface ModelTransfer extends Decided, Texts<'notes' | 'idempotencyKey'> {
  id: string
  fromFboAccountId: string
  toFboAccountId: string
  organizationId: string
  status: TransferStatus
  totalItems: number
  approvedBySystem: boolean
  createdAt: string
  totalDeclaredValueCents: string
  createdByTokenId: string
  review: ReviewReason[]
  approvedOverInsuredMaximum: boolean
  metadata: Metadata
}

export interface ModelShipment
  extends Texts<'notes' | 'approvedAt' | 'approvedByTokenId' | 'heldAt' | 'holdReason'>,
    Texts<'cancelledAt' | 'cancellationReason' | 'deliveredAt'>,
    Texts<'carrier' | 'service' | 'trackingNumber' | 'insuredValueCents'> {
  id: string
  fboAccountId: string
  organizationId: string
  status: ShipmentStatus
  shippedAt: number | typeof MILLISECONDS | null
  createdAt: string
  totalItems: number
  createdByTokenId: string
  signatureRequired: boolean
  recipient: object | null
  metadata: object
}

export interface ModelPolicy
  extends Omit<OrganizationPolicyRow, 'changedAt' | 'systemApprovalReasons'> {
  changedAt: string | null
  systemApprovalReasons: string[]
}

export interface TransferEntry {
  readonly inventoryItemId: string
  readonly reason: string
}

/** One organization; and the ids of another one's records, which must look like no records. */
export interface VaultModel {
  readonly organizationId: string
  readonly tokens: readonly ModelToken[]
  readonly foreign: Readonly<
    Record<'account' | 'item' | 'transfer' | 'shipment' | 'revaluation', string>
  >
  policy: ModelPolicy
  readonly accounts: Map<string, ModelAccount>
  readonly items: Map<string, ModelItem>
  /** The log of each item, by its id. */
  readonly movements: Map<string, ModelMovement[]>
  /** The changes of each item's value, by its id. */
  readonly valuations: Map<string, ModelValuation[]>
  readonly revaluations: Map<string, ModelRevaluation>
  readonly transfers: Map<string, ModelTransfer>
  readonly transferItems: Map<string, readonly TransferEntry[]>
  readonly shipments: Map<string, ModelShipment>
  readonly shipmentItems: Map<string, readonly string[]>
  readonly directors: Map<string, string[]>
  /** The approvals of transfers, shipments and revaluations, by their ids. */
  readonly approvals: Map<string, ModelApprovals>
  /** The approval rules of each version of the policy. */
  readonly rules: OrganizationPolicyRow['approvalRules'][]
  readonly histories: Map<string, AccountHistory>
}

const UNCHANGED = { version: 0, changedAt: null, changedByTokenId: null }

export function emptyVault(
  known: Pick<VaultModel, 'organizationId' | 'tokens' | 'foreign'>,
): VaultModel {
  return {
    ...known,
    policy: { organizationId: known.organizationId, ...DEFAULT_POLICY, ...UNCHANGED },
    accounts: new Map(),
    items: new Map(),
    movements: new Map(),
    valuations: new Map(),
    revaluations: new Map(),
    transfers: new Map(),
    transferItems: new Map(),
    shipments: new Map(),
    shipmentItems: new Map(),
    directors: new Map(),
    approvals: new Map(),
    rules: [[]],
    histories: new Map(),
  }
}

/** Whether an item lies in the vault: its account holds it. */
export function isHeld({ status }: Pick<ModelItem, 'status'>): boolean {
  return !['shipped', 'delivered', 'withdrawn'].includes(status)
}

/** The value of an account's items and of pending transfers to it, in cents. */
export function exposureOf(model: VaultModel, accountId: string): bigint {
  let cents = 0n
  for (const item of model.items.values()) {
    const inbound = item.activeTransferId && model.transfers.get(item.activeTransferId)
    const isInbound = inbound && inbound.toFboAccountId === accountId
    if ((item.fboAccountId === accountId && isHeld(item)) || isInbound) {
      cents += BigInt(item.declaredValueCents)
    }
  }
  return cents
}

/** Changes an item and logs the change. */
export function moveItem(
  model: VaultModel,
  itemId: string,
  change: Partial<ModelItem>,
  movement: Pick<ModelMovement, 'kind' | 'tokenId'> & Partial<ModelMovement>,
): void {
  const item = model.items.get(itemId) as ModelItem
  const { fboAccountId: fromFboAccountId, status: fromStatus } = item
  Object.assign(item, { changedAt: INSTANT }, change)
  const { fboAccountId: toFboAccountId, status: toStatus } = item
  const none = { transferBatchId: null, outboundShipmentId: null, reason: null }
  const between = { fromFboAccountId, toFboAccountId, fromStatus, toStatus }
  model.movements.get(itemId)?.push({ ...between, ...none, ...movement })
}
