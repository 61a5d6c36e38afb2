import type { ChangeRequest, DecisionTime } from '../../database/changes/change.ts'
import { type CorrectedMember, writeCorrections } from '../../database/changes/corrections.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { changesOf } from '../../domain/fields.ts'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { METADATA_PATCH, metadataRefusal } from '../../domain/metadata.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { change, recordReply } from '../../http/change.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { endApprovals } from '../approvals/approvals.store.ts'
import { changeItems, momentOf } from '../items/item-changes.store.ts'
import { updateRefusal } from './move-shipment.rules.ts'
import { type LockedShipment, lockShipment } from './move-shipment.store.ts'
import {
  OUTBOUND_SHIPMENT_BY_ID,
  outboundShipmentNotFound,
  SHIPMENT_DETAILS,
  type ShipmentDetailsRow,
  shipmentEvent,
  shipmentOfErasedAccount,
  toShipmentDetails,
} from './outbound-shipment.ts'
import { isOwnerErased, writeDirections } from './shipment-directions.store.ts'
import {
  changedDirections,
  correctedDirections,
  DIRECTION_MEMBERS,
  type DirectionChanges,
  isPersonal,
} from './shipment-directions.ts'

interface LockedForUpdate extends LockedShipment {
  /** Whether the shipment's account was erased. */
  readonly accountErased: boolean
}

/**
 * Locks the account against an erasure, then the shipment and its items. Of an update and a step
 * (approve, ship), the second waits and is judged by what the first left.
 */
async function lockForUpdate(tx: OrganizationTransaction, id: string): Promise<LockedForUpdate> {
  const [accountErased, locked] = await Promise.all([isOwnerErased(tx, id), lockShipment(tx, id)])
  return { ...locked, accountErased }
}

// The version makes it a change of the row, also where only the directions have another value.
const WRITE = `
  update outbound_shipments
  set version = version + 1, status = $3, approved_at = $4, approved_by_token_id = $5,
    approvals_required = case when $3 <> 'pending_approval' then approvals_required end
  where organization_id = $1 and id = $2`

/** Writes the next version of the shipment: its directions, and what is left of its approval. */
function writeUpdate(tx: OrganizationTransaction, shipment: ShipmentDetailsRow): void {
  const { id, status, approvedAt, approvedByTokenId } = shipment
  void tx.run(WRITE, [id, status, approvedAt?.toISOString() ?? null, approvedByTokenId])
  writeDirections(tx, id, shipment)
}

interface ShipmentUpdate extends RecordToChange {
  readonly changes: DirectionChanges
}

interface UpdatedShipment {
  readonly before: ShipmentDetailsRow
  readonly shipment: ShipmentDetailsRow
  /** None if nothing changes: then nothing is written. */
  readonly corrected: readonly CorrectedMember[]
  readonly itemIds: readonly string[]
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number
}

/** Whether approvals that were given, all or some of several, no longer count. */
function needsApprovalAgain({ shipment, corrected }: UpdatedShipment): boolean {
  return shipment.status === 'pending_approval' && corrected.some(needsApproval)
}

function losesApproval({ before, shipment }: UpdatedShipment): boolean {
  return shipment.status !== before.status
}

/** Personal values are kept in the shipment alone. */
function withoutPersonalValues(corrected: CorrectedMember): CorrectedMember {
  const isPersonal = corrected.member === 'recipient' || corrected.member === 'metadata'
  return isPersonal ? { ...corrected, from: null, to: null } : corrected
}

