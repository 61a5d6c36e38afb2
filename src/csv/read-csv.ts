import { isUtf8 } from 'node:buffer'
import type { TransformCallback } from 'node:stream'
import { type CsvError, Parser } from 'csv-parse'
import { meantText } from './csv-line.ts'
import { refusedForm, separatorOf, utf16Decoder } from './file-form.ts'

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
 * or what the header has more of: the semicolons or tabs that many spreadsheets write. Each cell
 * comes as it was meant (`meantText`).
 *
 * The parser reads bytes as Latin-1, which loses none, and each cell is decoded here. The parser
 * itself would replace invalid UTF-8 by U+FFFD, and the cell would not be known as invalid.
 */
export class CsvReader<Row> extends Parser {
  readonly #events: CsvEvents<Row>
  #begun: Buffer = Buffer.alloc(0)
  #hasBegun = false
  #decoder: TextDecoder | undefined
  /** The end of the bytes so far: with those that follow, it may be a guard. */
  #held: Buffer = Buffer.alloc(0)
  #unreadable = false
  #nextLine = 1
  #seenLines = 0
  #seenBlankLines = 0

  constructor(events: CsvEvents<Row>) {
    super({
      encoding: 'latin1',
      // Not `trim`: as Latin-1, the last byte of "à" is a blank.
      ltrim: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_BYTES_MAX,
    })
    this.#events = events
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = this.#hasBegun ? this.#utf8(chunk) : this.#withFirstLine(chunk)
    // After a violation of quoting, the start of the next record cannot be known.
    if (this.#unreadable || bytes === null) done()
    else
      super._transform(this.#unguarded(bytes), encoding, (error) => done(this.#reportedOf(error)))
  }

  override _flush(done: TransformCallback): void {
    const finish = (error?: Error | null) => {
      done(this.#reportedOf(error))
    }
    // A file that ends with its first line is still buffered.
    const bytes = Buffer.concat([this.#hasBegun ? this.#held : this.#begin(), this.#utf8()])
    if (this.#unreadable) finish()
    else if (bytes.length === 0) super._flush(finish)
    else {
      super._transform(bytes, 'latin1', (error) => (error ? finish(error) : super._flush(finish)))
    }
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
    this.#stop(Number(column), reason)
    return null
  }

  #stop(place: number, reason: string): void {
    this.#unreadable = true
    const line = this.#nextLine + this.info.empty_lines - this.#seenBlankLines
    this.#events.unreadable(line, place, reason)
  }

  /** The bytes so far, once they have a whole line; null until then. */
  #withFirstLine(chunk: Buffer): Buffer | null {
    this.#begun = Buffer.concat([this.#begun, chunk])
    const text = this.#begun.toString('latin1')
    return FIRST_LINE.test(text) || text.length > HEADER_BYTES_MAX ? this.#begin() : null
  }

  /** The buffered bytes without their marks. Sets the separator that their header has. */
  #begin(): Buffer {
    this.#hasBegun = true
    this.#decoder = utf16Decoder(this.#begun)
    const begun = this.#utf8(this.#begun)
    this.#begun = Buffer.alloc(0)
    const isMarked = begun.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    const bytes = isMarked ? begun.subarray(BYTE_ORDER_MARK.length) : begun
    const text = bytes.toString('latin1', 0, HEADER_BYTES_MAX)
    const reason = refusedForm(text)
    if (reason !== undefined) this.#stop(0, reason)
    this.options.delimiter = [Buffer.from(separatorOf(/[^\r\n]+/.exec(text)?.[0] ?? ''))]
    return bytes
  }

  /** The bytes in UTF-8; without any, the end of them. */
  #utf8(bytes?: Buffer): Buffer {
    if (this.#decoder === undefined || this.#unreadable) return bytes ?? Buffer.alloc(0)
    try {
      return Buffer.from(this.#decoder.decode(bytes, { stream: bytes !== undefined }))
    } catch {
      this.#stop(0, 'The file is not valid UTF-16: save it as "CSV UTF-8".')
      return Buffer.alloc(0)
    }
  }

  /**
   * Cells such as ="02101" without the sign, which no quote may follow: many programs write it,
   * for spreadsheets to keep the zero. Holds four bytes back, since a piece may end within.
   */
  #unguarded(bytes: Buffer): Buffer {
    const all = Buffer.concat([this.#held, bytes])
    const text = all.includes('="') ? all.toString('latin1').replace(GUARD, '$1') : undefined
    const read = text === undefined ? all : Buffer.from(text, 'latin1')
    const end = Math.max(0, read.length - 4)
    this.#held = read.subarray(end)
    return read.subarray(0, end)
  }
}

/** Within quotes, another quote or the end of the cell would follow; or ="", and then the end. */
const GUARD = /([,;\t\r\n])=(?="(?:[^",;\t\r\n]|"[,;\t\r\n]))/g

const FIRST_LINE = /[^\r\n][\r\n]/

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quoted cell is not closed before the end of the file: add the quote.',
  CSV_INVALID_CLOSING_QUOTE:
    'Text or a blank follows the closing quote of a cell: remove it; to write a quote inside a ' +
    'cell, double it ("").',
  INVALID_OPENING_QUOTE:
    'A cell contains a quote but does not begin with one: put the cell in quotes and write the ' +
    'quote twice ("").',
  CSV_MAX_RECORD_SIZE: 'The record is over 1 MiB long: an earlier quote is probably not closed.',
}

function decoded(cell: string): string | undefined {
  if (!/[\x80-\xff]/.test(cell)) return meantText(cell)
  const bytes = Buffer.from(cell, 'latin1')
  return isUtf8(bytes) ? meantText(bytes.toString('utf8')) : undefined
}

function lineBreaks(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
}
