import type { Caller } from '../domain/caller.ts'
import type { RequestDatabase } from './request-database.ts'

/**
 * Makes the look-up of a record of the caller; undefined where the organization has none.
 * @param text static; `$1` is the organization, `$2` the id, `$3` and so on what is given besides
 */
export function findById<Row extends object, More extends readonly string[] = []>(text: string) {
  return async (
    caller: Pick<Caller, 'organizationId'>,
    database: Pick<RequestDatabase, 'run'>,
    id: string,
    ...more: More
  ): Promise<Row | undefined> => {
    const parameters = [caller.organizationId, id, ...more]
    const rows = await database.run(caller, (sql) =>
      sql.unsafe<Row[]>(text, parameters, { prepare: true }),
    )
    return rows[0]
  }
}
