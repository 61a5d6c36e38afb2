import type { Statement } from '../api/schema.ts'

/** A sentence: how far the checkpoint of a statement goes. */
export function provenWords({ checkpoint, isProven }: Statement): string {
  if (isProven && checkpoint !== null) {
    return `This checkpoint is over events 1 to ${checkpoint.sequence} of the sealed log, and with them over every change of the period.`
  }
  if (isProven) return 'A checkpoint of the sealed log is over every change of the period.'
  return 'No checkpoint of the sealed log is over every change of the period yet. One is made within the hour.'
}
