import { setTimeout as delay } from 'node:timers/promises'
import { lockNumber, TRY_LOCK } from '../../database/changes/locks.ts'
import {
  inOrganization,
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import type { Ending } from '../../database/postgres/sql.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { CHAIN_START, type ChainPlace, follow, rowsOfLog } from './chain.ts'

/** Events that one transaction seals. */
export const SEALED_MAX = 1_000

/** The pause before work is tried again that another process does. */
const BUSY_MS = 50

type Organization = Pick<Caller, 'organizationId'>
type SealingDatabase = Pick<RequestDatabase, 'run'>

/** The count of events that were sealed, and the number of the last one that is. */
interface Sealed {
  readonly count: number
  readonly last: number
}

/**
 * Seals the next events of an organization.
 * @returns undefined while another transaction seals
 */
export async function sealNextEvents(
  caller: Organization,
  database: SealingDatabase,
): Promise<Sealed | undefined> {
  const seal = async (tx: OrganizationTransaction): Promise<Ending<Sealed | undefined>> => {
    if (!(await lockSealing(tx))) return { end: 'roll_back', value: undefined }
    const last = await lastSeal(tx.run)
    const hashes: string[] = []
    const rows = rowsOfLog(tx, { from: last.number, to: last.number + SEALED_MAX })
    for await (const { link, place } of follow(last, rows)) {
      // Nothing is sealed over a gap.
      if (link === 'missing') break
      if (link === 'differs') throw new Error(`the event ${place.number} has no canonical form`)
      hashes.push(place.chainHash.toString('hex'))
    }
    if (hashes.length > 0) void insertSeals(tx, last.number, hashes)
    const { length: count } = hashes
    return { end: 'commit', value: { count, last: last.number + count } }
  }
  return await database.run(caller, (sql) => inOrganization(sql, caller.organizationId, seal))
}

/** Seals all events up to that number, together with other processes that seal. */
export async function sealUpTo(
  caller: Organization,
  database: SealingDatabase,
  number: number,
  options: { readonly signal: AbortSignal; readonly progress: (sealed: number) => void },
): Promise<void> {
  for (;;) {
    options.signal.throwIfAborted()
    const sealed = await sealNextEvents(caller, database)
    if (sealed === undefined) {
      await delay(BUSY_MS)
      continue
    }
    options.progress(sealed.last)
    if (sealed.last >= number) return
    if (sealed.count === 0) throw new GapInEvents(sealed.last + 1)
  }
}

/** The feed lacks an event, so those behind it cannot be sealed. */
class GapInEvents extends Error {
  constructor(number: number) {
    super(`the event with the number ${number} is missing: run vault-inventory verify`)
  }
}

/**
 * Makes this transaction the only one that continues the organization's chain; false if another
 * one does. Without the lock, the primary key of the seals would refuse the second of two.
 */
async function lockSealing(tx: OrganizationTransaction): Promise<boolean> {
  const number = lockNumber('seal events', tx.organizationId)
  const [lock] = await tx.run<{ taken: boolean }>(TRY_LOCK, [number])
  return lock?.taken === true
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
const insertSeals = rowsOf<object, [after: number, hashes: readonly string[]]>(`
  insert into event_seals (organization_id, number, chain_hash)
  select organization_id, $2::bigint + place, decode(hash, 'hex')
  from ${ORGANIZATION}
  cross join unnest($3::text[]) with ordinality as seal (hash, place)`)
