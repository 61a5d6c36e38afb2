import type { Caller } from '../domain/caller.ts'
import { FORGET } from './changes/idempotency-keys.ts'
import type { RequestDatabase } from './request-database.ts'

const FIRST_AFTER_MS = 60_000
const EVERY_MS = 3_600_000

/** Responses that one statement forgets. */
const FORGOTTEN_MAX = 1_000

/** Forgets all responses of an organization that are kept too long. @returns how many */
export async function forgetOldResponses(
  caller: Pick<Caller, 'organizationId'>,
  database: Pick<RequestDatabase, 'run'>,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const parameters = [caller.organizationId, FORGOTTEN_MAX]
  for (let forgotten = 0; ; ) {
    const gone = await database.run(caller, (sql) =>
      sql.unsafe(`${FORGET} returning key`, parameters, { prepare: true }),
    )
    forgotten += gone.length
    if (gone.length < FORGOTTEN_MAX || isStopping()) return forgotten
  }
}

/**
 * Forgets, a minute after the start and once an hour, the old responses of every organization: also
 * of one that uses no keys any more, whose own requests would never forget them.
 * @param failed told of a run that failed; the next one tries again
 * @returns what stops it
 */
export function forgetOldResponsesHourly(
  database: Pick<RequestDatabase, 'run'>,
  callers: () => Promise<readonly Pick<Caller, 'organizationId'>[]>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let isStopping = false
  let running: Promise<void> = Promise.resolve()
  const run = async () => {
    for (const caller of await callers()) {
      if (isStopping) return
      await forgetOldResponses(caller, database, () => isStopping)
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
