/** The ids of the made-up records, so that a load can name what a file of `make-csv.ts` holds. */

/** As long as the service's own, spread like ids that another system made. */
export function recordId(prefix: 'item' | 'ship', n: number): string {
  const spread = (n * 2_654_435_761) % 4_294_967_296
  return `${prefix}_${spread.toString(36).padStart(7, '0')}${String(n).padStart(19, '0')}`
}

export function accountId(n: number): string {
  return `fbo_${String(n).padStart(26, '0')}`
}

/** The number of the account, out of that many, that item or shipment `n` belongs to. */
export function accountNumberOf(n: number, accounts: number): number {
  return (n * 7_919) % accounts
}
