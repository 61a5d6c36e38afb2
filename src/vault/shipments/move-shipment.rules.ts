import type { OrganizationPolicyRow } from '../../access/organizations/organization-policy.ts'
import { Refusal } from '../../domain/errors.ts'
import {
  illegalTransition,
  SHIPMENT_STATUSES,
  SHIPPED_STATUSES,
  type ShipmentStatus,
} from '../../domain/state-transitions.ts'
import type { ItemStatus } from '../items/inventory-item.ts'
import type { ShipmentDetailsRow } from './outbound-shipment.ts'

/** The verbs of a shipment, as they end the path; refusals list them in this order. */
export const SHIPMENT_VERBS = [
  'inspect',
  'submit',
  'approve',
  'return-to-packing',
  'ship',
  'deliver',
  'hold',
  'release',
  'cancel',
] as const

export type ShipmentVerb = (typeof SHIPMENT_VERBS)[number]

/** The condition and the effect of each verb. A cancelled shipment takes none. */
interface ShipmentStep {
  readonly from: readonly ShipmentStatus[]
  /** The status afterwards; null where it does not change. */
  readonly to: ShipmentStatus | null
  /** Whether a shipment on hold takes it: never; also; or only a shipment on hold does. */
  readonly onHold: 'never' | 'also' | 'only'
  /** Ends the names of its event (`outbound_shipment.`), and of its movement (`shipment_`). */
  readonly done: ShipmentDone
  readonly itemsFrom: ItemStatus
  readonly itemsTo: ItemStatus
}

type ShipmentDone =
  | 'inspecting'
  | 'submitted'
  | 'approved'
  | 'returned_to_packing'
  | 'shipped'
  | 'delivered'
  | 'held'
  | 'released'
  | 'cancelled'

const BEFORE_SHIPPED = SHIPMENT_STATUSES.filter((status) => !SHIPPED_STATUSES.includes(status))

const CLAIMED = {
  onHold: 'never',
  itemsFrom: 'shipment_pending',
  itemsTo: 'shipment_pending',
} as const

export const SHIPMENT_STEPS: Readonly<Record<ShipmentVerb, ShipmentStep>> = {
  inspect: { ...CLAIMED, from: ['packing'], to: 'inspecting', done: 'inspecting' },
  submit: { ...CLAIMED, from: ['inspecting'], to: 'pending_approval', done: 'submitted' },
  approve: { ...CLAIMED, from: ['pending_approval'], to: 'approved', done: 'approved' },
  'return-to-packing': {
    ...CLAIMED,
    from: ['inspecting', 'pending_approval'],
    to: 'packing',
    done: 'returned_to_packing',
  },
  ship: { ...CLAIMED, from: ['approved'], to: 'shipped', done: 'shipped', itemsTo: 'shipped' },
  deliver: {
    from: ['shipped'],
    to: 'delivered',
    onHold: 'never',
    done: 'delivered',
    itemsFrom: 'shipped',
    itemsTo: 'delivered',
  },
  hold: { ...CLAIMED, from: BEFORE_SHIPPED, to: null, done: 'held' },
  release: { ...CLAIMED, from: BEFORE_SHIPPED, to: null, onHold: 'only', done: 'released' },
  cancel: {
    ...CLAIMED,
    from: BEFORE_SHIPPED,
    to: null,
    onHold: 'also',
    done: 'cancelled',
    itemsTo: 'in_vault',
  },
}

/** A shipment in the database, at the moment of the decision. */
type StepFacts = Pick<ShipmentDetailsRow, 'status' | 'holdReason' | 'cancelledAt'>

export function verbsTaken(facts: StepFacts) {
  if (facts.cancelledAt !== null) return []
  const refused = facts.holdReason === null ? 'only' : 'never'
  return SHIPMENT_VERBS.filter((verb) => {
    const { from, onHold } = SHIPMENT_STEPS[verb]
    return from.includes(facts.status) && onHold !== refused
  })
}

/** Why the shipment does not take the verb in its status; undefined where it does. */
export function stepRefusal(verb: ShipmentVerb, facts: StepFacts): Refusal | undefined {
  return verbsTaken(facts).includes(verb) ? undefined : notTaken(verb, facts)
}

/** The verbs that take a shipment to its approval, and through it. */
export const NEEDS_RECIPIENT: readonly ShipmentVerb[] = ['submit', 'approve']

/** Why the policy does not let a shipment go there without a recipient; undefined if it does. */
export function recipientRefusal(
  verb: ShipmentVerb,
  { recipient }: Pick<ShipmentDetailsRow, 'recipient'>,
  { recipientRequired }: Pick<OrganizationPolicyRow, 'recipientRequired'>,
): Refusal | undefined {
  if (!NEEDS_RECIPIENT.includes(verb) || !recipientRequired || recipient !== null) return undefined
  return new Refusal('recipient_required', {
    detail:
      'The policy of the organization requires a recipient: set it with Update Outbound Shipment, ' +
      `then ${verb} the shipment.`,
  })
}

/** A shipment can be changed as long as it can be cancelled: until it has left, also on hold. */
export function updateRefusal(facts: StepFacts): Refusal | undefined {
  return verbsTaken(facts).includes('cancel') ? undefined : notTaken('update', facts)
}

function notTaken(verb: string, facts: StepFacts): Refusal {
  const allowed = verbsTaken(facts)
  const illegal = { recordType: 'shipment', verb, currentStatus: facts.status, allowed }
  const { cancelledAt, holdReason } = facts
  if (cancelledAt !== null) {
    const members = { cancelledAt: cancelledAt.toISOString() }
    return illegalTransition({ ...illegal, because: 'cancelled', members })
  }
  if (holdReason !== null) {
    return illegalTransition({ ...illegal, because: 'on hold', members: { holdReason } })
  }
  return illegalTransition(illegal)
}
