import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { DatabaseUnusable } from './database/connect.ts'
import { isAway } from './database/failures.ts'
import { serveUnready, type UnreadyServer } from './serve-unready.ts'

const RETRY_MS = 250
const TELL_AGAIN_MS = 60_000

export interface DatabaseAwaited<T> {
  readonly database: T
  /** To be called right before the service listens: until then it was answered there. */
  giveUpPort(): void
}

/**
 * Tries until the PostgreSQL of `DATABASE_URL` is there. While it is not, requests are answered
 * that the service is not ready, so that whoever watches the process lets it wait.
 * @param reach one try; it leaves nothing open where it fails
 * @throws what `reach` does where waiting would not help, {AddressUnusable}, and the reason of
 *   `signal`
 */
export async function awaitDatabase<T>(
  config: Config,
  {
    log,
    signal,
    reach,
  }: { log: Logger; signal?: AbortSignal | undefined; reach: () => Promise<T> },
): Promise<DatabaseAwaited<T>> {
  let unready: UnreadyServer | undefined
  const giveUpPort = () => unready?.giveUpPort()
  const told = { message: '', at: 0 }
  try {
    for (;;) {
      signal?.throwIfAborted()
      try {
        return { database: await reach(), giveUpPort }
      } catch (error) {
        const cause = error instanceof DatabaseUnusable ? error.cause : error
        if (config.DATABASE_URL === null || !isAway(cause)) throw error
        const { message } = error as Error
        if (message !== told.message || performance.now() - told.at > TELL_AGAIN_MS) {
          Object.assign(told, { message, at: performance.now() })
          log.warn({ reason: message }, 'waiting for the database')
        }
      }
      unready ??= await serveUnready(config, log)
      await delay(RETRY_MS, undefined, { signal })
    }
  } catch (error) {
    giveUpPort()
    throw error
  }
}
