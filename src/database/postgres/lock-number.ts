import { hash } from 'node:crypto'

/**
 * The number of an advisory lock, as text. All locks of a database are numbers of 64 bits in one
 * space, and names are what callers send: of a SHA-256 nobody can choose one that is another's.
 * @param purpose what is locked; no two purposes have the same
 */
export function lockNumber(purpose: string, ...names: readonly string[]): string {
  const digits = hash('sha256', JSON.stringify([purpose, ...names]), 'hex')
  return BigInt.asIntN(64, BigInt(`0x${digits.slice(0, 16)}`)).toString()
}

/**
 * Takes the lock of that number, `$2`, until the transaction ends, unless another one has it: as of
 * the organization's row, so on the node that has it. No row where there is no organization.
 */
export const TRY_LOCK =
  'select pg_try_advisory_xact_lock($2::bigint) as taken from organizations where id = $1'
