import { setTimeout as pause } from 'node:timers/promises'
import { acquireServer } from './acquire-server.ts'
import { crashLog, freeMegabytes, logEnd } from './crash-log.ts'
import type { Lease } from './lease.ts'
import type { ServerOptions } from './server-options.ts'

/**
 * Brings PostgreSQL back each time it goes away, until `order.signal` aborts; resolves then with
 * the lease held, or null while the server is down. Never rejects.
 */
export async function superviseServer(options: ServerOptions, first: Lease): Promise<Lease | null> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  options.signal.addEventListener('abort', () => resolve(), { once: true })
  let lease: Lease | null = first
  while (!options.signal.aborted) {
    const knownTo = logEnd(options.directory.log)
    await Promise.race([lease.closed, released])
    if (options.signal.aborted) break
    const fields = {
      postgres: crashLog(options.directory.log, knownTo),
      diskFreeMegabytes: freeMegabytes(options.directory.root),
    }
    options.log.error(fields, 'lost the embedded PostgreSQL; bringing it back')
    await lease.close().catch(() => {})
    lease = await bringBack(options)
    if (!lease) break
  }
  return lease
}

const pauseMinMs = 50
const pauseMaxMs = 5_000

// For as long as it takes: a full disk is freed, a slow one recovers, and until then the service
// answers that its database is away.
async function bringBack(options: ServerOptions): Promise<Lease | null> {
  const lostAt = Date.now()
  for (let attempt = 0; ; attempt += 1) {
    try {
      const { lease, how } = await acquireServer(options)
      options.log.warn({ awayMs: Date.now() - lostAt, attempt }, `embedded PostgreSQL ${how} again`)
      return lease
    } catch (error) {
      if (options.signal.aborted) return null
      options.log.error({ err: error, attempt }, 'the embedded PostgreSQL does not come back yet')
    }
    const pauseMs = Math.min(pauseMinMs * 2 ** attempt, pauseMaxMs)
    await pause(pauseMs, undefined, { signal: options.signal }).catch(() => {})
    if (options.signal.aborted) return null
  }
}
