import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { lookUpParts, pollInBackground, pollParts } from '../../database/poll-in-background.ts'
import { type Behind, findBehind, noteNextWords } from './note-words.ts'

const EVERY_MS = 500
const LAG_EVERY_MS = 15_000

/** Pauses between transactions, in the time of the last one; the second while requests wait. */
const PAUSE = { idle: 1, busy: 50 } as const

export interface NotingObserver {
  wordsBehind(lag: { readonly oldestSeconds: number; readonly lookedThrough: number }): void
}

/**
 * Notes the words of changed records, in the background: no request waits for it, and a busy vault
 * gives it one part in fifty of its time. Any number of processes may do this; each organization
 * is the work of one at a time.
 * @param failed called for the first of several failures in a row; it tries again each time
 * @returns what stops it, after the transaction that is under way
 */
export function noteWordsInBackground(
  database: Pick<Database, 'run' | 'pending' | 'parts'>,
  observer: NotingObserver,
  failed: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const stopNoting = pollParts(database, {
    everyMs: EVERY_MS,
    firstMs: 0,
    find: findBehind,
    work: async (behind) => {
      // Each in turn: none waits for all of another's.
      for (let left = behind.map(({ organizationId }) => organizationId); left.length > 0; ) {
        const more: string[] = []
        for (const organizationId of left) {
          if (stopping.signal.aborted) return
          const beganAt = performance.now()
          if (await noteNextWords({ organizationId }, database)) more.push(organizationId)
          const tookMs = performance.now() - beganAt
          await pause(PAUSE.idle * tookMs, stopping.signal)
          // Not before: responses that arrived with its own would hide the requests that follow.
          if (database.pending > 0) await pause(PAUSE.busy * tookMs, stopping.signal)
        }
        left = more
      }
    },
    failed,
  })
  const stopObserving = pollInBackground({
    everyMs: LAG_EVERY_MS,
    firstMs: 0,
    find: () => lookUpParts(database, findBehind),
    work: (behind) => observer.wordsBehind(lagOf(behind)),
    failed,
  })
  return async () => {
    stopping.abort()
    await Promise.all([stopNoting(), stopObserving()])
  }
}

function lagOf(behind: readonly Behind[]) {
  const oldest = Math.min(Date.now(), ...behind.map((one) => one.occurredAt?.getTime() ?? Infinity))
  const lookedThrough = behind.filter((one) => one.isLookedThrough).length
  return { oldestSeconds: (Date.now() - oldest) / 1000, lookedThrough }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
