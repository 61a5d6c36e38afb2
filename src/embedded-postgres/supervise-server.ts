import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { acquireServer } from './acquire-server.ts'
import type { Lease } from './lease.ts'
import { crashLog, freeMegabytes, logEnd } from './server-log.ts'
import type { ServerOptions } from './server-options.ts'

const PAUSE_MIN_MS = 50
const PAUSE_MAX_MS = 5_000

/**
 * Brings PostgreSQL back each time it goes away, until `options.signal` aborts. Resolves then with
 * the current lease, or null while the server is down. Never rejects.
 */
export async function superviseServer(options: ServerOptions, first: Lease): Promise<Lease | null> {
  const { directory, log, signal } = options
  const released = once(signal, 'abort')
  let lease: Lease | null = first
  while (!signal.aborted) {
    const logStart = logEnd(directory.log)
    await Promise.race([lease.closed, released])
    if (signal.aborted) break
    const fields = {
      postgres: crashLog(directory.log, logStart),
      diskFreeMegabytes: freeMegabytes(directory.root),
    }
    log.error(fields, 'lost the embedded PostgreSQL; bringing it back')
    await lease.close().catch(() => {})
    lease = await bringBack(options)
    if (!lease) break
  }
  return lease
}

// Tries without end: a full disk is freed, a slow one recovers. Until then the service reports that
// its database is unavailable.
async function bringBack(options: ServerOptions): Promise<Lease | null> {
  const { log, signal } = options
  const lostAt = Date.now()
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const { lease, how } = await acquireServer(options)
      log.warn({ awayMs: Date.now() - lostAt, attempt }, `embedded PostgreSQL ${how} again`)
      return lease
    } catch (error) {
      if (signal.aborted) return null
      log.error({ err: error, attempt }, 'the embedded PostgreSQL does not come back yet')
    }
    const pauseMs = Math.min(PAUSE_MIN_MS * 2 ** attempt, PAUSE_MAX_MS)
    await pause(pauseMs, undefined, { signal }).catch(() => {})
  }
  return null
}
