import type { ChangeRequest, DecisionTime } from '../../database/changes/change.ts'
import { type CorrectedMember, writeCorrections } from '../../database/changes/corrections.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { metadataRefusal } from '../../domain/metadata.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { endApprovals } from '../approvals/approvals.store.ts'
import { changeItems, momentOf } from '../items/item-changes.store.ts'
import { updateRefusal } from './move-shipment.rules.ts'
import {
  outboundShipmentNotFound,
  type ShipmentDetailsRow,
  shipmentOfErasedAccount,
} from './outbound-shipment.ts'
import {
  changedDirections,
  correctedDirections,
  type DirectionChanges,
  isPersonal,
} from './shipment-directions.ts'
import { shipmentEvent } from './shipment-event.ts'
import {
  type LockedForUpdate,
  lockForUpdate,
  writeUpdate,
} from './update-outbound-shipment.store.ts'

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

/** Changes the directions of a shipment; an approval of others is taken back. */
export const UPDATE_OUTBOUND_SHIPMENT = unbatchedChange({
  name: 'update_outbound_shipment',
  lock: (tx, { id }: ShipmentUpdate) => lockForUpdate(tx, id),
  judge: judgeUpdateOutboundShipment,
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
})

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
