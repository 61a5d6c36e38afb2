import type { OrganizationTransaction } from '../../../database/changes/organization-transaction.ts'
import type { Database } from '../../../database/database.ts'
import { pollInBackground } from '../../../database/poll-in-background.ts'
import { isLockTimeout } from '../../../database/postgres/postgres-errors.ts'
import type { Caller } from '../../../domain/caller.ts'
import { Refusal } from '../../../domain/errors.ts'
import {
  findOversized,
  isLong,
  mergeChanges,
  type Range,
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
  const inPieces: InPieces = async (work) => {
    if (signal?.aborted) throw new EndedEarly()
    return await database.long(caller, async (tx) => {
      if (!(await lockMaintenance(tx, WRITERS_WAIT_MS))) throw new EndedEarly()
      return await work(tx)
    })
  }
  try {
    await inPieces(mergeChanges)
    for (const fboAccountId of [WHOLE_ORGANIZATION, ...fboAccountIds]) {
      await splitScope(inPieces, { fboAccountId, level: 1, size: sizes.shipments })
      await splitScope(inPieces, { fboAccountId, level: 2, size: sizes.blocks })
    }
  } catch (error) {
    const isBusy = error instanceof Refusal && isLockTimeout(error.cause)
    if (!(error instanceof EndedEarly) && !isBusy) throw error
  }
}

/** Runs a piece of work in a transaction of its own, so that nobody waits for all of it. */
type InPieces = <T>(work: (tx: OrganizationTransaction) => Promise<T>) => Promise<T>

class EndedEarly extends Error {}

/** Splits blocks that are at least twice as long as they should be. */
async function splitScope(
  inPieces: InPieces,
  { size, ...scope }: Omit<Range, 'block'> & { size: number },
): Promise<void> {
  const oversized = await inPieces(async (tx): Promise<Range[]> => {
    const blocks = await findOversized(tx, { ...scope, size: 2 * size })
    const isOversized = await isLong(tx, { ...scope, block: null, size: 2 * size })
    return [...blocks, ...(isOversized ? [null] : [])].map((block) => ({ ...scope, block }))
  })
  const span = Math.max(SPAN, 3 * size)
  for (const range of oversized) {
    const split = async (tx: OrganizationTransaction) => {
      if (scope.level === 1) {
        // Merges most changes while writers go on, and the rest while they wait.
        await mergeChanges(tx)
        await keepWritersOut(tx)
        await mergeChanges(tx)
      }
      return await splitBlocks(tx, { ...range, size, span })
    }
    while ((await inPieces(split)) > 0);
  }
}
