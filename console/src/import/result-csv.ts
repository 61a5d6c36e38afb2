import type { Fault, ImportFile, ImportRow } from './read-rows.ts'
import type { Outcome } from './send-rows.ts'

/** The file again, with what became of each row: its new id, or why it has none. */
export function resultCsv(
  { header, rows, kind }: ImportFile,
  outcomes: ReadonlyMap<number, Outcome>,
  faults: readonly Fault[],
): string {
  const own = [kind.name === 'accounts' ? 'newFboAccountId' : 'newInventoryItemId', 'problem']
  return csvOf([
    [...header, ...own],
    ...rows.map((row) => [...padded(row, header.length), ...outcomeCells(row, outcomes, faults)]),
  ])
}

/** The rows that were not made, as a file that can be mended and imported. */
export function missingCsv(
  { header, rows }: ImportFile,
  outcomes: ReadonlyMap<number, Outcome>,
): string {
  const missing = rows.filter(({ place }) => !('id' in (outcomes.get(place) ?? {})))
  return csvOf([header, ...missing.map((row) => padded(row, header.length))])
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
  return ['', own.map(({ column, detail }) => `${column ?? ''} ${detail}`).join(' ') || 'not sent']
}

function padded({ cells }: ImportRow, length: number): string[] {
  return Array.from({ length }, (_, index) => cells[index] ?? '')
}

function csvOf(records: readonly (readonly string[])[]): string {
  return records.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
