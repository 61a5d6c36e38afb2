import { hash } from 'node:crypto'

const NEWLINE = 0x0a
const BITS = 256

/**
 * Adds up a table's text row by row, whatever their order: the sum of the rows' SHA-256. The shards
 * of a distributed table give its rows in another order than they came in.
 */
export class RowSum {
  #sum = 0n
  #rest: Uint8Array = new Uint8Array()

  add(text: Uint8Array): void {
    let from = 0
    for (let end = text.indexOf(NEWLINE); end !== -1; end = text.indexOf(NEWLINE, from)) {
      this.#addRow(Buffer.concat([this.#rest, text.subarray(from, end)]))
      this.#rest = new Uint8Array()
      from = end + 1
    }
    this.#rest = Buffer.concat([this.#rest, text.subarray(from)])
  }

  /** The same for the same rows. */
  get sum(): bigint {
    return this.#sum
  }

  #addRow(row: Uint8Array): void {
    this.#sum = BigInt.asUintN(BITS, this.#sum + BigInt(`0x${hash('sha256', row, 'hex')}`))
  }
}
