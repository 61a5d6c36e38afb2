import { parse } from 'csv-parse/browser/esm/sync'

export interface CsvRecord {
  /** The first line of the record, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** The file cannot be read from this line on. */
export class UnreadableCsv extends Error {
  readonly line: number

  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

/** The text of a file. Spreadsheets may write other encodings than UTF-8: those are refused. */
export function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableCsv(
      1,
      'The file is not UTF-8. Save it as “CSV UTF-8”, then choose it again.',
    )
  }
}

/**
 * The records of a CSV file (RFC 4180), the header first. Semicolons and tabs may separate cells,
 * too: spreadsheets of many countries write them.
 * @throws {UnreadableCsv}
 */
export function readCsv(file: string): CsvRecord[] {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    return records.map(({ info, record }) => ({
      line: info.lines - lineBreaks(record),
      cells: record.map((cell) => cell.trim()),
    }))
  } catch (error) {
    const { code, lines } = error as { code?: string; lines?: number }
    const reason = REASONS[code ?? '']
    if (reason === undefined) throw error
    throw new UnreadableCsv(lines ?? 1, reason)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quoted cell is not closed before the end of the file: add the quote.',
  CSV_INVALID_CLOSING_QUOTE:
    'Text follows the closing quote of a cell: to write a quote inside a cell, double it ("").',
  INVALID_OPENING_QUOTE:
    'A cell contains a quote but does not begin with one: put the cell in quotes and write the ' +
    'quote twice ("").',
}

/** What is most often in the first line. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split('\n', 1)
  const count = (delimiter: string) => header.split(delimiter).length
  return [';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best), ',')
}

function lineBreaks(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
}
