import type { Caller } from '../../domain/caller.ts'
import type { NewEvent } from '../../domain/events.ts'
import type { OrganizationTransaction } from './organization-transaction.ts'

/** The idempotency key of a request, and which request it was sent with. */
export interface RequestKey {
  /** Keys of different operations are different. */
  readonly operation: string
  readonly key: string
  /** Digest of everything that makes the request what it is, in hexadecimal digits. */
  readonly requestSha256: string
  /** Encrypts the response before it is stored, if it holds a secret or personal data. */
  readonly encrypt?: (text: string) => string
}

/**
 * The request is decided once more, in a transaction of its own that waits for locks: it lacks rows
 * that another transaction may hold, or the shared transaction failed.
 */
export const RETRY_UNBATCHED = Symbol('retry unbatched')

/** Only a claim that has expired blocks the request: once it is ended, the request is decided. */
export const BLOCKED_BY_EXPIRED = Symbol('blocked by expired')

/** Whether statements pass over rows that others hold locked, or wait for them. */
export type LockMode = 'skip_locked' | 'wait'

export interface ChangeRequest<Input> {
  readonly caller: Caller
  /** The id of the request in the logs; null where a command or the service itself acts. */
  readonly requestId: string | null
  readonly input: Input
}

/** A request whose change is to be written. */
export interface Accepted<Input, Result> extends ChangeRequest<Input> {
  readonly result: Result
}

/** The database's clock, and whether transfers have expired, once all locks were held. */
export interface DecisionTime {
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number
  /** Whether a transfer of the organization has expired and not ended, or waits for its review. */
  readonly hasExpired: boolean
}

/**
 * One kind of change: the facts that it locks, the rules that judge them, the rows that it writes.
 * Requests of one organization that arrive together share a transaction; each is accepted or
 * refused on its own.
 */
export interface Change<Input, Facts, Result> {
  /** Its name in the metrics. */
  readonly name: string
  /** Lets requests share a transaction. Without it, each has its own and waits for rows. */
  readonly batching?: {
    /** The work of a request; 1 by default. */
    readonly weightOf?: (input: Input) => number
    /** Requests with a common key never share a transaction. */
    readonly conflictKeysOf?: (input: Input) => readonly string[]
  }
  /** Whether `hasExpired` is looked up for it; else it is false. */
  readonly seesExpired?: true
  /** Whether it gives or takes permissions: see `byPowersOfNow`. */
  readonly isOfPowers?: true
  /** Locks rows in the order of their keys, and reads; all statements are sent at once. */
  readonly lock: (
    tx: OrganizationTransaction,
    inputs: readonly Input[],
    mode: LockMode,
    callers: readonly Caller[],
  ) => Promise<Facts>
  /**
   * Judges the requests one by one, in the order of arrival. Where it accepts one, it updates the
   * facts for the next. It returns RETRY_UNBATCHED only in the mode `skip_locked`.
   * @returns what is to become of it; a {Refusal}; any other error is a defect of that request
   * alone
   */
  readonly judge: (
    request: ChangeRequest<Input>,
    facts: Facts,
    moment: DecisionTime,
  ) => Result | Error | typeof RETRY_UNBATCHED | typeof BLOCKED_BY_EXPIRED
  /** Sends what is to be written of all accepted requests. */
  readonly write: (
    tx: OrganizationTransaction,
    accepted: readonly Accepted<Input, Result>[],
  ) => void
  /** The events of accepted requests; none where they left everything as it was. */
  readonly events: (accepted: readonly Accepted<Input, Result>[]) => readonly NewEvent[]
}

/** A response as it is sent, and stored under the request's key. */
export interface ChangeResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface RequestedChange<Input, Result> extends ChangeRequest<Input> {
  /** A change is committed once under its key; from then on, the stored response is sent again. */
  readonly key?: RequestKey
  /** Whether it is only judged, and changes nothing. */
  readonly isDryRun: boolean
  /** Whether expired transfers were ended for it: BLOCKED_BY_EXPIRED does not apply again. */
  readonly isAfterExpiry: boolean
  readonly respond: (result: Result) => ChangeResponse
}

/** The fate of a request; a refusal is thrown. */
export type ChangeOutcome<Result> =
  | { readonly kind: 'decided'; readonly response: ChangeResponse; readonly result: Result }
  /** The response to the same request, decided before under the same key. */
  | { readonly kind: 'replayed'; readonly response: ChangeResponse }
  | { readonly kind: 'blocked_by_expired' }
