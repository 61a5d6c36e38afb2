import type { OrganizationTransaction, Parameter } from './organization-transaction.ts'

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
