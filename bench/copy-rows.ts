import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { type Sql, toSnake } from '../test/support/vault/sql.ts'

const PIECE_CHARACTERS = 1_000_000

/** Which records: 0 to `count - 1`, or as many from `first` on. */
export interface Numbers {
  readonly count: number
  readonly first?: number
}

/** Fills a table by COPY with records whose members are named after its columns. */
export async function copyRows(
  sql: Sql,
  table: string,
  rowOf: (n: number) => object,
  numbers: Numbers,
): Promise<void> {
  const columns = Object.keys(rowOf(0)).map(toSnake).join()
  const copy = from(`copy ${table} (${columns}) from stdin (format csv, header)`)
  await sql.begin(({ connection }) =>
    pipeline(Readable.from(csvPieces(rowOf, numbers)), connection.stream(copy)),
  )
}

/** A CSV file in pieces, its header first. */
export function* csvPieces(
  rowOf: (n: number) => object,
  { count, first = 0 }: Numbers,
): Generator<string> {
  let piece = `${Object.keys(rowOf(first)).join()}\n`
  for (let n = first; n < first + count; n += 1) {
    piece += `${Object.values(rowOf(n)).map(csvValue).join()}\n`
    if (piece.length > PIECE_CHARACTERS) {
      yield piece
      piece = ''
    }
  }
  yield piece
}

function csvValue(value: string | number | boolean | Date | null): string {
  if (value === null) return ''
  const text = value instanceof Date ? value.toISOString() : String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
