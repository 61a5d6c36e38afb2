import type { Fault, ImportFile, ImportRow } from './read-rows.ts'
import type { Outcome } from './send-rows.ts'

/**
 * The file again, with what became of each row: its new id, or why it has none. It is for reading,
 * often in a spreadsheet, so no cell of it is a formula.
 */
export function resultCsv(
  { header, rows, kind }: ImportFile,
  outcomes: ReadonlyMap<number, Outcome>,
  faults: readonly Fault[],
): string {
  const own = [kind.name === 'accounts' ? 'newFboAccountId' : 'newInventoryItemId', 'problem']
  // A row may have more cells than the header, which is a fault: all of them are shown.
  const width = rows.reduce((most, { cells }) => Math.max(most, lengthOf(cells)), header.length)
  const records = [
    [...padded(header, width), ...own],
    ...rows.map((row) => [...padded(row.cells, width), ...outcomeCells(row, outcomes, faults)]),
  ]
  return csvOf(records.map((cells) => cells.map(harmless)))
}

/**
 * The rows that were not made, as a file that can be mended and imported. Its cells are those that
 * the person gave, formulas too: an apostrophe before `+46 8 123` would be imported with it, since
 * neither this page nor the command can tell whether it is part of the text.
 */
export function missingCsv(
  { header, rows }: ImportFile,
  outcomes: ReadonlyMap<number, Outcome>,
): string {
  const missing = rows.filter(({ place }) => !('id' in (outcomes.get(place) ?? {})))
  return csvOf([header, ...missing.map(({ cells }) => padded(cells, header.length))])
}

function outcomeCells(
  { place }: ImportRow,
  outcomes: ReadonlyMap<number, Outcome>,
  faults: readonly Fault[],
): [string, string] {
  const outcome = outcomes.get(place)
  if (outcome !== undefined) {
    return 'id' in outcome ? [outcome.id, ''] : ['', outcome.problem.detail]
  }
  const own = faults.filter((fault) => fault.place === place)
  return [
    '',
    own.map(({ column, detail }) => `${column ?? ''} ${detail}`.trim()).join(' ') || 'not sent',
  ]
}

/** As many cells as `length`, or as there are. */
function padded(cells: readonly string[], length: number): string[] {
  return Array.from({ length: Math.max(length, lengthOf(cells)) }, (_, index) => cells[index] ?? '')
}

/** Without the empty cells at its end. */
function lengthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '') + 1
}

/** A spreadsheet takes a cell with one of these beginnings for a formula; so it is text. */
function harmless(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

function csvOf(records: readonly (readonly string[])[]): string {
  return records.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
