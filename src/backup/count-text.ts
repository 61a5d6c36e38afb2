import { createHash } from 'node:crypto'
import type { TableTotals } from './backup-format.ts'

const NEWLINE = 0x0a

/** Adds up a table's text as it goes by. */
export class TextCount {
  readonly #hash = createHash('sha256')
  #bytes = 0
  #rows = 0

  /** @returns how many rows end in it */
  add(text: Uint8Array): number {
    this.#hash.update(text)
    this.#bytes += text.length
    let rows = 0
    // In PostgreSQL's text format a newline is the end of a row and nothing else.
    for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) rows += 1
    this.#rows += rows
    return rows
  }

  /** To be asked for once. */
  totals(): TableTotals {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}
