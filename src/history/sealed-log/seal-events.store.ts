import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import { lockNumber, TRY_LOCK } from '../../database/postgres/lock-number.ts'
import { CHAIN_START, type ChainPlace } from './chain.ts'

/**
 * Makes this transaction the only one that continues the organization's chain; false if another
 * one does. Without the lock, the primary key of the seals would refuse the second of two.
 */
export async function lockSealing(tx: OrganizationTransaction): Promise<boolean> {
  const number = lockNumber('seal events', tx.organizationId)
  const [lock] = await tx.run<{ taken: boolean }>(TRY_LOCK, [number])
  return lock?.taken === true
}

const LOCK_SIGNING = 'select pg_advisory_xact_lock($2::bigint) from organizations where id = $1'

/** Waits for another transaction that signs the organization's chain; the next sees what it made. */
export async function lockSigning(tx: OrganizationTransaction): Promise<void> {
  await tx.run(LOCK_SIGNING, [lockNumber('sign events', tx.organizationId)])
}

const LAST = `
  select number::float8 as number, chain_hash from event_seals as seal
  where organization_id = $1 order by seal.number desc limit 1`

/** The end of the organization's chain. */
export async function lastSeal(run: OrganizationTransaction['run']): Promise<ChainPlace> {
  const [row] = await run<ChainPlace>(LAST, [])
  return row ?? CHAIN_START
}

const SOME = `
  select number::float8 as number, chain_hash from event_seals
  where organization_id = $1 and number = any($2::text[]::bigint[])`

/** The hashes of the seals with these numbers; those that are there. */
export async function findSeals(
  run: OrganizationTransaction['run'],
  numbers: readonly number[],
): Promise<ReadonlyMap<number, Buffer>> {
  const rows = await run<ChainPlace>(SOME, [numbers.map(String)])
  return new Map(rows.map(({ number, chainHash }) => [number, chainHash]))
}

/** Seals the events after that number with these hashes, in hexadecimal digits. */
export const insertSeals = rowsOf<object, [after: number, hashes: readonly string[]]>(`
  insert into event_seals (organization_id, number, chain_hash)
  select organization_id, $2::bigint + place, decode(hash, 'hex')
  from ${ORGANIZATION}
  cross join unnest($3::text[]) with ordinality as seal (hash, place)`)
