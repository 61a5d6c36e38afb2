import { createHash } from 'node:crypto'
import type { TableTotals } from './backup-format.ts'

const NEWLINE = 0x0a

/** How many rows end in this text: in PostgreSQL's text format a newline always ends a row. */
export function rowsIn(text: Uint8Array): number {
  let rows = 0
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) rows += 1
  return rows
}

/** Counts and hashes the text of a table. */
export class TextCount {
  readonly #hash = createHash('sha256')
  #bytes = 0
  #rows = 0

  /** @returns how many rows end in this part of the text */
  add(text: Uint8Array): number {
    this.#hash.update(text)
    this.#bytes += text.length
    const rows = rowsIn(text)
    this.#rows += rows
    return rows
  }

  /** Call it once: it ends the hash. */
  totals(): TableTotals {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}
