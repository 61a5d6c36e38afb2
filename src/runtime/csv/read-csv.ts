import { isUtf8 } from 'node:buffer'
import type { TransformCallback } from 'node:stream'
import { type CsvError, Parser } from 'csv-parse'
import { meantText } from './codes.ts'
import { refusedForm, separatorOf, utf16Decoder } from './file-form.ts'

/** An unclosed quote swallows no more: far more than the longest valid record. */
const RECORD_BYTES_MAX = 1_048_576
/** The separator is looked for in the first line, or in this much of it. */
const HEADER_BYTES_MAX = 16_384

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
  /** Bytes that the parser does not have yet: until the first line is whole, all of them. */
  #held: Buffer = Buffer.alloc(0)
  #hasBegun = false
  #isQuoted = false
  #isQuoteMoved = false
  #decoder: TextDecoder | undefined
  #unreadable = false
  #nextLine = 1
  #seenLines = 0
  #seenBlankLines = 0

  constructor(events: CsvEvents<Row>) {
    super({
      // Not `trim`: as Latin-1, the last byte of "à" is a blank.
      ltrim: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_BYTES_MAX,
    })
    // Only now: it looks for blanks in UTF-8. As Latin-1, U+2028 would be a parenthesis.
    this.options.encoding = 'latin1'
    this.#events = events
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    if (this.#hasBegun) this.#hold(this.#utf8(chunk))
    else this.#held = Buffer.concat([this.#held, chunk])
    const begin = this.#hasBegun ? '' : this.#held.toString('latin1')
    if (FIRST_LINE.test(begin) || begin.length > HEADER_BYTES_MAX) this.#begin()
    if (this.#hasBegun) this.#parse(GUARD_BYTES, done)
    else done()
  }

  override _flush(done: TransformCallback): void {
    if (!this.#hasBegun) this.#begin()
    this.#hold(this.#utf8())
    this.#parse(0, (error) => {
      if (error || this.#unreadable) done(error)
      else super._flush((failure) => done(this.#reportedOf(failure)))
    })
  }

  /** Gives the parser what is held, but for so many bytes at its end. */
  #parse(kept: number, done: TransformCallback): void {
    const end = Math.max(0, this.#held.length - kept)
    const bytes = this.#held.subarray(0, end)
    this.#held = this.#held.subarray(end)
    // After a violation of quoting, the start of the next record cannot be known.
    if (this.#unreadable) done()
    else super._transform(bytes, 'latin1', (error) => done(this.#reportedOf(error)))
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

  /** Takes the marks from what is held, and sets the separator that the header has. */
  #begin(): void {
    this.#hasBegun = true
    this.#decoder = utf16Decoder(this.#held)
    const text = this.#utf8(this.#held)
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, '')
    this.#held = Buffer.alloc(0)
    this.#hold(Buffer.from(text, 'latin1'))
    const reason = refusedForm(text.slice(0, HEADER_BYTES_MAX))
    if (reason !== undefined) this.#stop(0, reason)
    this.options.delimiter = [Buffer.from(separatorOf(/[^\r\n]+/.exec(text)?.[0] ?? ''))]
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
   * Holds these bytes, too. In cells such as ="02101" the sign becomes a blank, since no quote may
   * follow it: many programs write it, for spreadsheets to keep the zero. Within quotes, which
   * are behind an odd number of quotes, nothing is a guard. A blank behind a closing quote is taken
   * into the cell, by moving the quote.
   */
  #hold(bytes: Buffer): void {
    const held = Buffer.concat([this.#held, bytes])
    for (let place = this.#held.length; place < held.length; place += 1) {
      const isMoved = held[place] === BLANK && held[place - 1] === QUOTE && !this.#isQuoted
      if (isMoved) held.set([BLANK, QUOTE], place - 1)
      else if (held[place] === QUOTE) {
        // Behind another cell's quote, a blank is a fault.
        if (this.#isQuoteMoved) held.set([QUOTE, BLANK], place - 2)
        const before = held.toString('latin1', Math.max(0, place - GUARD_BYTES), place)
        if (!this.#isQuoted && GUARD.test(before)) held[place - 1] = BLANK
        this.#isQuoted = !this.#isQuoted
      }
      this.#isQuoteMoved = isMoved
    }
    this.#held = held
  }
}

const [QUOTE, BLANK] = [0x22, 0x20]
/** The sign of a formula behind a separator, or where the file begins. */
const GUARD = /(?:^|[,;\t\r\n]) ?=$/
const GUARD_BYTES = 3

const FIRST_LINE = /[^\r\n][\r\n]/

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quoted cell is not closed before the end of the file: add the quote.',
  CSV_INVALID_CLOSING_QUOTE:
    'Text follows the closing quote of a cell: remove it; write a quote inside one as "".',
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
