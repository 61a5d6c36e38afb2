import { hash } from 'node:crypto'

const NEWLINE = 0x0a
const BITS = 256

/**
 * The sum of the SHA-256 of a table's rows, which does not depend on their order. A distributed
 * table returns its rows in another order than they were written in.
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

  get sum(): bigint {
    return this.#sum
  }

  #addRow(row: Uint8Array): void {
    this.#sum = BigInt.asUintN(BITS, this.#sum + BigInt(`0x${hash('sha256', row, 'hex')}`))
  }
}
