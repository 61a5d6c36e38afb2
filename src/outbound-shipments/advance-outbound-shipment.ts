import {
  type Accepted,
  BLOCKED_BY_EXPIRED,
  type ChangeRequest,
  RETRY_UNBATCHED,
} from '../database/changes/change.ts'
import { unbatchedChange } from '../database/changes/unbatched-change.ts'
import type { Caller } from '../domain/caller.ts'
import type { ShipmentStatus } from '../domain/shipment-statuses.ts'
import { illegalTransition } from '../domain/state-transitions.ts'
import type { RecordToChange } from '../domain/versions.ts'
import { type LockedForMove, lockForMove } from './move-shipment.store.ts'
import { MOVE_SHIPMENT, type MovedShipment, type ShipmentMove } from './move-shipment.ts'
import { outboundShipmentNotFound, type ShipmentDetailsRow } from './outbound-shipment.ts'

interface RequestedAdvance extends RecordToChange {
  /** For the step in which it ships. */
  readonly trackingNumber?: string
}

interface AdvancedShipment extends MovedShipment {
  readonly move: ShipmentMove
}

/** The carrier that a simulated step ships with. */
const CARRIER = 'sandbox'

/** Tracking numbers of shipments that the simulated carrier never delivers. */
const NEVER_DELIVERED = /^SANDBOX-(LOST|RETURNED)/

/**
 * Takes a shipment of a test organization its next step, for the people of the vault. No policy
 * asks for a second person; one that asks for the signature of a passkey is kept.
 */
export const ADVANCE_SHIPMENT = unbatchedChange({
  name: 'advance_shipment',
  lock: (tx, { id }: RequestedAdvance) => lockForMove(tx, { id, tokenId: null, approval: {} }),
  judge: (request, facts, moment) => {
    const { shipment } = facts
    if (shipment === undefined) return outboundShipmentNotFound()
    const fate = NEVER_DELIVERED.exec(shipment.trackingNumber ?? '')?.[1]?.toLowerCase()
    if (shipment.status === 'shipped' && fate !== undefined) return undelivered(fate)
    const move = nextMove(shipment, request.input)
    const judged = MOVE_SHIPMENT.judge(byTheVault(request, move), alone(facts), moment)
    return isMoved(judged) ? { ...judged, move } : judged
  },
  write: (tx, one) => MOVE_SHIPMENT.write(tx, [moved(one)]),
  events: (one) =>
    MOVE_SHIPMENT.events([moved(one)]).map((event) => ({ ...event, system: 'sandbox' })),
})

function nextMove(
  { id, status }: ShipmentDetailsRow,
  { trackingNumber = `SANDBOX-${id}` }: RequestedAdvance,
): ShipmentMove {
  if (status === 'approved') return { verb: 'ship', carrier: CARRIER, trackingNumber }
  return { verb: NEXT_VERB[status] }
}

/** A delivered shipment is refused as Deliver Outbound Shipment refuses it. */
const NEXT_VERB = {
  packing: 'inspect',
  inspecting: 'submit',
  pending_approval: 'approve',
  shipped: 'deliver',
  delivered: 'deliver',
} as const satisfies Partial<Record<ShipmentStatus, ShipmentMove['verb']>>

/** Nobody's approval is counted, and no rule asks for several. */
function alone({ approvals, ...facts }: LockedForMove): LockedForMove {
  const none = { given: [], rules: [], signInMinutes: null }
  return { ...facts, approvals: approvals && { ...approvals, ...none } }
}

function byTheVault(
  { caller, requestId, input }: ChangeRequest<RequestedAdvance>,
  move: ShipmentMove,
) {
  const vault: Caller = { ...caller, tokenId: null }
  return { caller: vault, requestId, input: { ...input, move } }
}

function moved(one: Accepted<RequestedAdvance, AdvancedShipment>) {
  return { ...byTheVault(one, one.result.move), result: one.result }
}

type Judged = ReturnType<typeof MOVE_SHIPMENT.judge>

function isMoved(judged: Judged): judged is MovedShipment {
  return !(judged instanceof Error || judged === RETRY_UNBATCHED || judged === BLOCKED_BY_EXPIRED)
}

function undelivered(fate: string) {
  const because = `${fate} by the simulated carrier`
  const illegal = { recordType: 'shipment', verb: 'advance', currentStatus: 'shipped', because }
  return illegalTransition({ ...illegal, allowed: ['deliver'] })
}
