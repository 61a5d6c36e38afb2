/** They move the cursor, change colours or the order of letters, or hide what follows. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu

/**
 * Text of files and of the database, as a terminal may show it: `\u001b` for an escape. Line feeds
 * stay, because they are ours: `inOneLine` is for a text that may have its own.
 */
export function visible(text: string): string {
  return text.replace(CONTROLS, (control) => (control === '\n' ? control : escaped(control)))
}

/** The same for a text that may have line feeds. */
export function inOneLine(text: string): string {
  return text.replace(CONTROLS, escaped)
}

/** A document as one line of JSON that a terminal may show. */
export function jsonLine(document: unknown): string {
  return inOneLine(JSON.stringify(document))
}

function escaped(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A table for a terminal; without rows, the sentence that says what to do. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  withoutRows?: string,
): string {
  if (rows.length === 0 && withoutRows !== undefined) return withoutRows
  const lines = [heading, ...rows.map((row) => row.map(inOneLine))]
  const widths = heading.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
  return padded.map((line) => line.join('  ').trimEnd()).join('\n')
}

/** Such as `1 item`, `1,200 items`. */
export function counted(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? singular : plural}`
}

/** Such as `2.3 s`. */
export function secondsOf(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`
}

/** Such as `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${(bytes / 1e9).toFixed(1)} GB`
}
