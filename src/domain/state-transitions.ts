import { Refusal } from './errors.ts'
import type { ProblemFacts } from './problem-members.ts'

/** A verb that a record does not take in its present state. */
export interface IllegalTransition {
  /** What the record is, for the sentence: `transfer`, `shipment`, `item`. */
  readonly noun: string
  readonly verb: string
  readonly currentStatus: string
  /** The verbs that it takes now, as they stand at the end of the path. */
  readonly allowed: readonly string[]
  /** What else stands in the way, for a program and, as `because`, for a person. */
  readonly facts?: ProblemFacts
  readonly because?: string
}

/** The 409 of every illegal move: where the record stands, and what it takes instead. */
export function illegalTransition(illegal: IllegalTransition): Refusal {
  const { noun, verb, currentStatus, allowed, facts = {}, because } = illegal
  const now = allowed.length === 0 ? 'nothing now' : allowed.join(', ')
  const state = because === undefined ? currentStatus : `${currentStatus} (${because})`
  return new Refusal('invalid_state_transition', {
    detail: `The ${noun} is ${state} and does not take ${verb}: it takes ${now}.`,
    facts: { currentStatus, allowed, ...facts },
  })
}

/** The 403 of four eyes: the same token, line of tokens or owner created it. */
export function selfApprovalForbidden(noun: string): Refusal {
  return new Refusal('self_approval_forbidden', {
    detail: `Whoever created the ${noun} cannot approve it: let somebody else approve it, with a token of their own.`,
  })
}
