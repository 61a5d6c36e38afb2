import type { Caller } from '../../domain/caller.ts'
import type { Refusal } from '../../domain/errors.ts'
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

/** Only a claim that has expired blocks the request: once it is ended, the request is decided. */
export const BLOCKED_BY_EXPIRED = Symbol('blocked by expired')

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

/** Requests of one organization that arrive together share a transaction. */
interface Sharing<Input> {
  /** The work of a request; 1 by default. */
  readonly weightOf?: (input: Input) => number
  /** Names of what a request changes: those with a common one never share a transaction. */
  readonly keysOf: (input: Input) => readonly string[]
}

/** Facts by their names, some still under way. A list or map would lose what it holds. */
export type Locking<Facts> = {
  readonly [Name in keyof Facts]: Facts[Name] | Promise<Facts[Name]>
} & { readonly [Symbol.iterator]?: never }

/**
 * One kind of change: the facts that it locks, the rules that judge them, the rows that it writes.
 * Each request is accepted or refused on its own.
 */
export interface Change<Input, Facts, Result> {
  /** Its name in the metrics. */
  readonly name: string
  /** Without it, each request has a transaction of its own. */
  readonly sharing?: Sharing<Input>
  /** Whether `hasExpired` is looked up for it; else it is false. */
  readonly seesExpired?: true
  /** Whether it gives or takes permissions: see `byPowersOfNow`. */
  readonly isOfPowers?: true
  /**
   * Locks rows in the order of their keys, and reads: the facts of a request by their names. Their
   * statements are sent in this order, and waited for together. A fact that is made before `lock`
   * waits for another one must not be left without a handler.
   */
  readonly lock?: (
    tx: OrganizationTransaction,
    input: Input,
    caller: Caller,
  ) => Locking<Facts> | Promise<Locking<Facts>>
  /** Takes the place of `lock` where requests share a transaction: the facts of all of them. */
  readonly lockAll?: (
    tx: OrganizationTransaction,
    inputs: readonly Input[],
    callers: readonly Caller[],
  ) => Locking<Facts> | Promise<Locking<Facts>>
  /**
   * @returns what is to become of it; a {Refusal}; any other error is a defect of that request
   * alone
   */
  readonly judge: (
    request: ChangeRequest<Input>,
    facts: Facts,
    moment: DecisionTime,
  ) => Result | Refusal | Error | typeof BLOCKED_BY_EXPIRED
  /** Sends what is to be written of an accepted request. */
  readonly write: (tx: OrganizationTransaction, one: Accepted<Input, Result>) => void
  /** The events of an accepted request; none where it left everything as it was. */
  readonly events: (one: Accepted<Input, Result>) => NewEvent | readonly NewEvent[]
}

/** Declares a change that no route asks for: see `decideChange`. */
export function changeOf<Input, Facts, Result>(
  rules: Change<Input, Facts, Result>,
): Change<Input, Facts, Result> {
  return rules
}

/** Locks the facts of requests that share a transaction; all statements are sent at once. */
export async function lockedFacts<Input, Facts, Result>(
  { lock, lockAll }: Pick<Change<Input, Facts, Result>, 'lock' | 'lockAll'>,
  tx: OrganizationTransaction,
  inputs: readonly Input[],
  callers: readonly Caller[],
): Promise<Facts> {
  const locking = await (lockAll?.(tx, inputs, callers) ??
    lock?.(tx, inputs[0] as Input, callers[0] as Caller) ??
    {})
  const facts = await Promise.all(Object.values(locking))
  return Object.fromEntries(
    Object.keys(locking).map((name, place) => [name, facts[place]]),
  ) as Facts
}

/** A response as it is sent, and stored under the request's key. */
interface ChangeResponse {
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
