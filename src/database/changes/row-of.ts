import type { Parameter } from '../postgres/values.ts'
import type { OrganizationTransaction } from './organization-transaction.ts'

/**
 * Makes the statement that reads or locks one row in a transaction; undefined where there is none.
 * @param text static; `$1` is the organization, the values follow
 */
export function rowOf<Row extends object, Values extends readonly Parameter[]>(text: string) {
  return async (tx: OrganizationTransaction, ...values: Values): Promise<Row | undefined> => {
    const [row] = await tx.run<Row>(text, values)
    return row
  }
}

/** Makes the statement that reads or locks rows in a transaction, or changes them. */
export function rowsOf<Row extends object, Values extends readonly Parameter[]>(text: string) {
  return (tx: OrganizationTransaction, ...values: Values) => tx.run<Row>(text, values)
}

/**
 * Makes the statement that locks records in the order of their ids: overlapping changes wait in
 * line, and never in a circle.
 * @param text ends with FOR NO KEY UPDATE; `$2` is a list of ids
 */
export function lockById<Row extends { readonly id: string }>(text: string) {
  return async (tx: OrganizationTransaction, ids: readonly string[]) =>
    byId(await tx.run<Row>(text, [ids]))
}

export function byId<Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
