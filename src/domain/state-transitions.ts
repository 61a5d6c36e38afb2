import { Refusal, type Violation } from './errors.ts'
import type { ProblemMembers } from './problem-members.ts'

/** A verb that a record does not take in its current status. */
interface IllegalTransition {
  /** As the sentence names it: `transfer`, `shipment`, `item`. */
  readonly recordType: string
  readonly verb: string
  readonly currentStatus: string
  /** The verbs that it takes now, as they appear at the end of the path. */
  readonly allowed: readonly string[]
  /** Another obstacle than the status: for a program in `members`, for a person in `because`. */
  readonly members?: ProblemMembers
  readonly because?: string
}

/** The 409 of every illegal transition, with the current status and the verbs that are allowed. */
export function illegalTransition(illegal: IllegalTransition): Refusal {
  const { recordType, verb, currentStatus, allowed, members = {}, because } = illegal
  const now = allowed.length === 0 ? 'nothing now' : allowed.join(', ')
  const state = because === undefined ? currentStatus : `${currentStatus} (${because})`
  return new Refusal('invalid_state_transition', {
    detail: `The ${recordType} is ${state} and does not accept ${verb}: it accepts ${now}.`,
    members: { currentStatus, allowed, ...members },
  })
}

/** The 403 of the four-eyes rule: see `isSamePerson`. */
export function selfApprovalForbidden(recordType: string, who = 'The creator'): Refusal {
  return new Refusal('self_approval_forbidden', {
    detail: `${who} of a ${recordType} cannot approve it: let somebody else approve it, with their own token.`,
  })
}

/** `fbo_account_not_found` for an account in a body. */
export function unknownAccount(pointer: string): Violation {
  return {
    pointer,
    code: 'fbo_account_not_found',
    detail: `The organization has no FBO account with the id in ${pointer.slice(1).replaceAll('/', '.')}: check the id.`,
  }
}

/** The statuses of an outbound shipment, in the order of its steps. */
export const SHIPMENT_STATUSES = [
  'packing',
  'inspecting',
  'pending_approval',
  'approved',
  'shipped',
  'delivered',
] as const

export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

/** The statuses of a shipment that has left the vault, and so has a `shippedAt`. */
export const SHIPPED_STATUSES: readonly ShipmentStatus[] = ['shipped', 'delivered']
