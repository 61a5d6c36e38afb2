import { type Parameter, parameterText } from '../postgres/values.ts'
import type { OrganizationTransaction, SendRows } from './organization-transaction.ts'

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
