import { setTimeout as delay } from 'node:timers/promises'
import {
  inOrganization,
  type OrganizationTransaction,
  type Parameter,
  runStatement,
} from '../database/changes/organization-transaction.ts'
import { writeEvents } from '../database/changes/write-events.ts'
import type { Ending } from '../database/postgres/pipelined-transaction.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { Refusal } from '../domain/errors.ts'
import type { SystemActor } from '../domain/events.ts'
import { readChain } from './chain.ts'
import type { CheckedChains, Signing } from './checked-chains.ts'
import { checkpointEvent } from './create-event-checkpoint.ts'
import type { EventCheckpointRow } from './event-checkpoint.ts'
import { insertCheckpoint, lastCheckpoint } from './event-checkpoints.store.ts'
import { databaseNow, insertSeals, lastSeal, lockSealing } from './seal-events.store.ts'
import { isRetired, signCheckpoint } from './sign-checkpoint.ts'

/** Events that one transaction seals. */
export const SEALED_MAX = 1_000

/** The pause before work is tried again that another process does. */
const BUSY_MS = 50

type Organization = Pick<Caller, 'organizationId'>
type SealingDatabase = Pick<RequestDatabase, 'run'>

/** A transaction with the limits of requests: a connection that went silent holds nothing up. */
async function inTransactionOf<T>(
  caller: Organization,
  database: SealingDatabase,
  work: (tx: OrganizationTransaction) => Promise<Ending<T>>,
): Promise<T> {
  return await database.run(caller, (sql) => inOrganization(sql, caller.organizationId, work))
}

/**
 * Seals the next events of an organization.
 * @returns how many; undefined while another transaction seals
 */
export async function sealNextEvents(
  caller: Organization,
  database: SealingDatabase,
): Promise<number | undefined> {
  return await inTransactionOf(caller, database, async (tx) => {
    if (!(await lockSealing(tx))) return { end: 'roll_back', value: undefined }
    const last = await lastSeal(tx.run)
    const hashes: string[] = []
    for await (const { link, place } of readChain(tx.run, last, last.number + SEALED_MAX)) {
      // Nothing is sealed over a gap.
      if (link === 'missing') break
      if (link === 'differs') throw new Error(`the event ${place.number} has no canonical form`)
      hashes.push(place.chainHash.toString('hex'))
    }
    if (hashes.length > 0) void insertSeals(tx, last.number, hashes)
    return { end: 'commit', value: hashes.length }
  })
}

/**
 * Signs how far the chain goes now, if that is due and all of it was checked.
 * @returns the checkpoint; a {Refusal} where the chain contradicts what was signed; undefined if
 *   none is due, or another transaction seals; `unchecked` where it has to be called again
 */
export async function addDueCheckpoint(
  caller: Organization,
  database: SealingDatabase,
  signing: Signing,
  { isDue, system }: DueCheckpoint,
): Promise<EventCheckpointRow | Refusal | 'unchecked' | undefined> {
  const { organizationId } = caller
  const added = await inTransactionOf<Awaited<ReturnType<typeof addDueCheckpoint>>>(
    caller,
    database,
    async (tx) => {
      if (!(await lockSealing(tx))) return { end: 'roll_back', value: undefined }
      const [before, now] = await Promise.all([lastCheckpoint(tx.run), databaseNow(tx.run)])
      if (!isDue(before, now)) return { end: 'roll_back', value: undefined }
      const chain = await signing.chains.check(tx, signing)
      if (chain instanceof Refusal) return { end: 'roll_back', value: chain }
      if (!chain.isComplete || isRetired(chain.retiredAt, now)) {
        return { end: 'roll_back', value: 'unchecked' }
      }
      const checkpoint = signCheckpoint(organizationId, chain.checked, now, signing.signer)
      void insertCheckpoint(tx, checkpoint)
      const event = checkpointEvent({ caller: { tokenId: null }, requestId: null }, checkpoint)
      writeEvents(tx, [{ ...event, system }]).catch(() => undefined)
      return { end: 'commit', value: checkpoint }
    },
  )
  if (added !== undefined && added !== 'unchecked' && !(added instanceof Refusal)) {
    signing.chains.remember(added)
  }
  return added
}

interface DueCheckpoint {
  readonly isDue: (last: EventCheckpointRow | undefined, now: Date) => boolean
  /** The actor of the event. */
  readonly system: SystemActor
}

/**
 * Makes a checkpoint now; waits while another process seals.
 * @throws {Refusal} `sealed_log_contradicted`
 */
export async function addCheckpoint(
  caller: Organization,
  database: SealingDatabase,
  chains: CheckedChains,
  { signal }: { readonly signal: AbortSignal },
): Promise<EventCheckpointRow> {
  for (;;) {
    signal.throwIfAborted()
    const due = { isDue: () => true, system: 'command_line' } as const
    const added = await addDueCheckpoint(caller, database, await chains.signing(), due)
    if (added instanceof Refusal) throw added
    if (added === undefined) await delay(BUSY_MS)
    else if (added !== 'unchecked') return added
  }
}

/** Seals all events up to that number, together with other processes that seal. */
export async function sealUpTo(
  caller: Organization,
  database: SealingDatabase,
  number: number,
  options: { readonly signal: AbortSignal; readonly progress: (sealed: number) => void },
): Promise<void> {
  const run = <Row extends object>(text: string, parameters: readonly Parameter[]) =>
    database.run(caller, (sql) => runStatement<Row>(caller, sql, text, parameters))
  for (;;) {
    options.signal.throwIfAborted()
    const sealed = await sealNextEvents(caller, database)
    const last = await lastSeal(run)
    options.progress(last.number)
    if (last.number >= number) return
    if (sealed === 0) throw new GapInEvents(last.number + 1)
    if (sealed === undefined) await delay(BUSY_MS)
  }
}

/** The feed lacks an event, so those behind it cannot be sealed. */
export class GapInEvents extends Error {
  constructor(number: number) {
    super(`the event with the number ${number} is missing: run vault-inventory verify`)
  }
}
