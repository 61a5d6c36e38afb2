import type { Caller } from '../../domain/caller.ts'
import type { OrganizationTransaction } from './organization-transaction.ts'

/** A key that a caller gave a change, and which request it was given to. */
export interface RequestKey {
  /** Keys of different operations are different. */
  readonly operation: string
  readonly key: string
  /** Of all that makes the request what it is, in hexadecimal digits. */
  readonly requestSha256: string
  /** Encrypts the response before it is kept, where it holds a secret. */
  readonly encrypt?: (text: string) => string
}

/**
 * The request misses rows that somebody else may hold locked: it is decided alone, where it may
 * wait for them.
 */
export const LOCKED = Symbol('locked')

/**
 * Something stands in the way whose time is over, but which nobody has ended yet: the request is
 * decided once more when that is done.
 */
export const DUE = Symbol('due')

/** Passes over rows that others hold locked, or waits for them. */
export type LockMode = 'skip_locked' | 'wait'

/** What a change is asked for with. */
export interface ChangeRequest<Input> {
  readonly caller: Caller
  readonly input: Input
}

/** A request whose change is to be written. */
export interface Accepted<Input, Result> extends ChangeRequest<Input> {
  readonly result: Result
}

/** What was seen of the database's clock, and of what is due, once all locks were held. */
export interface Moment {
  /** Milliseconds since the Unix epoch, by the database's clock. */
  readonly nowMs: number
  /** Whether some transfer of the organization is over, and not ended yet. */
  readonly hasDue: boolean
}

/**
 * One kind of change: the facts that it locks, the rules that judge them, the rows that it writes.
 * Requests of one organization that arrive together share a transaction; each is
 * accepted or refused on its own.
 */
export interface Change<Input, Facts, Result> {
  /** Its name in the metrics. */
  readonly name: string
  /**
   * How requests share a transaction; where it is left out, each has its own and waits for rows.
   */
  readonly batching?: {
    /** How much work a request is; 1 where left out. */
    readonly weightOf?: (input: Input) => number
    /** Of requests that share a key, one comes into a batch, and the next into the next. */
    readonly conflictKeysOf?: (input: Input) => readonly string[]
  }
  /**
   * One statement that changes what it can of requests that have no key. It is committed by itself,
   * and waits for no row. A request that it did not change is undefined: it is locked, judged and
   * written afterwards.
   */
  readonly atOnce?: (
    run: OrganizationTransaction['run'],
    requests: readonly ChangeRequest<Input>[],
  ) => Promise<readonly (Result | undefined)[]>
  /** Locks rows in the order of their keys, and reads; all statements are sent at once. */
  readonly lock: (
    tx: OrganizationTransaction,
    inputs: readonly Input[],
    mode: LockMode,
  ) => Promise<Facts>
  /**
   * Judges one request after the other, in the order of arrival; where it accepts one, it leaves in
   * the facts what the next one is to see. LOCKED only where the mode is `skip_locked`.
   * @returns what is to become of it; a {Refusal}; any other error is a defect of that request
   * alone
   */
  readonly judge: (
    request: ChangeRequest<Input>,
    facts: Facts,
    moment: Moment,
  ) => Result | Error | typeof LOCKED | typeof DUE
  /** Sends what is to be written of all accepted requests. */
  readonly write: (
    tx: OrganizationTransaction,
    accepted: readonly Accepted<Input, Result>[],
  ) => void
}

/** A response as it is sent, and kept under the request's key. */
export interface ChangeResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A request for a change, and what its response is made of. */
export interface RequestedChange<Input, Result> extends ChangeRequest<Input> {
  /** What is committed under it is committed once, and answered alike from then on. */
  readonly key?: RequestKey
  /** Whether it is only judged, and changes nothing. */
  readonly isDryRun: boolean
  /** Whether what was due has been processed for it: it is not decided again because of that. */
  readonly isDueProcessed: boolean
  readonly respond: (result: Result) => ChangeResponse
}

/** What became of a request; a refusal is thrown. */
export type ChangeOutcome<Result> =
  | { readonly kind: 'decided'; readonly response: ChangeResponse; readonly result: Result }
  /** It was answered before, under the same key. */
  | { readonly kind: 'kept'; readonly response: ChangeResponse }
  | { readonly kind: 'due' }
