import type { Parameter } from '../postgres/values.ts'
import type { OrganizationTransaction } from './organization-transaction.ts'

/**
 * Makes a statement over rows that it is sent, `sent`, with their `place` from 1. One row, the usual
 * case, goes as plain values, which take PostgreSQL a third less time than lists.
 * @param columns texts, from `$2` on
 * @param textOf the statement, given what stands for the rows behind FROM
 */
export function overSentRows<Row extends object = object>(
  columns: readonly string[],
  textOf: (sent: string) => string,
) {
  const places = columns.map((_, index) => `$${index + 2}::text`)
  const values = columns.map((column, index) => `${places[index]} as ${column}`)
  const one = textOf(`(select ${values.join(', ')}, 1 as place) as sent`)
  const lists = places.map((place) => `${place}[]`)
  const many = textOf(
    `unnest(${lists.join(', ')}) with ordinality as sent (${columns.join(', ')}, place)`,
  )
  return (
    tx: Pick<OrganizationTransaction, 'run'>,
    rows: readonly (readonly Parameter[])[],
  ): Promise<Row[]> => {
    const [first] = rows
    if (rows.length === 1) return tx.run<Row>(one, first as readonly Parameter[])
    return tx.run<Row>(
      many,
      columns.map((_, index) => rows.map((row) => row[index] as Parameter)),
    )
  }
}
