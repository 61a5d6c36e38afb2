import type { Sql } from 'postgres'
import type { Caller } from '../../domain/caller.ts'
import { detachRows } from '../postgres/detach-rows.ts'
import { isDistributed, STAY_ON_NODE } from '../postgres/distribution.ts'
import {
  type Ending,
  inPipelinedTransaction,
  type Send,
} from '../postgres/pipelined-transaction.ts'
import { HOLD, type OrganizationSql, partsOf } from '../postgres/shard-sql.ts'

/** A parameter: text, number, instant, list of texts, document (`$n::jsonb`). */
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

/**
 * Runs a transaction in as few round trips as `work` waits for, and one more: BEGIN goes out with
 * the first statements, which change nothing; COMMIT goes out right behind the last, which `work`
 * does not wait for.
 * @param mode further words of BEGIN
 * @throws the failure of the first statement that failed, or what `work` throws; nothing is changed
 *   then, unless the connection was lost while it committed
 */
export async function inOrganization<T>(
  statements: OrganizationSql,
  organizationId: string,
  work: (tx: OrganizationTransaction) => Promise<Ending<T>>,
  mode = '',
): Promise<T> {
  const { sql, shard } = partsOf(statements)
  const workOf = async (send: Send) => {
    const run = <Row extends object>(text: string, parameters: readonly Parameter[]) => {
      parameters.forEach(refuseMissing)
      return send(shard?.textOf(text) ?? text, [organizationId, ...parameters]) as Promise<Row[]>
    }
    if (shard !== undefined) void send(HOLD, [shard.id])
    else if (isDistributed(sql)) void run(STAY_ON_NODE, [])
    return await work({ organizationId, run })
  }
  return await inPipelinedTransaction(sql, workOf, mode)
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
  return detachRows<Row>(await sql.unsafe<Row[]>(text, values, { prepare: true }))
}

/** Runs statements of one organization on a connection or a pool, or in a transaction of it. */
export function runnerOf(
  caller: Pick<Caller, 'organizationId'>,
  sql: Pick<Sql, 'unsafe'>,
): OrganizationTransaction {
  return {
    organizationId: caller.organizationId,
    run: (text, parameters) => runStatement(caller, sql, text, parameters),
  }
}
