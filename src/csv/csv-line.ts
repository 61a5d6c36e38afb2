/** A line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

const NUMBER = /^-?\d+(\.\d+)?$/

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
function quoted(cell: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
