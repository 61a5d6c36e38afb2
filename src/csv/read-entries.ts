import { pipeline } from 'node:stream/promises'
import { FileColumns } from './file-columns.ts'
import { ViolationCounter } from './file-violations.ts'
import { CsvReader } from './read-csv.ts'

/** A short file: an entry for each row, and what is wrong with the rows that are none. */
export interface FileEntries {
  /** The texts of the cells that are not empty, by column. */
  readonly entries: readonly Readonly<Record<string, string>>[]
  /** The line of each entry. */
  readonly lines: readonly number[]
  readonly violations: ViolationCounter
}

/**
 * Keeps one entry more than `max`: the file is refused for its length, not for each row.
 * @param plural the name of the rows in sentences
 */
export async function readEntries(
  bytes: Buffer,
  { names, plural, max }: { names: readonly string[]; plural: string; max: number },
): Promise<FileEntries> {
  const violations = new ViolationCounter()
  const columns = new FileColumns(
    names.map((name) => ({ name, required: true })),
    plural,
    violations,
  )
  const entries: Record<string, string>[] = []
  const lines: number[] = []
  const record = (cells: readonly (string | undefined)[], line: number): undefined => {
    if (columns.header === null) {
      columns.readHeader(cells, line)
      return undefined
    }
    if (entries.length > max || columns.isHeaderInvalid || !columns.hasItsCells(cells, line))
      return undefined
    const entry: Record<string, string> = {}
    for (const [{ name }, place] of columns.cells) {
      const cell = cells[place]
      if (cell === undefined) {
        const detail = `${name} is not valid UTF-8: save the file as UTF-8.`
        violations.add({ line, column: name, code: 'malformed_csv', detail })
        return undefined
      }
      if (cell !== '') entry[name] = cell
    }
    entries.push(entry)
    lines.push(line)
    return undefined
  }
  const reader = new CsvReader<never>({ record, unreadable: columns.unreadable })
  await pipeline([bytes], reader, async (rows) => {
    for await (const _ of rows);
  })
  columns.end()
  return { entries, lines, violations }
}
