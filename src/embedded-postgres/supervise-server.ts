import { setTimeout as pause } from 'node:timers/promises'
import { acquireServer } from './acquire-server.ts'
import { freeMegabytes, lastWords, logEnd } from './crash-log.ts'
import type { Lease } from './lease.ts'
import type { ServerOrder } from './server-options.ts'

/**
 * Brings PostgreSQL back each time it goes away, until `order.signal` aborts; resolves then with
 * the lease held, or null while the server is down. Never rejects.
 */
export async function superviseServer(order: ServerOrder, first: Lease): Promise<Lease | null> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  order.signal.addEventListener('abort', () => resolve(), { once: true })
  let lease: Lease | null = first
  while (!order.signal.aborted) {
    const knownTo = logEnd(order.directory.log)
    await Promise.race([lease.closed, released])
    if (order.signal.aborted) break
    const facts = {
      postgres: lastWords(order.directory.log, knownTo),
      diskFreeMegabytes: freeMegabytes(order.directory.root),
    }
    order.log.error(facts, 'lost the embedded PostgreSQL; bringing it back')
    await lease.close().catch(() => {})
    lease = await bringBack(order)
    if (!lease) break
  }
  return lease
}

const pauseMinMs = 50
const pauseMaxMs = 5_000

// For as long as it takes: a full disk is freed, a slow one recovers, and until then the service
// answers that its database is away.
async function bringBack(order: ServerOrder): Promise<Lease | null> {
  const lostAt = Date.now()
  for (let attempt = 0; ; attempt += 1) {
    try {
      const { lease, how } = await acquireServer(order)
      order.log.warn({ awayMs: Date.now() - lostAt, attempt }, `embedded PostgreSQL ${how} again`)
      return lease
    } catch (error) {
      if (order.signal.aborted) return null
      order.log.error({ err: error, attempt }, 'the embedded PostgreSQL does not come back yet')
    }
    const pauseMs = Math.min(pauseMinMs * 2 ** attempt, pauseMaxMs)
    await pause(pauseMs, undefined, { signal: order.signal }).catch(() => {})
    if (order.signal.aborted) return null
  }
}
