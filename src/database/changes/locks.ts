import { hash } from 'node:crypto'
import { rowsOf } from './row-of.ts'

/**
 * The number of an advisory lock, as text. All advisory locks of a database share one space of
 * 64-bit numbers, and callers choose the names: with SHA-256, they cannot choose a collision.
 * @param purpose what is locked; no two purposes have the same
 */
export function lockNumber(purpose: string, ...names: readonly string[]): string {
  const digits = hash('sha256', JSON.stringify([purpose, ...names]), 'hex')
  return BigInt.asIntN(64, BigInt(`0x${digits.slice(0, 16)}`)).toString()
}

/**
 * Takes the lock of the number `$2` until the transaction ends, unless another one has it. It reads
 * the organization's row, so it runs where that is. Without that organization, there is no row.
 */
export const TRY_LOCK =
  'select pg_try_advisory_xact_lock($2::bigint) as taken from organizations where id = $1'

/** The same, but it waits for the other one. */
export const WAIT_FOR_LOCK =
  'select pg_advisory_xact_lock($2::bigint) is not null as taken from organizations where id = $1'

/** The lock of the transaction that notes the organization's words for searches. */
export function notingLock(organizationId: string): string {
  return lockNumber('note search words', organizationId)
}

/**
 * Locks the organization's row until the transaction ends: of two requests that do, the second waits
 * and sees what the first wrote. It comes before the locks of the organization's records.
 */
export const lockOrganization = rowsOf<object, []>(
  'select id from organizations where id = $1 for no key update',
)
