import { type ExportLine, hashOfNext, readExportLine } from './export-line.ts'
import type { FileLine } from './file-lines.ts'
import type { LastSeal } from './sign-checkpoint.ts'

/** What was done to an export where it first differs from the log. */
export type Difference = 'altered' | 'removed' | 'inserted' | 'reordered'

/**
 * What was done where a line is not the event that comes after `last`. The lines behind it tell:
 * there the event itself is found, or the number of the event that stands in its place comes again.
 */
export async function kindOfDifference(
  last: LastSeal,
  read: ExportLine,
  { events, rest }: { readonly events: number; readonly rest: AsyncIterable<FileLine> },
): Promise<Difference> {
  const number = last.number + 1
  const sequence = read.kind === 'event' ? read.sequence : undefined
  if (sequence !== undefined && sequence < number) return 'inserted'
  let isNumberLater = false
  let isEventLater = false
  let comesAgain = false
  for await (const line of rest) {
    const later = readExportLine(line)
    if (later.kind !== 'event') continue
    if (later.sequence === sequence) comesAgain = true
    if (later.sequence !== number) continue
    isNumberLater = true
    if (hashOfNext(last.chainHash, later) !== undefined) isEventLater = true
  }
  if (sequence !== undefined && sequence > number) {
    if (!isNumberLater) return 'removed'
    return comesAgain || sequence > events ? 'inserted' : 'reordered'
  }
  if (isEventLater) return 'inserted'
  return read.line.isEnded ? 'altered' : 'removed'
}
