import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { type ConnectedDatabase, DatabaseUnusable } from '../database/connect.ts'
import { codeOf, isAway } from '../database/postgres/postgres-errors.ts'
import { serveUnready, type UnreadyServer } from './serve-not-ready.ts'

/** A database that is there has answered by then. */
const USUAL_MS = 250
/** Between two tries. */
const RETRY_MS = 50
/** A try that is not patient: one that hears nothing must not keep the next from being heard. */
const QUICK_MS = 250
const REPORT_AGAIN_MS = 60_000

export interface DatabaseAwaited {
  readonly database: ConnectedDatabase
  /** To be called right before the service listens: until then it was answered there. */
  releasePort(): void
}

export interface Awaiting {
  readonly log: Logger
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined
  /** One try, which ends that soon where nobody answers. */
  readonly connect: (withinMs: number) => Promise<ConnectedDatabase>
}

/**
 * Tries until the PostgreSQL of `DATABASE_URL` is there. While it is not, requests are answered
 * that the service is not ready, so that whoever watches the process lets it wait.
 * @throws what `connect` does where waiting would not help, {AddressUnusable}, and the reason of
 *   `signal`
 */
export async function awaitDatabase(config: Config, awaiting: Awaiting): Promise<DatabaseAwaited> {
  const { log, signal, connect } = awaiting
  const patientMs = config.DATABASE_CONNECT_TIMEOUT_MS
  if (config.DATABASE_URL === null) {
    return { database: await connect(patientMs), releasePort: () => undefined }
  }
  signal?.throwIfAborted()
  const found = Promise.withResolvers<ConnectedDatabase>()
  found.promise.catch(() => undefined)
  const onAbort = () => found.reject(signal?.reason)
  signal?.addEventListener('abort', onAbort)
  const report = reporterOf(log)
  let isOver = false
  const keepTrying = async (withinMs: number) => {
    while (!isOver) {
      try {
        const database = await connect(withinMs)
        // Another try was first, or nobody waits any more.
        if (isOver) return await database.close()
        isOver = true
        found.resolve(database)
      } catch (error) {
        if (!(error instanceof DatabaseUnusable && isAway(error.cause))) found.reject(error)
        else if (!isOver) report(error)
      }
      await delay(RETRY_MS)
    }
  }
  let unready: UnreadyServer | undefined
  try {
    void keepTrying(patientMs)
    await Promise.race([found.promise, delay(USUAL_MS)])
    if (!isOver) {
      unready = await serveUnready(config, log)
      void keepTrying(Math.min(QUICK_MS, patientMs))
    }
    return { database: await found.promise, releasePort: () => unready?.releasePort() }
  } catch (error) {
    unready?.releasePort()
    throw error
  } finally {
    isOver = true
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Logs each reason once a minute. */
function reporterOf(log: Logger): (error: DatabaseUnusable) => void {
  const reportedAt = new Map<string | undefined, number>()
  return ({ message, cause }) => {
    const code = codeOf(cause)
    const now = performance.now()
    if (now - (reportedAt.get(code) ?? Number.NEGATIVE_INFINITY) < REPORT_AGAIN_MS) return
    reportedAt.set(code, now)
    log.warn({ code, reason: message }, 'waiting for the database')
  }
}
