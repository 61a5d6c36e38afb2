import { setTimeout as delay } from 'node:timers/promises'
import type { RequestDatabase } from '../database/request-database.ts'
import { Refusal } from '../domain/errors.ts'
import type { EventCheckpointRow } from './event-checkpoint.ts'
import { findUnsealed, findUnsigned, type Unsealed } from './find-sealing-work.store.ts'
import { addDueCheckpoint, SEALED_MAX, sealNextEvents } from './seal-events.ts'
import type { SigningKeys } from './signing-keys.ts'

/** How often it looks for events to seal, and for chains to sign, in milliseconds. */
const LOOK_MS = 1_000
const CHECKPOINT_LOOK_MS = 60_000

/** It rests for so many times as long as its look took: a large vault is not kept busy. */
const REST = 5

/** How old the last checkpoint is when the next one is made. */
const CHECKPOINT_AGE_MS = 3_600_000

export interface SealingOptions {
  readonly keys: SigningKeys
  readonly observer: SealingObserver
  /** Called for the first of several failures in a row; it tries again each time. */
  readonly failed: (error: unknown) => void
  /** Called once for each organization whose log lacks an event, so that no other is sealed. */
  readonly gap: (organizationId: string, missing: number) => void
}

/** Where the metrics of the sealed log go. */
export interface SealingObserver {
  sealed(events: number): void
  /** The age of the oldest event that is not sealed, in seconds; 0 if all are. */
  watchSealing(lagSeconds: () => number): void
}

/**
 * Seals events, and signs each chain once an hour, in the background: no request waits for it. Any
 * number of processes may do this; each organization is the work of one at a time.
 * @returns what stops it, after the transaction that is under way
 */
export function sealInBackground(
  database: Pick<RequestDatabase, 'run'>,
  { keys, observer, failed, gap }: SealingOptions,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const reported = new Set<string>()
  let oldest: number | undefined
  observer.watchSealing(() => (oldest === undefined ? 0 : (Date.now() - oldest) / 1000))

  async function seal(): Promise<number> {
    const beganAt = performance.now()
    const found = await findUnsealed(database)
    const lookMs = performance.now() - beganAt
    oldest = oldestOf(found)
    for (const { organizationId, missing } of found) {
      if (missing === null || reported.has(organizationId)) continue
      reported.add(organizationId)
      gap(organizationId, missing)
    }
    const sealable = found.filter(({ missing }) => missing === null)
    await eachInTurn(sealable, async ({ organizationId }) => {
      const sealed = await sealNextEvents({ organizationId }, database)
      observer.sealed(sealed ?? 0)
      return sealed === SEALED_MAX && !signal.aborted
    })
    // Other processes may have had some of them.
    if (sealable.length > 0) oldest = oldestOf(await findUnsealed(database))
    return lookMs
  }

  async function sign(): Promise<number> {
    const beganAt = performance.now()
    const found = await findUnsigned(database, new Date(Date.now() - CHECKPOINT_AGE_MS))
    const lookMs = performance.now() - beganAt
    const signer = found.length === 0 ? undefined : await keys.signer()
    await eachInTurn(found, async (organizationId) => {
      if (signer === undefined || signal.aborted) return false
      await addDueCheckpoint({ organizationId }, database, signer, isDue)
      return false
    })
    return lookMs
  }

  const isOver = [
    repeat(seal, LOOK_MS, signal, failed),
    repeat(sign, CHECKPOINT_LOOK_MS, signal, (error) => {
      // The log says it in one line; without a key the chain grows all the same.
      failed(error instanceof Refusal ? new Error(error.message) : error)
    }),
  ]
  return async () => {
    stopping.abort()
    await Promise.all(isOver)
  }
}

function oldestOf(found: readonly Unsealed[]): number | undefined {
  const times = found.flatMap(({ occurredAt }) => occurredAt?.getTime() ?? [])
  return times.length === 0 ? undefined : Math.min(...times)
}

function isDue(last: EventCheckpointRow | undefined, now: Date): boolean {
  return last === undefined || now.getTime() - last.at.getTime() >= CHECKPOINT_AGE_MS
}

/**
 * Works on each in turn, and again on those that have more: none waits for all of another's work.
 * @throws the first failure, once the others are done
 */
async function eachInTurn<T>(all: readonly T[], work: (one: T) => Promise<boolean>): Promise<void> {
  const failures: unknown[] = []
  for (let left = all; left.length > 0; ) {
    const more: T[] = []
    for (const one of left) {
      const hasMore = await work(one).catch((error: unknown) => {
        failures.push(error)
        return false
      })
      if (hasMore) more.push(one)
    }
    left = more
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Works now and then until it is stopped, and reports the first of failures in a row.
 * @param work returns how long its look took, in milliseconds
 */
async function repeat(
  work: () => Promise<number>,
  everyMs: number,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Promise<void> {
  let isFailing = false
  while (!signal.aborted) {
    let lookMs = 0
    try {
      lookMs = await work()
      isFailing = false
    } catch (error) {
      if (!isFailing && !signal.aborted) failed(error)
      isFailing = true
    }
    // Attempts to reach a database that is away delay those of requests once it is back.
    const restMs = isFailing ? REST * everyMs : Math.max(everyMs, REST * lookMs)
    await delay(restMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
