import type { Caller } from '../domain/caller.ts'
import type { RequestDatabase } from './request-database.ts'

/**
 * Makes the look-up of a record of the caller; undefined where the organization has none.
 * @param text static; `$1` is the organization, `$2` the id, `$3` and so on what is given besides
 * @param lane `slow` where what is read grows with a history
 */
export function findById<Row extends object, More extends readonly string[] = []>(
  text: string,
  lane: 'run' | 'slow' = 'run',
) {
  return async (
    caller: Pick<Caller, 'organizationId'>,
    database: Pick<RequestDatabase, 'run' | 'slow'>,
    id: string,
    ...more: More
  ): Promise<Row | undefined> => {
    const parameters = [caller.organizationId, id, ...more]
    const rows = await database[lane](caller, (sql) => sql.query<Row[]>(text, parameters))
    return rows[0]
  }
}
