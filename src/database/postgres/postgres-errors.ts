import postgres from 'postgres'
import { constraintName, isCommitInDoubt, isOfNode } from './distribution.ts'

/**
 * SQLSTATEs that name a passing state of the server or of the way there, by their first letters.
 */
const PASSING_STATES = [
  '08', // connection failure
  '53', // out of connections, memory or disk
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P', // terminated, starting up, shutting down
  '25006', // read-only: a standby that is about to be promoted
  '25P03', // idle in transaction timeout
  '25P04', // transaction timeout
  '28', // not let in: the password is being changed
  '40', // deadlock or serialisation failure that outlived its retries
  '58030', // input/output error
]

/** The driver's and the operating system's names for a database that cannot be reached. */
const UNREACHABLE = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAGAIN',
  'ECONNABORTED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENFILE',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

/** Node's names for a certificate that does not hold, or not for that server: nothing was sent. */
const UNTRUSTED = /CERT|LEAF_SIGNATURE|^INVALID_(CA|PURPOSE)$/

/** Whether the server could not show that it is the one that the address names. */
export function isUntrusted(error: unknown): boolean {
  return UNTRUSTED.test(codeOf(error) ?? '')
}

/** Whether a connection that was there is gone: others of its pool may be, too. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  if (code === undefined || isOfNode(error)) return false
  return LOST.has(code) || /^57P0[12]$/.test(code)
}

const LOST = new Set(['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', 'ECONNABORTED'])

/** Whether the server, or the way to it, has ended the connection with this. */
export function endsConnection(error: unknown): boolean {
  if (isOfNode(error)) return false
  return isConnectionLost(error) || /^(57P0[1-5]|25P0[34])$/.test(codeOf(error) ?? '')
}

/**
 * Whether the same statement can be expected to work later: the database is away, full or busy, or
 * somebody else answers in its place.
 */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  if (code === undefined) return false
  if (UNREACHABLE.has(code) || isUntrusted(error) || isCommitInDoubt(error)) return true
  return PASSING_STATES.some((state) => code.startsWith(state))
}

/**
 * Whether a database that was never reached may be there later: what it says of the address,
 * such as a password that is wrong, it would say again, and show the same certificate.
 */
export function isAway(error: unknown): boolean {
  return isPassing(error) && !codeOf(error)?.startsWith('28') && !isUntrusted(error)
}

/** Failures of which it is certain that PostgreSQL never saw the statement. */
const NEVER_SENT = new Set([
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * Whether a failed statement is known to have changed nothing: PostgreSQL itself said that it
 * failed, or never got it. A connection that broke may have broken after the commit.
 */
export function isUndone(error: unknown): boolean {
  // An 08 is a coordinator's, of a node that it lost.
  if (error instanceof postgres.PostgresError) {
    return !error.code.startsWith('08') && !isCommitInDoubt(error)
  }
  if (isUntrusted(error)) return true
  return NEVER_SENT.has(codeOf(error) ?? '')
}

/**
 * Whether PostgreSQL undid the transaction to let another one through: safe to run again at once.
 */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40P01' || code === '40001'
}

/** Whether a statement gave up waiting for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

/** The name of the constraint that a statement broke; undefined for any other error. */
export function brokenConstraint(error: unknown): string | undefined {
  const name = error instanceof postgres.PostgresError ? error.constraint_name : undefined
  return name === undefined ? undefined : constraintName(name)
}

/** SQLSTATE, or the driver's own code. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}
