import PQueue from 'p-queue'
import type { TransactionSql } from 'postgres'
import type { Database } from '../../database/database.ts'
import { isLockTimeout } from '../../database/postgres/postgres-errors.ts'
import { inTransaction } from '../../database/postgres/transaction.ts'
import type { Caller } from '../../domain/caller.ts'
import {
  findGrown,
  isOpen,
  mergeChanges,
  type Stretch,
  splitBlocks,
} from './compact-page-counts.store.ts'
import { keepWritersOut, lockMaintenance } from './lock-page-counts.store.ts'
import { BLOCK_SIZES, type BlockSizes, WHOLE_ORGANIZATION } from './shipment-blocks.ts'

/** How long writers may be kept waiting for one that does not end. */
const WRITERS_WAIT_MS = 100

/** Shipments that are looked at while writers wait. */
const SPAN = 20_000

/** One maintenance begins at most in so many milliseconds, whoever asks for it. */
const INTERVAL_MS = 500

/** One creation in so many asks for maintenance: a few times per block. */
const CREATIONS = BLOCK_SIZES.shipments / 4

/** Maintains blocks beside the requests that notice that it is due; none of them waits for it. */
export interface PageCountMaintenance {
  /** These accounts' blocks, and the organization's, may need it. */
  due(caller: Caller, fboAccountIds: readonly string[]): void
  /** Told of every shipment that was created in an account. */
  created(caller: Caller, fboAccountId: string): void
  /** Ends after the piece of work that is under way: each one stands for itself. */
  stop(): Promise<void>
}

/** @param failed told of a maintenance that failed; the next one tries again */
export function maintainInBackground(
  database: Database,
  failed: (error: unknown, organizationId: string) => void,
): PageCountMaintenance {
  const queue = new PQueue({ concurrency: 1, interval: INTERVAL_MS, intervalCap: 1 })
  const stopping = new AbortController()
  const waiting = new Map<string, Set<string>>()

  function due(caller: Caller, fboAccountIds: readonly string[]): void {
    const { organizationId } = caller
    if (stopping.signal.aborted) return
    const accounts = waiting.get(organizationId)
    for (const id of fboAccountIds) accounts?.add(id)
    if (accounts !== undefined) return
    const wanted = new Set(fboAccountIds)
    waiting.set(organizationId, wanted)
    void queue.add(async () => {
      waiting.delete(organizationId)
      const { signal } = stopping
      await maintainPageCounts(caller, database, [...wanted], { signal }).catch((error) =>
        failed(error, organizationId),
      )
    })
  }

  return {
    due,
    created: (caller, fboAccountId) => {
      if (Math.random() * CREATIONS < 1) due(caller, [fboAccountId])
    },
    stop: async () => {
      stopping.abort()
      queue.clear()
      await queue.onIdle()
    },
  }
}

export interface MaintenanceOptions {
  readonly sizes?: BlockSizes
  /** Aborting ends it before its next piece of work. */
  readonly signal?: AbortSignal
}

/**
 * Brings the counts that pages are found by up to date with what was written since: changes are
 * moved into their blocks, and what has become long is cut into blocks.
 *
 * Nothing depends on when this happens but the time that a deep page takes. It stops early where
 * another process maintains the organization, or a writer does not end; whoever comes next goes on.
 * @param fboAccountIds the accounts that may have become long; the whole organization always is
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

/** Each piece of the work is a transaction of its own, so that nobody waits for all of it. */
type Alone = <T>(work: (tx: TransactionSql) => Promise<T>) => Promise<T>

class EndedEarly extends Error {}

/** Cuts what is twice as long as it should be, or longer. */
async function splitScope(
  caller: Caller,
  alone: Alone,
  { size, ...scope }: Omit<Stretch, 'block'> & { size: number },
): Promise<void> {
  const overlong = await alone(async (tx): Promise<Stretch[]> => {
    const grown = await findGrown(caller, tx, { ...scope, size: 2 * size })
    const isOverlong = await isOpen(caller, tx, { ...scope, block: null, size: 2 * size })
    return [...grown, ...(isOverlong ? [null] : [])].map((block) => ({ ...scope, block }))
  })
  const span = Math.max(SPAN, 3 * size)
  for (const stretch of overlong) {
    const cut = async (tx: TransactionSql) => {
      if (scope.level === 1) {
        // Most of it while writers go on: they wait for what came meanwhile only.
        await mergeChanges(caller, tx)
        await keepWritersOut(caller, tx, WRITERS_WAIT_MS)
        await mergeChanges(caller, tx)
      }
      return await splitBlocks(caller, tx, { ...stretch, size, span })
    }
    while ((await alone(cut)) > 0);
  }
}
