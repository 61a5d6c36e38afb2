import { type NewCorrection, writeCorrections } from '../corrections/corrections.store.ts'
import type { Change, ChangeRequest, DecisionTime } from '../database/changes/change.ts'
import { refusalOf } from '../domain/errors.ts'
import { metadataViolations } from '../domain/metadata.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { changeItems } from '../inventory-items/item-changes.store.ts'
import { updateRefusal } from './move-shipment.rules.ts'
import {
  outboundShipmentNotFound,
  type ShipmentDetailsRow,
  shipmentOfErasedAccount,
} from './outbound-shipment.ts'
import {
  changedDirections,
  changedMembersOf,
  type DirectionChanges,
  type Directions,
  isPersonal,
} from './shipment-directions.ts'
import { shipmentEvent } from './shipment-event.ts'
import {
  type LockedForUpdate,
  lockForUpdate,
  writeUpdate,
} from './update-outbound-shipment.store.ts'

interface ShipmentUpdate {
  readonly id: string
  /** The versions of the shipment that may be changed. */
  readonly ifMatch: IfMatch
  readonly tokenId: string | null
  readonly changes: DirectionChanges
}

interface UpdatedShipment {
  readonly before: ShipmentDetailsRow
  readonly shipment: ShipmentDetailsRow
  readonly changedMembers: readonly (keyof Directions)[]
  readonly itemIds: readonly string[]
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number
}

/** Changes the directions of a shipment; an approval of others is taken back. */
export const UPDATE_OUTBOUND_SHIPMENT: Change<ShipmentUpdate, LockedForUpdate, UpdatedShipment> = {
  name: 'update_outbound_shipment',
  lock: (tx, inputs) => lockForUpdate(tx, inputs[0] as ShipmentUpdate),
  judge: judgeUpdateOutboundShipment,
  write: (tx, accepted) => {
    for (const { caller, result } of accepted) {
      const { shipment, changedMembers, itemIds, atMs } = result
      if (changedMembers.length === 0) continue
      writeUpdate(tx, shipment)
      writeCorrections(tx, correctionsOf(result, caller.tokenId))
      if (!losesApproval(result)) continue
      changeItems(tx, {
        itemIds,
        kind: 'shipment_approval_withdrawn',
        atMs,
        fromFboAccountId: shipment.fboAccountId,
        toFboAccountId: shipment.fboAccountId,
        fromStatus: 'shipment_pending',
        toStatus: 'shipment_pending',
        outboundShipmentId: shipment.id,
        tokenId: caller.tokenId,
        reason: null,
      })
    }
  },
  events: (accepted) =>
    accepted
      .filter(({ result }) => result.changedMembers.length > 0)
      .map((one) => {
        const { before, shipment, changedMembers, atMs } = one.result
        return shipmentEvent(one, 'outbound_shipment.updated', shipment, {
          occurredAt: new Date(atMs),
          statusBefore: before.status,
          changedMembers,
        })
      }),
}

function losesApproval({ before, shipment }: UpdatedShipment): boolean {
  return shipment.status !== before.status
}

/** Personal values are kept in the shipment alone. */
const PERSONAL: readonly (keyof Directions)[] = ['recipient', 'metadata']

function correctionsOf(
  { before, shipment, changedMembers, atMs }: UpdatedShipment,
  tokenId: string | null,
): NewCorrection[] {
  return changedMembers.map((member) => {
    const isPersonal = PERSONAL.includes(member)
    return {
      subjectType: 'outbound_shipment',
      subjectId: shipment.id,
      at: new Date(atMs),
      member,
      from: isPersonal ? null : before[member],
      to: isPersonal ? null : shipment[member],
      reason: null,
      tokenId,
    }
  })
}

function judgeUpdateOutboundShipment(
  { input: { ifMatch, changes } }: ChangeRequest<ShipmentUpdate>,
  { shipment, items, accountErased }: LockedForUpdate,
  { nowMs }: DecisionTime,
) {
  if (shipment === undefined) return outboundShipmentNotFound()
  const { version, status, holdReason, cancelledAt } = shipment
  const facts = { status, holdReason, cancelledAt: cancelledAt?.toISOString() ?? null }
  const refusal = versionRefusal('shipment', { version, ifMatch }) ?? updateRefusal(facts)
  if (refusal !== undefined) return refusal
  const directions = changedDirections(shipment, changes)
  const violations = metadataViolations(directions.metadata)
  if (violations.length > 0) return refusalOf(violations, 'request')
  const changedMembers = changedMembersOf(shipment, directions)
  if (accountErased && isPersonal(directions)) return shipmentOfErasedAccount()
  const atMs = items.reduce((at, { changedAtMs }) => Math.max(at, changedAtMs), nowMs)
  const itemIds = items.map(({ id }) => id)
  const result = { before: shipment, changedMembers, itemIds, atMs }
  // If no value changes, the version stays, and nothing is written.
  if (changedMembers.length === 0) return { ...result, shipment }
  const updated = { ...shipment, ...directions, version: version + 1 }
  const approvedOthers = status === 'approved' && changedMembers.some(needsApproval)
  return { ...result, shipment: approvedOthers ? { ...updated, ...UNAPPROVED } : updated }
}

/** Metadata is only kept: it sends a shipment neither elsewhere nor otherwise. */
function needsApproval(member: keyof Directions): boolean {
  return member !== 'metadata'
}

const UNAPPROVED = {
  status: 'pending_approval',
  approvedAt: null,
  approvedByTokenId: null,
} as const
