import type { Database, VaultPart } from './database.ts'
import { type Polling, pollInBackground } from './poll-in-background.ts'

/** New nodes are polled after this time. */
const FOLLOW_MS = 5_000

interface PartPolling<Found> extends Omit<Polling<Found>, 'find' | 'work'> {
  readonly find: (part: VaultPart) => Promise<Found>
  readonly work: (found: Found, part: VaultPart) => Promise<void> | void
}

/** Polls each node by itself: one in trouble delays no other one. @returns what stops it */
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
