import type { Sql } from 'postgres'
import type { Caller } from '../../domain/caller.ts'
import { isDistributed, STAY_ON_NODE } from '../postgres/distribution.ts'
import { asUndone } from '../postgres/postgres-errors.ts'
import { takenRows } from '../postgres/taken-rows.ts'
import { inTransaction } from '../postgres/transaction.ts'

/** What a statement takes: texts, numbers, instants, lists of texts, documents (`$n::jsonb`). */
export type Parameter = string | number | boolean | object | null

/**
 * A transaction of one organization. Each statement is sent at once, without waiting for those
 * before it; they run in this order.
 *
 * The organization is the first parameter of every statement (`organization_id = $1`). So no
 * statement sees rows of another one, and a distributed database sends each whole to one node.
 */
export interface OrganizationTransaction {
  readonly organizationId: string
  /**
   * @param text static: it is prepared once for each connection
   * @param parameters from `$2` on
   * @returns the rows, column names in camel case
   */
  run<Row extends object>(text: string, parameters: readonly Parameter[]): Promise<Row[]>
}

/**
 * The organization's own row, as the source of rows that no table holds yet. A distributed database
 * then sends the INSERT to the organization's node. It would make the rows of a list alone on the
 * coordinator, and copy them in a two-phase commit.
 */
export const ORGANIZATION = `(
    select id as organization_id from organizations where id = $1
  ) as organization`

/** How a transaction ends, and its result. */
export interface Ending<T> {
  readonly end: 'commit' | 'roll_back'
  readonly value: T
}

/** Makes the driver roll back a transaction in which nothing is wrong. */
class RolledBack extends Error {}

/**
 * Runs a transaction in as few round trips as `work` waits for: COMMIT goes out right behind the
 * last statements, which `work` does not wait for.
 * @param mode further words of BEGIN
 * @throws the failure of the first statement that failed, or what `work` throws; nothing is changed
 *   then, unless the connection was lost while it committed
 */
export async function inOrganization<T>(
  sql: Sql,
  organizationId: string,
  work: (tx: OrganizationTransaction) => Promise<Ending<T>>,
  mode = '',
): Promise<T> {
  const sent: Promise<unknown>[] = []
  let ending: Ending<T> | undefined
  try {
    await inTransaction(
      sql,
      async (connection) => {
        sent.length = 0
        ending = undefined
        const run = <Row extends object>(text: string, parameters: readonly Parameter[]) => {
          parameters.forEach(refuseMissing)
          const values = [organizationId, ...parameters] as never[]
          const rows = connection
            .unsafe<Row[]>(text, values, { prepare: true })
            .then(takenRows<Row>)
          // Its sender may wait for an earlier one that failed, or for none.
          rows.catch(() => undefined)
          sent.push(rows)
          return rows
        }
        if (isDistributed(sql)) void run(STAY_ON_NODE, [])
        ending = await work({ organizationId, run })
        if (ending.end === 'roll_back') throw new RolledBack()
      },
      mode,
    )
  } catch (error) {
    // Until the work is done, COMMIT was not sent: what broke then is undone.
    if (!(error instanceof RolledBack)) throw ending?.end === 'commit' ? error : asUndone(error)
  }
  // COMMIT of a transaction in which a statement failed rolls it back, and does not fail itself.
  await Promise.all(sent).catch((error: unknown) => {
    throw asUndone(error)
  })
  return (ending as Ending<T>).value
}

/**
 * The driver would fail on a missing value while it writes the statement. PostgreSQL would never
 * see that statement, and commit the others.
 */
function refuseMissing(value: Parameter | undefined): void {
  if (value === undefined || (Array.isArray(value) && value.includes(undefined))) {
    throw new TypeError('a parameter of a statement is missing')
  }
}

/** Runs a statement as `OrganizationTransaction.run` does, without `inOrganization`. */
export async function runStatement<Row extends object>(
  { organizationId }: Pick<Caller, 'organizationId'>,
  sql: Pick<Sql, 'unsafe'>,
  text: string,
  parameters: readonly Parameter[] = [],
): Promise<Row[]> {
  const values = [organizationId, ...parameters] as never[]
  return takenRows<Row>(await sql.unsafe<Row[]>(text, values, { prepare: true }))
}
