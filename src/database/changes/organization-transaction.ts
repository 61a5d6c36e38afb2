import type { Caller } from '../../domain/caller.ts'
import {
  type Ending,
  inPipelinedTransaction,
  type OrganizationSql,
  type Statements,
} from '../postgres/sql.ts'
import type { Parameter } from '../postgres/values.ts'

/**
 * A transaction of one organization. Each statement is sent at once, without waiting for those
 * before it; they run in this order.
 *
 * The organization is the first parameter of every statement (`organization_id = $1`). So no
 * statement sees rows of another one, and each can go whole to the one server that has these.
 */
export interface OrganizationTransaction {
  readonly organizationId: string
  /**
   * @param text static: it is prepared once for each connection
   * @param parameters from `$2` on
   * @returns the rows, column names in camel case
   */
  run<Row extends object>(text: string, parameters: readonly Parameter[]): Promise<Row[]>
  /** Keeps rows until all requests that share the transaction gave theirs (`joiningRows`). */
  join?(send: SendRows, rows: readonly (readonly Parameter[])[]): Promise<unknown>
}

/** Sends rows by one statement, made by `overSentRows`. */
export type SendRows = (
  tx: Pick<OrganizationTransaction, 'run' | 'join'>,
  rows: readonly (readonly Parameter[])[],
) => Promise<unknown>

/**
 * The organization's own row, as the source of rows that no table holds yet: so the INSERT goes to
 * the server that has it. The rows of a list alone would be made elsewhere, and copied there.
 */
export const ORGANIZATION = `(
    select id as organization_id from organizations where id = $1
  ) as organization`

/**
 * Runs a transaction in as few round trips as `work` waits for, and one more: BEGIN goes out with
 * the first statements, which change nothing; COMMIT goes out right behind the last, which `work`
 * does not wait for.
 * @param mode further words of BEGIN
 * @throws the failure of the first statement that failed, or what `work` throws; nothing is changed
 *   then, unless the connection was lost while it committed
 */
export async function inOrganization<T>(
  sql: OrganizationSql,
  organizationId: string,
  work: (tx: OrganizationTransaction) => Promise<Ending<T>>,
  mode = '',
): Promise<T> {
  const workOf = async (tx: Statements) => await work(enter({ organizationId }, tx, sql.topology))
  return await inPipelinedTransaction(sql, workOf, mode)
}

/** Begins the work of a transaction for one organization, whose rows stay where they are. */
export function enter(
  caller: Pick<Caller, 'organizationId'>,
  tx: Statements,
  topology: OrganizationSql['topology'],
): OrganizationTransaction {
  return runnerOf(caller, topology?.enter(tx, caller.organizationId) ?? tx)
}

/** Runs a statement as `OrganizationTransaction.run` does, without `inOrganization`. */
export function runStatement<Row extends object>(
  { organizationId }: Pick<Caller, 'organizationId'>,
  sql: Statements,
  text: string,
  parameters: readonly Parameter[] = [],
): Promise<Row[]> {
  return sql.query<Row[]>(text, [organizationId, ...parameters])
}

/** Runs statements of one organization on a connection or a pool, or in a transaction of it. */
export function runnerOf(
  caller: Pick<Caller, 'organizationId'>,
  sql: Statements,
): OrganizationTransaction {
  return {
    organizationId: caller.organizationId,
    run: (text, parameters) => runStatement(caller, sql, text, parameters),
  }
}
