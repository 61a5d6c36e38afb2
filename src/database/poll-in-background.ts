import type { Database, VaultPart } from './database.ts'

/** It waits this many times as long as `find` took: polling never dominates a large vault. */
const IDLE_FACTOR = 5

interface Polling<Found> {
  readonly everyMs: number
  /** Milliseconds until the first run; `everyMs` by default. */
  readonly firstMs?: number
  /** Finds what there is to do. */
  readonly find: () => Promise<Found>
  readonly work: (found: Found) => Promise<void> | void
  /** Called for the first of several failures in a row; it tries again each time. */
  readonly failed: (error: unknown) => void
  /** Its event `work` tells that there is something to do, so that it is found without a pause. */
  readonly waking?: EventTarget
}

/** Finds work and does it, again and again, with a pause between runs. @returns what stops it */
export function pollInBackground<Found>({
  everyMs,
  firstMs = everyMs,
  find,
  work,
  failed,
  waking,
}: Polling<Found>): () => Promise<void> {
  let isStopped = false
  let isFailing = false
  let running: Promise<void> = Promise.resolve()
  /** Undefined while it runs. */
  let timer: NodeJS.Timeout | undefined
  /** When it may look again, by which its share of the database is bounded. */
  let earliest = 0
  let isWoken = false
  const wait = (ms: number) => {
    if (isStopped) return
    timer = setTimeout(() => {
      timer = undefined
      running = run()
    }, ms).unref()
  }
  const wake = () => {
    isWoken = true
    // A database that is away is not asked more often.
    if (timer === undefined || isFailing) return
    clearTimeout(timer)
    wait(Math.max(0, earliest - performance.now()))
  }
  const run = async () => {
    isWoken = false
    try {
      const beganAt = performance.now()
      const found = await find()
      const findMs = performance.now() - beganAt
      await work(found)
      isFailing = false
      earliest = performance.now() + IDLE_FACTOR * findMs
      wait(Math.max(isWoken ? 0 : everyMs, IDLE_FACTOR * findMs))
    } catch (error) {
      // Attempts to reach a database that is away delay those of requests once it is back.
      wait(IDLE_FACTOR * everyMs)
      const isNews = !isFailing && !isStopped
      isFailing = true
      if (isNews) failed(error)
    }
  }
  wait(firstMs)
  waking?.addEventListener('work', wake)
  return async () => {
    isStopped = true
    waking?.removeEventListener('work', wake)
    clearTimeout(timer)
    await running
  }
}

/** New parts are polled after this time. */
const FOLLOW_MS = 5_000

interface PartPolling<Found> extends Omit<Polling<Found>, 'find' | 'work'> {
  readonly find: (part: VaultPart) => Promise<Found>
  readonly work: (found: Found, part: VaultPart) => Promise<void> | void
}

/** Polls each part by itself: one in trouble delays no other one. @returns what stops it */
export function pollParts<Found>(
  database: Pick<Database, 'parts'>,
  { find, work, ...polling }: PartPolling<Found>,
): () => Promise<void> {
  const loops = new Map<VaultPart, () => Promise<void>>()
  const follow = () => {
    const { parts } = database
    for (const part of parts) {
      if (loops.has(part)) continue
      const ofPart = { find: () => find(part), work: (found: Found) => work(found, part) }
      loops.set(part, pollInBackground({ ...polling, ...ofPart }))
    }
    for (const [part, stop] of loops) {
      if (parts.includes(part)) continue
      loops.delete(part)
      void stop()
    }
  }
  follow()
  const timer = setInterval(follow, FOLLOW_MS).unref()
  return async () => {
    clearInterval(timer)
    await Promise.all([...loops.values()].map((stop) => stop()))
  }
}

/** Looks up in all parts; one that does not respond is left out. @throws where none does */
export async function lookUpParts<Row>(
  { parts }: Pick<Database, 'parts'>,
  find: (part: VaultPart) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found = await Promise.allSettled(parts.map(find))
  const rows = found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const [failed] = found.filter((each) => each.status === 'rejected')
  if (rows.length === 0 && failed !== undefined) throw failed.reason
  return rows.flat()
}
