import { type ChainPlace, follow } from './chain.ts'
import { type ExportLine, readExportLine } from './export-line.ts'
import type { FileLine } from './file-lines.ts'

/** The alteration of an export at the first place that differs from the log. */
export type Difference = 'altered' | 'removed' | 'inserted' | 'reordered'

/**
 * Tells how an export was altered if a line is not the event that comes after `last`. The lines
 * behind it show that: the event itself is there, or the number of the event in its place again.
 */
export async function kindOfDifference(
  last: ChainPlace,
  read: ExportLine,
  { events, rest }: { readonly events: number; readonly rest: AsyncIterable<FileLine> },
): Promise<Difference> {
  const number = last.number + 1
  const sequence = read.kind === 'event' ? read.event.number : undefined
  if (sequence !== undefined && sequence < number) return 'inserted'
  let isNumberLater = false
  let isEventLater = false
  let comesAgain = false
  for await (const line of rest) {
    const later = readExportLine(line)
    if (later.kind !== 'event') continue
    if (later.event.number === sequence) comesAgain = true
    if (later.event.number === number) isNumberLater = true
    if (follow(last, later.event).link === 'fits') isEventLater = true
  }
  if (sequence !== undefined && sequence > number) {
    if (!isNumberLater) return 'removed'
    return comesAgain || sequence > events ? 'inserted' : 'reordered'
  }
  if (isEventLater) return 'inserted'
  return read.line.isEnded ? 'altered' : 'removed'
}
