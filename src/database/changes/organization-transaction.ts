import type { Caller } from '../../domain/caller.ts'
import {
  type Ending,
  inPipelinedTransaction,
  type OrganizationSql,
  type Statements,
} from '../postgres/sql.ts'
import { type Parameter, parameterText } from '../postgres/values.ts'

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
type SendRows = (
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

/**
 * Makes a statement over rows that it is sent, `sent`, with their `place` from 1. One row, the usual
 * case, goes as plain values, which take PostgreSQL a third less time than lists.
 * @param columns from `$2` on: texts, and lists of texts where a name ends with `[]`
 * @param textOf the statement, given what stands for the rows behind FROM
 */
export function overSentRows(
  columns: readonly string[],
  textOf: (sent: string) => string,
): SendRows {
  const names = columns.map((column) => column.replace('[]', ''))
  const types = columns.map((column) => (column.endsWith('[]') ? 'text[]' : 'text'))
  const values = names.map((name, index) => `$${index + 2}::${types[index]} as ${name}`)
  const one = textOf(`(select ${values.join(', ')}, 1 as place) as sent`)
  const lists = names.map((_, index) => `$${index + 2}::text[]`)
  // A list of lists holds the text of each: those of PostgreSQL have one length.
  const read = names.map((name, index) => `${name}::${types[index]}`)
  const many = textOf(`(
    select ${read.join(', ')}, place
    from unnest(${lists.join(', ')}) with ordinality as listed (${names.join(', ')}, place)
  ) as sent`)
  const send: SendRows = (tx, rows) => {
    const [first] = rows
    if (tx.join !== undefined) return tx.join(send, rows)
    if (rows.length === 1) return tx.run(one, first as readonly Parameter[])
    return tx.run(
      many,
      columns.map((_, index) => rows.map((row) => elementOf(row[index]))),
    )
  }
  return send
}

function elementOf(value: Parameter | undefined): Parameter {
  return Array.isArray(value) ? parameterText(value) : (value as Parameter)
}

/**
 * A transaction in which several requests write: rows of one statement wait for those of all, and
 * are sent together by `sendJoined`. What is no such statement follows those that it came behind.
 */
export function joiningRows(tx: OrganizationTransaction) {
  const waiting = new Map<SendRows, (readonly Parameter[])[]>()
  const sendJoined = () => {
    for (const [send, rows] of waiting) void send(tx, rows)
    waiting.clear()
  }
  const joining: OrganizationTransaction = {
    organizationId: tx.organizationId,
    run: (text, parameters) => {
      sendJoined()
      return tx.run(text, parameters)
    },
    join: async (send, rows) => {
      waiting.set(send, [...(waiting.get(send) ?? []), ...rows])
    },
  }
  return { joining, sendJoined }
}
