import type { TObject, TString } from 'typebox'
import type { Refusal } from '../domain/errors.ts'
import type { SubjectType } from '../domain/event-members.ts'
import { snakeCase } from '../domain/text.ts'
import type { ChangeRequest } from './changes/change.ts'
import type { CorrectedMember, SUBJECT_TABLES } from './changes/corrections.ts'
import type { OrganizationTransaction } from './changes/organization-transaction.ts'
import { rowOf } from './changes/row-of.ts'
import type { RequestDatabase } from './request-database.ts'

/** The row of a record: its members by their published names, and its version. */
export interface RecordRow {
  readonly version: number
}

/** One type of record that is changed by its id: how it is published and written. */
export interface RecordType<Row extends RecordRow> {
  /** In refusals: "the current version of the transfer". */
  readonly noun: string
  /** In events. */
  readonly subject: SubjectType
  /** In corrections; undefined where its changes are none. */
  readonly correctedAs?: keyof typeof SUBJECT_TABLES
  /** Those of a path that names a record by its id. */
  readonly parameters: TObject<{ readonly id: TString }>
  readonly notFound: () => Refusal
  /** Writes what changed of a locked row, which has its next version. */
  readonly write: (
    tx: OrganizationTransaction,
    row: Row,
    changed: {
      readonly id: string
      readonly corrected: readonly CorrectedMember[]
      readonly by: ChangeRequest<unknown>
    },
  ) => void
}

/**
 * A type of record whose members are columns of one table.
 * @param columns of the row, with its version
 * @param counts SQL that counts the version, where no trigger does
 */
export function recordType<Row extends RecordRow>(
  { table, ...type }: Omit<RecordType<Row>, 'write'> & { readonly table: string },
  columns: string,
  counts = '',
): RecordType<Row> & {
  readonly lock: (tx: OrganizationTransaction, id: string) => Promise<Row | undefined>
} {
  return {
    ...type,
    lock: rowOf<Row, [id: string]>(`
      select ${columns}
      from ${table}
      where organization_id = $1 and id = $2
      for no key update`),
    write: (tx, _row, { id, corrected }) => {
      const sets = corrected.map(({ member, to }, index) => {
        const isJson = typeof to === 'object' && to !== null
        return `${snakeCase(member)} = $${index + 3}${isJson ? '::text::jsonb' : ''}`
      })
      const text = `
        update ${table}
        set ${[...sets, counts].filter((each) => each !== '').join(', ')}
        where organization_id = $1 and id = $2`
      const values = corrected.map(({ to }) =>
        typeof to === 'object' && to !== null ? JSON.stringify(to) : (to as string | null),
      )
      void tx.run(text, [id, ...values])
    },
  }
}

/**
 * Makes the look-up of a record of the caller; undefined where the organization has none.
 * @param text static; `$1` is the organization, `$2` the id, `$3` and so on what is given besides
 * @param lane `read` for one row that is asked for all the time: what holds it up, such as a lock of
 *   its table, holds up the tokens of everybody. `slow` where what is read grows with a history;
 *   `stranger` for what nobody has confirmed
 */
export function findById<Row extends object, More extends readonly string[] = []>(
  text: string,
  lane: 'run' | 'read' | 'slow' | 'stranger' = 'run',
) {
  return async (
    caller: Parameters<RequestDatabase['stranger']>[0],
    database: Pick<RequestDatabase, 'read' | 'run' | 'slow' | 'stranger'>,
    id: string,
    ...more: More
  ): Promise<Row | undefined> => {
    const parameters = [caller.organizationId, id, ...more]
    const send: RequestDatabase['stranger'] = database[lane]
    const rows = await send(caller, (sql) => sql.query<Row[]>(text, parameters))
    return rows[0]
  }
}
