import { isUtf8 } from 'node:buffer'
import type { TransformCallback } from 'node:stream'
import { type CsvError, Parser } from 'csv-parse'

/** How much an unclosed quote may swallow: far more than the longest valid record. */
const RECORD_BYTES_MAX = 1_048_576
/** The size of the pieces of text that are passed on. */
const PIECE_CHARACTERS = 16_384
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/** The cells of a record; undefined if not valid UTF-8. */
export type Cells = readonly (string | undefined)[]

export interface CsvEvents {
  /** Takes one record, or the header; returns the text to pass on for it. */
  readonly record: (cells: Cells, line: number) => string
  /** The file cannot be read from this record on; `place` is that of the cell, from 0. */
  readonly unreadable: (line: number, place: number, reason: string) => void
}

/**
 * A stream from the bytes of a CSV file to the text that each record is turned into.
 *
 * The parser reads bytes as Latin-1, which loses none, and each cell is decoded here. The parser
 * itself would replace invalid UTF-8 by U+FFFD, and the cell would not be known as invalid.
 */
export class CsvReader extends Parser {
  readonly #events: CsvEvents
  #piece = ''
  #begun: Buffer = Buffer.alloc(0)
  #markPassed = false
  #unreadable = false
  #nextLine = 1
  #seenLines = 0
  #seenBlankLines = 0

  constructor(events: CsvEvents) {
    super({
      encoding: 'latin1',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_BYTES_MAX,
    })
    this.#events = events
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = this.#withoutMark(chunk)
    // After a violation of quoting, the start of the next record cannot be known.
    if (this.#unreadable || bytes === null) done()
    else super._transform(bytes, encoding, (error) => done(this.#reportedOf(error)))
  }

  override _flush(done: TransformCallback): void {
    const finish = (error?: Error | null) => {
      const other = this.#reportedOf(error)
      if (this.#piece !== '') super.push(Buffer.from(this.#piece))
      done(other)
    }
    const end = (error?: Error | null) => (error ? finish(error) : super._flush(finish))
    // A file shorter than a byte order mark is still buffered.
    if (this.#unreadable) finish()
    else if (this.#begun.length > 0) super._transform(this.#begun, 'latin1', end)
    else end()
  }

  /** Takes each record from the parser while the parser is on the record's last line. */
  override push(record: string[] | null): boolean {
    if (record === null) return super.push(null)
    this.#piece += this.#events.record(record.map(decoded), this.#lineOf(record))
    if (this.#piece.length < PIECE_CHARACTERS) return true
    const piece = Buffer.from(this.#piece)
    this.#piece = ''
    return super.push(piece)
  }

  /** The first line of a record. The parser knows the last, but counts CRLF in quotes twice. */
  #lineOf(record: readonly string[]): number {
    const { lines, empty_lines: blankLines } = this.info
    const line = this.#nextLine + blankLines - this.#seenBlankLines
    const spans = lines - this.#seenLines - (blankLines - this.#seenBlankLines) > 1
    this.#nextLine = line + 1 + (spans ? lineBreaks(record) : 0)
    this.#seenLines = lines
    this.#seenBlankLines = blankLines
    return line
  }

  #reportedOf(error: Error | null | undefined): Error | null {
    if (!error || !('code' in error)) return error ?? null
    const { code, column } = error as CsvError & { column?: unknown }
    const reason = REASONS[code]
    if (reason === undefined) return error
    this.#unreadable = true
    const line = this.#nextLine + this.info.empty_lines - this.#seenBlankLines
    this.#events.unreadable(line, Number(column), reason)
    return null
  }

  /** The bytes without a byte order mark; null until there are enough bytes to recognize one. */
  #withoutMark(chunk: Buffer): Buffer | null {
    if (this.#markPassed) return chunk
    const begun = Buffer.concat([this.#begun, chunk])
    this.#markPassed = begun.length >= BYTE_ORDER_MARK.length
    this.#begun = this.#markPassed ? Buffer.alloc(0) : begun
    if (!this.#markPassed) return null
    const marked = begun.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    return marked ? begun.subarray(BYTE_ORDER_MARK.length) : begun
  }
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quoted cell is not closed before the end of the file: add the quote.',
  CSV_INVALID_CLOSING_QUOTE:
    'Text follows the closing quote of a cell: to write a quote inside a cell, double it ("").',
  INVALID_OPENING_QUOTE:
    'A cell contains a quote but does not begin with one: put the cell in quotes and write the ' +
    'quote twice ("").',
  CSV_MAX_RECORD_SIZE: 'The record is over 1 MiB long: an earlier quote is probably not closed.',
}

function decoded(cell: string): string | undefined {
  if (!/[\x80-\xff]/.test(cell)) return cell
  const bytes = Buffer.from(cell, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined
}

function lineBreaks(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
}
