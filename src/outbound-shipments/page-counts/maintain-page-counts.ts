import type { TransactionSql } from 'postgres'
import type { Database } from '../../database/database.ts'
import { pollInBackground } from '../../database/poll-in-background.ts'
import { isLockTimeout } from '../../database/postgres/postgres-errors.ts'
import { inTransaction } from '../../database/postgres/transaction.ts'
import type { Caller } from '../../domain/caller.ts'
import {
  findGrown,
  isLong,
  mergeChanges,
  type Stretch,
  splitBlocks,
} from './compact-page-counts.store.ts'
import { keepWritersOut, lockMaintenance } from './lock-page-counts.store.ts'
import { BLOCK_SIZES, type BlockSizes, WHOLE_ORGANIZATION } from './shipment-blocks.ts'

/** Time for which writers wait for one that does not end. */
const WRITERS_WAIT_MS = 100

/** Shipments that are read while writers wait. */
const SPAN = 20_000

/** In so many milliseconds at most one maintenance begins. */
const INTERVAL_MS = 500

/** One creation in so many starts maintenance: a few times per block. */
const CREATIONS = BLOCK_SIZES.shipments / 4

/** Maintains blocks in the background: no request waits for it. */
export interface PageCountMaintenance {
  /** The blocks of these accounts, and of the organization, may need maintenance. */
  request(caller: Caller, fboAccountIds: readonly string[]): void
  /** To be called for every shipment that was created. */
  created(caller: Caller, fboAccountId: string): void
  /** Resolves after the piece of work that is under way; pieces are independent. */
  stop(): Promise<void>
}

/** @param failed called for each maintenance that failed; the next one tries again */
export function maintainInBackground(
  database: Database,
  failed: (error: unknown, organizationId: string) => void,
): PageCountMaintenance {
  const stopping = new AbortController()
  const waiting = new Map<string, { readonly caller: Caller; readonly accounts: Set<string> }>()

  function request(caller: Caller, fboAccountIds: readonly string[]): void {
    const { organizationId } = caller
    const { accounts } = waiting.get(organizationId) ?? { accounts: new Set() }
    for (const id of fboAccountIds) accounts.add(id)
    waiting.set(organizationId, { caller, accounts })
  }

  const stopPolling = pollInBackground({
    everyMs: INTERVAL_MS,
    find: async () => waiting.values().next().value,
    work: async (next) => {
      if (next === undefined) return
      const { caller, accounts } = next
      const { organizationId } = caller
      waiting.delete(organizationId)
      const { signal } = stopping
      await maintainPageCounts(caller, database, [...accounts], { signal }).catch((error) =>
        failed(error, organizationId),
      )
    },
    failed: () => undefined,
  })
  return {
    request,
    created: (caller, fboAccountId) => {
      if (Math.random() * CREATIONS < 1) request(caller, [fboAccountId])
    },
    stop: async () => {
      stopping.abort()
      await stopPolling()
    },
  }
}

interface MaintenanceOptions {
  readonly sizes?: BlockSizes
  /** Aborting ends it before its next piece of work. */
  readonly signal?: AbortSignal
}

/**
 * Brings the counts up to date: moves changes into their blocks, and splits blocks that have grown.
 *
 * Only the time of deep pages depends on it. It ends early where another process maintains the
 * organization or a writer does not end; the next maintenance goes on.
 * @param fboAccountIds accounts to maintain besides the whole organization
 */
export async function maintainPageCounts(
  caller: Caller,
  database: Database,
  fboAccountIds: readonly string[],
  { sizes = BLOCK_SIZES, signal }: MaintenanceOptions = {},
): Promise<void> {
  const alone: Alone = async (work) => {
    if (signal?.aborted) throw new EndedEarly()
    const done = await inTransaction(database.sql, async (tx) => {
      if (!(await lockMaintenance(caller, tx))) throw new EndedEarly()
      return { result: await work(tx) }
    })
    return done.result
  }
  try {
    await alone((tx) => mergeChanges(caller, tx))
    for (const fboAccountId of [WHOLE_ORGANIZATION, ...fboAccountIds]) {
      await splitScope(caller, alone, { fboAccountId, level: 1, size: sizes.shipments })
      await splitScope(caller, alone, { fboAccountId, level: 2, size: sizes.blocks })
    }
  } catch (error) {
    if (!(error instanceof EndedEarly) && !isLockTimeout(error)) throw error
  }
}

/** Runs a piece of work in a transaction of its own, so that nobody waits for all of it. */
type Alone = <T>(work: (tx: TransactionSql) => Promise<T>) => Promise<T>

class EndedEarly extends Error {}

/** Splits blocks that are at least twice as long as they should be. */
async function splitScope(
  caller: Caller,
  alone: Alone,
  { size, ...scope }: Omit<Stretch, 'block'> & { size: number },
): Promise<void> {
  const overlong = await alone(async (tx): Promise<Stretch[]> => {
    const grown = await findGrown(caller, tx, { ...scope, size: 2 * size })
    const isOverlong = await isLong(caller, tx, { ...scope, block: null, size: 2 * size })
    return [...grown, ...(isOverlong ? [null] : [])].map((block) => ({ ...scope, block }))
  })
  const span = Math.max(SPAN, 3 * size)
  for (const stretch of overlong) {
    const split = async (tx: TransactionSql) => {
      if (scope.level === 1) {
        // Merges most changes while writers go on, and the rest while they wait.
        await mergeChanges(caller, tx)
        await keepWritersOut(caller, tx, WRITERS_WAIT_MS)
        await mergeChanges(caller, tx)
      }
      return await splitBlocks(caller, tx, { ...stretch, size, span })
    }
    while ((await alone(split)) > 0);
  }
}
