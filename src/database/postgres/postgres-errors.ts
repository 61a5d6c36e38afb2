import { DatabaseError } from 'pg-protocol'

/** The SQLSTATE of a change on a server that makes none. */
export const READ_ONLY = '25006'

/** The SQLSTATE of a statement behind one that failed, in the same transaction. */
export const IN_FAILED_TRANSACTION = '25P02'

/** SQLSTATEs, by their first letters, of a passing state of the server or the network. */
const PASSING_STATES = [
  '08', // connection failure
  '53', // out of connections, memory or disk
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P', // terminated, starting up, shutting down
  READ_ONLY, // a standby: a standby that is about to be promoted
  '25P03', // idle in transaction timeout
  '25P04', // transaction timeout
  '28', // login refused: the password is being changed
  '40', // deadlock or serialisation failure that outlived its retries
  '58030', // input/output error
]

// The next codes are those of `connectionLost` and the operating system.

/** PostgreSQL certainly never saw the statement. */
const NEVER_SENT = [
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
]

/** An open connection broke. */
const LOST = ['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', 'ECONNABORTED']

/** A change is made, and a row that it returned cannot be read. */
export const UNREADABLE = 'RESPONSE_UNREADABLE'

/** There is no connection to the database, or no response of use. */
const UNREACHABLE = [
  UNREADABLE,
  ...NEVER_SENT,
  ...LOST,
  'ETIMEDOUT',
  'EAGAIN',
  'EMFILE',
  'ENFILE',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
]

/** Node's codes for a certificate that is not valid, or not for that server: nothing was sent. */
const UNTRUSTED = /CERT|LEAF_SIGNATURE|^INVALID_(CA|PURPOSE)$/

/** Whether the server could not prove that it is the one that the address names. */
export function isUntrusted(error: unknown): boolean {
  return UNTRUSTED.test(codeOf(error) ?? '')
}

function isPassedOn(error: unknown): boolean {
  return error instanceof PostgresError && error.isPassedOn
}

/** Whether an open connection is gone: others of its pool may be, too. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  if (code === undefined || isPassedOn(error)) return false
  return LOST.includes(code) || /^57P0[12]$/.test(code)
}

/** Whether the server or the network has ended the connection with this error. */
export function endsConnection(error: unknown): boolean {
  if (isPassedOn(error)) return false
  return isConnectionLost(error) || /^(57P0[1-5]|25P0[34])$/.test(codeOf(error) ?? '')
}

/**
 * Whether the same statement can be expected to work later: the database is away, full or busy, or
 * another server responds in its place.
 */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  if (code === undefined) return false
  if (UNREACHABLE.includes(code) || isUntrusted(error)) return true
  return PASSING_STATES.some((state) => code.startsWith(state))
}

/**
 * Whether a database that never responded may be there later. A wrong password and a certificate
 * that is not valid would be the same then.
 */
export function isAway(error: unknown): boolean {
  return isPassing(error) && !codeOf(error)?.startsWith('28') && !isUntrusted(error)
}

/** The failure of a transaction that PostgreSQL undoes, whatever became of the connection. */
class Undone extends Error {
  readonly code: string | undefined

  constructor(cause: unknown) {
    super((cause as Error).message, { cause })
    this.code = codeOf(cause)
  }
}

/** The failure of a transaction without COMMIT, or with one that was answered as a rollback. */
export function asUndone(error: unknown): unknown {
  return isPassing(error) && !isUndone(error) ? new Undone(error) : error
}

/**
 * Whether a failure is known to have changed nothing: PostgreSQL reported it, never received the
 * statement, or undid its transaction. A connection that broke may have broken after the commit.
 */
export function isUndone(error: unknown): boolean {
  if (error instanceof Undone) return true
  // An 08 comes from a pooler that lost the server; by 08001 it had never reached it.
  if (error instanceof PostgresError) return !error.code.startsWith('08') || error.code === '08001'
  return isUntrusted(error) || NEVER_SENT.includes(codeOf(error) ?? '')
}

/** Whether PostgreSQL refuses to write anything: its disk is full, or it is read-only. */
export function refusesWrites(error: unknown): boolean {
  const code = codeOf(error)
  return (code === '53100' || code === READ_ONLY) && !isPassedOn(error)
}

/** Whether a text has a character that the database cannot hold. */
export function isUnstorable(error: unknown): boolean {
  return ['22021', '22P05'].includes(codeOf(error) ?? '')
}

/** Unique rules whose rows a judge looks up without a lock: it sees the other row the next time. */
const SEEN_NEXT_TIME = ['inventory_item_identifiers_present', 'fbo_account_profiles_external_id']

/** Whether PostgreSQL undid the transaction to let another through: safe to run again at once. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  if (code === '40P01' || code === '40001') return true
  // The statement is prepared again: a pooler lost it, or the form of its rows has changed.
  if (error instanceof PostgresError && error.isForgotten) return true
  return code === '23505' && SEEN_NEXT_TIME.includes(brokenConstraint(error) ?? '')
}

/** Whether a statement waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

/** The name of the constraint that a statement broke; undefined for any other error. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof PostgresError ? error.constraint_name : undefined
}

/** Whether the role may not do this. */
export function isForbidden(error: unknown): boolean {
  return codeOf(error) === '42501'
}

/** SQLSTATE, or that of a connection. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

/** An error as the driver hands it on. */
export type Reported = Partial<DatabaseError> & {
  readonly message: string
  readonly isPassedOn?: boolean
}

/** An error that PostgreSQL reports, with the names of its fields as the log writes them. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError'
  readonly code: string
  readonly severity: string | undefined
  readonly where: string | undefined
  readonly routine: string | undefined
  readonly table_name: string | undefined
  readonly constraint_name: string | undefined
  readonly #isPassedOn: boolean

  constructor(reported: Reported) {
    super(reported.message)
    this.code = reported.code ?? 'XX000'
    this.severity = reported.severity
    this.where = reported.where
    this.routine = reported.routine
    this.table_name = reported.table
    this.constraint_name = reported.constraint
    this.#isPassedOn = reported.isPassedOn === true
  }

  /** Whether another server behind it says this of itself: the connection still works. */
  get isPassedOn(): boolean {
    return this.#isPassedOn
  }

  /** Whether the server, or a pooler, hangs up behind it. */
  get isLast(): boolean {
    return this.severity === 'FATAL' || this.severity === 'PANIC'
  }

  /** Whether the server no longer knows a prepared statement, or the form of its rows changed. */
  get isForgotten(): boolean {
    return this.code === '26000' || this.routine === 'RevalidateCachedQuery'
  }
}

/** The database cannot be used; the message is one sentence that says what to do. */
export class DatabaseUnusable extends Error {}

/** There is no connection, or no longer one. */
export function connectionLost(message: string, code: string, cause?: unknown) {
  return Object.assign(new Error(message, { cause }), { code })
}

/** The driver's error as the service tells them apart. Its own have no codes. */
export function connectionError(error: unknown, asOfOne?: (error: Reported) => Reported): unknown {
  if (error instanceof DatabaseError) return new PostgresError(asOfOne?.(error) ?? error)
  const { message, code } = error as Error & { code?: unknown }
  if (typeof code === 'string') return error
  if (/timeout/.test(message)) return connectionLost(message, 'CONNECT_TIMEOUT', error)
  // The server could not begin TLS, or has none: it saw nothing else.
  if (/SSL connection/.test(message)) return connectionLost(message, 'ECONNREFUSED', error)
  if (!/terminat|clos|not queryable/.test(message)) return error
  return connectionLost(message, 'CONNECTION_CLOSED', error)
}
