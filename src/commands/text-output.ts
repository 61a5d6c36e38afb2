/** A table for a terminal. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heading, ...rows]
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
export function bytesForPeople(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${(bytes / 1e9).toFixed(1)} GB`
}
