import { pipeline } from 'node:stream/promises'
import { FileColumns, NOT_UTF8 } from './file-columns.ts'
import type { ViolationCounter } from './file-violations.ts'
import { type Cells, CsvReader } from './read-csv.ts'

/** A short file: an entry for each row, and what is wrong with the rows that are none. */
export interface FileEntries {
  /** The texts of the cells that are not empty, by column. */
  readonly entries: readonly Readonly<Record<string, string>>[]
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
  const columns = new FileColumns(
    names.map((name) => ({ name, required: true })),
    plural,
  )
  const entries: Record<string, string>[] = []
  const lines: number[] = []
  const record = (record: Cells, line: number): undefined => {
    const cells = entries.length > max ? undefined : columns.rowOf(record, line)
    if (cells === undefined) return
    const entry: Record<string, string> = {}
    for (const [{ name }, place] of columns.places) {
      const cell = cells[place]
      if (cell === undefined) {
        columns.addOfCell(line, name, NOT_UTF8)
        return
      }
      if (cell !== '') entry[name] = cell
    }
    entries.push(entry)
    lines.push(line)
  }
  const reader = new CsvReader<never>({ record, unreadable: columns.unreadable })
  await pipeline([bytes], reader, async (rows) => {
    for await (const _ of rows);
  })
  columns.end()
  return { entries, lines, violations: columns.violations }
}
