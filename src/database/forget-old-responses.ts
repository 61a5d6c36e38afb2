import { type Caller, operatorFor } from '../domain/caller.ts'
import { FORGET } from './changes/idempotency-keys.ts'
import type { Database } from './database.ts'
import { pollParts } from './poll-in-background.ts'

const FIRST_AFTER_MS = 60_000
const EVERY_MS = 3_600_000

/** Responses that one statement deletes. */
const DELETED_MAX = 1_000

/**
 * Deletes the old responses of every organization, a minute after the start and once an hour. The
 * requests of an organization that stopped using keys would never delete them.
 * @param alsoForget deletes what else an organization has for a time only
 * @param failed called with the error of the first of several runs that failed; each is made again
 * @returns what stops it
 */
export function forgetOldResponsesHourly(
  database: Pick<Database, 'run' | 'parts'>,
  alsoForget: (caller: Caller) => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let isStopping = false
  const work = async (found: readonly { readonly id: string }[]) => {
    for (const caller of found.map(({ id }) => operatorFor(id))) {
      const parameters = [caller.organizationId, DELETED_MAX]
      let deleted = DELETED_MAX
      while (deleted === DELETED_MAX && !isStopping) {
        const keys = await database.run(caller, (sql) =>
          sql.query(`${FORGET} returning key`, parameters),
        )
        deleted = keys.length
      }
      if (!isStopping) await alsoForget(caller)
    }
  }
  const stop = pollParts(database, {
    everyMs: EVERY_MS,
    firstMs: FIRST_AFTER_MS,
    find: (part) => part.lookUp<{ id: string }>('select id from organizations'),
    work,
    failed,
  })
  return async () => {
    isStopping = true
    await stop()
  }
}
