import type { Caller } from '../domain/caller.ts'
import { FORGET } from './changes/idempotency-keys.ts'
import type { RequestDatabase } from './request-database.ts'

const FIRST_AFTER_MS = 60_000
const EVERY_MS = 3_600_000

/** Responses that one statement deletes. */
const FORGOTTEN_MAX = 1_000

/**
 * Deletes the old responses of every organization, a minute after the start and once an hour. The
 * requests of an organization that stopped using keys would never delete them.
 * @param alsoForget deletes what else an organization has for a time only
 * @param failed called with the error of a run that failed; the next run tries again
 * @returns what stops it
 */
export function forgetOldResponsesHourly(
  database: Pick<RequestDatabase, 'run'>,
  callers: () => Promise<readonly Caller[]>,
  alsoForget: (caller: Caller) => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let isStopping = false
  let running: Promise<void> = Promise.resolve()
  const run = async () => {
    for (const caller of await callers()) {
      const parameters = [caller.organizationId, FORGOTTEN_MAX]
      let forgotten = FORGOTTEN_MAX
      while (forgotten === FORGOTTEN_MAX && !isStopping) {
        const keys = await database.run(caller, (sql) =>
          sql.unsafe(`${FORGET} returning key`, parameters, { prepare: true }),
        )
        forgotten = keys.length
      }
      if (!isStopping) await alsoForget(caller)
    }
  }
  const begin = () => {
    running = running.then(run).catch(failed)
  }
  const first = setTimeout(begin, FIRST_AFTER_MS).unref()
  const others = setInterval(begin, EVERY_MS).unref()
  return async () => {
    isStopping = true
    clearTimeout(first)
    clearInterval(others)
    await running
  }
}
