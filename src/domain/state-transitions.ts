import { Refusal } from './errors.ts'
import type { ProblemMembers } from './problem-members.ts'

/** A verb that a record does not take in its present state. */
export interface IllegalTransition {
  /** What the record is, for the sentence: `transfer`, `shipment`, `item`. */
  readonly recordType: string
  readonly verb: string
  readonly currentStatus: string
  /** The verbs that it takes now, as they stand at the end of the path. */
  readonly allowed: readonly string[]
  /** What else stands in the way, for a program and, as `because`, for a person. */
  readonly members?: ProblemMembers
  readonly because?: string
}

/** The 409 of every illegal move: where the record stands, and what it takes instead. */
export function illegalTransition(illegal: IllegalTransition): Refusal {
  const { recordType, verb, currentStatus, allowed, members = {}, because } = illegal
  const now = allowed.length === 0 ? 'nothing now' : allowed.join(', ')
  const state = because === undefined ? currentStatus : `${currentStatus} (${because})`
  return new Refusal('invalid_state_transition', {
    detail: `The ${recordType} is ${state} and does not take ${verb}: it takes ${now}.`,
    members: { currentStatus, allowed, ...members },
  })
}

/** The 403 of four eyes: the same token, line of tokens or owner created it. */
export function selfApprovalForbidden(recordType: string): Refusal {
  return new Refusal('self_approval_forbidden', {
    detail: `Whoever created the ${recordType} cannot approve it: let somebody else approve it, with a token of their own.`,
  })
}