function judgeUpdateOutboundShipment(
  { input: { ifMatch, changes } }: ChangeRequest<ShipmentUpdate>,
  { shipment, items, accountErased }: LockedForUpdate,
  { nowMs }: DecisionTime,
) {
  if (shipment === undefined) return outboundShipmentNotFound()
  const { version, status } = shipment
  const refusal = versionRefusal('shipment', { version, ifMatch }) ?? updateRefusal(shipment)
  if (refusal !== undefined) return refusal
  const directions = changedDirections(shipment, changes)
  const tooMany = metadataRefusal(directions.metadata)
  if (tooMany !== undefined) return tooMany
  const corrected = correctedDirections(shipment, directions)
  if (accountErased && isPersonal(directions)) return shipmentOfErasedAccount()
  const atMs = momentOf(nowMs, items)
  const itemIds = items.map(({ id }) => id)
  const result = { before: shipment, corrected, itemIds, atMs }
  // If no value changes, the version stays, and nothing is written.
  if (corrected.length === 0) return { ...result, shipment }
  const updated = { ...shipment, ...directions, version: version + 1 }
  const approvedOthers = status === 'approved' && corrected.some(needsApproval)
  return { ...result, shipment: approvedOthers ? { ...updated, ...UNAPPROVED } : updated }
}

/** Metadata is only kept: it sends a shipment neither elsewhere nor otherwise. */
function needsApproval({ member }: CorrectedMember): boolean {
  return member !== 'metadata'
}

const UNAPPROVED = {
  status: 'pending_approval',
  approvedAt: null,
  approvedByTokenId: null,
} as const

const MEMBERS = { ...DIRECTION_MEMBERS, metadata: METADATA_PATCH }

const UPDATE = changesOf(
  'OutboundShipmentUpdate',
  'The members to change. An omitted member keeps its value; null clears it.',
  MEMBERS,
  { signatureRequired: true, insuredValueCents: '25000000' },
)

/** Changes the directions of a shipment; an approval of others is taken back. */
export const updateOutboundShipmentRoute = change({
  operationId: 'updateOutboundShipment',
  description:
    'Changes where a shipment goes and how its carrier is to take it, until it ships, also ' +
    'on hold. A change of an approved shipment takes the approval back: it is ' +
    '`pending_approval` again. A change of `metadata` alone does not.',
  method: 'PATCH',
  path: '/v1/outbound-shipments/{id}',
  permission: 'outbound_shipments:update',
  ...OUTBOUND_SHIPMENT_BY_ID,
  body: UPDATE,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: versionedResponse('The shipment after the change.', SHIPMENT_DETAILS),
  refusals: [
    'no_updatable_fields',
    'version_conflict',
    'invalid_state_transition',
    'fbo_account_erased',
  ],
  input: ({ parameters, ifMatch, body }): ShipmentUpdate => ({
    ...parameters,
    ifMatch,
    changes: body,
  }),
  lock: (tx, { id }) => lockForUpdate(tx, id),
  judge: (request, facts, moment) => judgeUpdateOutboundShipment(request, facts, moment),
  write: (tx, { caller: { tokenId }, result }) => {
    const { shipment, itemIds, atMs } = result
    if (result.corrected.length === 0) return
    writeUpdate(tx, shipment)
    const subject = { subjectType: 'outbound_shipment', subjectId: shipment.id } as const
    const made = { at: new Date(atMs), reason: null, tokenId }
    const corrected = result.corrected.map(withoutPersonalValues)
    writeCorrections(tx, [{ ...subject, ...made, corrected }])
    if (needsApprovalAgain(result)) void endApprovals(tx, 'outbound_shipment', shipment.id, atMs)
    if (!losesApproval(result)) return
    changeItems(tx, {
      itemIds,
      kind: 'shipment_approval_withdrawn',
      atMs,
      fromStatus: 'shipment_pending',
      toStatus: 'shipment_pending',
      outboundShipmentId: shipment.id,
      tokenId,
      reason: null,
    })
  },
  events: (one) => {
    const { before, shipment, corrected, atMs } = one.result
    if (corrected.length === 0) return []
    const changedMembers = corrected.map(({ member }) => member)
    return shipmentEvent(one, shipment, {
      type: 'outbound_shipment.updated',
      occurredAt: new Date(atMs),
      data: { changedMembers, statusBefore: before.status, statusAfter: shipment.status },
    })
  },
  respond: ({ shipment }) => recordReply(toShipmentDetails(shipment), shipment),
})
