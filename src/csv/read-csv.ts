import { isUtf8 } from 'node:buffer'
import type { TransformCallback } from 'node:stream'
import { type CsvError, Parser } from 'csv-parse'

/** An unclosed quote swallows no more: far more than the longest valid record. */
const RECORD_BYTES_MAX = 1_048_576
/** The separator is looked for in the first line, or in this much of it. */
const HEADER_BYTES_MAX = 16_384
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/** The cells of a record; undefined if not valid UTF-8. */
export type Cells = readonly (string | undefined)[]

export interface CsvEvents<Row> {
  /** Takes one record, or the header; returns what to pass on for it. */
  readonly record: (cells: Cells, line: number) => Row | undefined
  /** The file cannot be read from this record on; `place` is that of the cell, from 0. */
  readonly unreadable: (line: number, place: number, reason: string) => void
}

/**
 * A stream from the bytes of a CSV file to what each record is turned into. Commas separate cells,
 * or what the header has more of: the semicolons or tabs that many spreadsheets write.
 *
 * The parser reads bytes as Latin-1, which loses none, and each cell is decoded here. The parser
 * itself would replace invalid UTF-8 by U+FFFD, and the cell would not be known as invalid.
 */
export class CsvReader<Row> extends Parser {
  readonly #events: CsvEvents<Row>
  #begun: Buffer = Buffer.alloc(0)
  #hasBegun = false
  #unreadable = false
  #nextLine = 1
  #seenLines = 0
  #seenBlankLines = 0

  constructor(events: CsvEvents<Row>) {
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
    const bytes = this.#hasBegun ? chunk : this.#withFirstLine(chunk)
    // After a violation of quoting, the start of the next record cannot be known.
    if (this.#unreadable || bytes === null) done()
    else super._transform(bytes, encoding, (error) => done(this.#reportedOf(error)))
  }

  override _flush(done: TransformCallback): void {
    const finish = (error?: Error | null) => {
      done(this.#reportedOf(error))
    }
    const end = (error?: Error | null) => (error ? finish(error) : super._flush(finish))
    // A file that ends with its first line is still buffered.
    if (this.#unreadable) finish()
    else if (this.#begun.length > 0) super._transform(this.#begin(), 'latin1', end)
    else end()
  }

  /** Takes each record from the parser while the parser is on the record's last line. */
  override push(record: string[] | null): boolean {
    if (record === null) return super.push(null)
    const row = this.#events.record(record.map(decoded), this.#lineOf(record))
    return row === undefined || super.push(row)
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

  /** The bytes so far, once they have a whole line; null until then. */
  #withFirstLine(chunk: Buffer): Buffer | null {
    this.#begun = Buffer.concat([this.#begun, chunk])
    const text = this.#begun.toString('latin1')
    return FIRST_LINE.test(text) || text.length > HEADER_BYTES_MAX ? this.#begin() : null
  }

  /** The buffered bytes without a byte order mark. Sets the separator that their header has. */
  #begin(): Buffer {
    this.#hasBegun = true
    const begun = this.#begun
    this.#begun = Buffer.alloc(0)
    const [header = ''] = /[^\r\n]+/.exec(begun.toString('latin1', 0, HEADER_BYTES_MAX)) ?? []
    const count = (separator: string) => header.split(separator).length
    const separator = [';', '\t'].reduce(
      (most, each) => (count(each) > count(most) ? each : most),
      ',',
    )
    this.options.delimiter = [Buffer.from(separator)]
    const isMarked = begun.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    return isMarked ? begun.subarray(BYTE_ORDER_MARK.length) : begun
  }
}

const FIRST_LINE = /[^\r\n][\r\n]/

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
