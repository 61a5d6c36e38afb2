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
const TELL_AGAIN_MS = 60_000

export interface DatabaseAwaited {
  readonly database: ConnectedDatabase
  /** To be called right before the service listens: until then it was answered there. */
  giveUpPort(): void
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
    return { database: await connect(patientMs), giveUpPort: () => undefined }
  }
  signal?.throwIfAborted()
  const found = Promise.withResolvers<ConnectedDatabase>()
  found.promise.catch(() => undefined)
  const giveUp = () => found.reject(signal?.reason)
  signal?.addEventListener('abort', giveUp)
  const tell = tellOf(log)
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
        else if (!isOver) tell(error)
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
    return { database: await found.promise, giveUpPort: () => unready?.giveUpPort() }
  } catch (error) {
    unready?.giveUpPort()
    throw error
  } finally {
    isOver = true
    signal?.removeEventListener('abort', giveUp)
  }
}

/** Logs each reason once a minute. */
function tellOf(log: Logger): (error: DatabaseUnusable) => void {
  const toldAt = new Map<string | undefined, number>()
  return ({ message, cause }) => {
    const code = codeOf(cause)
    const now = performance.now()
    if (now - (toldAt.get(code) ?? Number.NEGATIVE_INFINITY) < TELL_AGAIN_MS) return
    toldAt.set(code, now)
    log.warn({ code, reason: message }, 'waiting for the database')
  }
}
