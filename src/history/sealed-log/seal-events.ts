import { setTimeout as delay } from 'node:timers/promises'
import {
  inOrganization,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import type { Database } from '../../database/database.ts'
import { decideChange } from '../../database/decide-change.ts'
import type { Ending } from '../../database/postgres/sql.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { follow, rowsOfLog } from './chain.ts'
import type { CheckedChains } from './checked-chains.ts'
import { CREATE_EVENT_CHECKPOINT } from './create-event-checkpoint.ts'
import type { EventCheckpointRow } from './event-checkpoint.ts'
import { insertSeals, lastSeal, lockSealing } from './seal-events.store.ts'

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

/**
 * Signs all that is sealed, unless another process did so within the hour and `sealing` asks.
 * @returns undefined if more of the chain is to be checked first: call it again
 * @throws {Refusal} `sealed_log_contradicted`, `signing_key_missing`
 */
export async function tryCheckpoint(
  caller: Caller,
  database: Pick<Database, 'change'>,
  chains: CheckedChains,
  system: 'sealing' | 'command_line',
): Promise<EventCheckpointRow | undefined> {
  const input = { ...(await chains.signing()), system }
  const { checkpoint } = await decideChange(caller, database, CREATE_EVENT_CHECKPOINT, input)
  if (checkpoint !== undefined) chains.remember(checkpoint)
  return checkpoint
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
export class GapInEvents extends Error {
  constructor(number: number) {
    super(`the event with the number ${number} is missing: run vault-inventory verify`)
  }
}
