import type { Statement } from '../api/schema.ts'

/** A sentence: how far the checkpoint of a statement goes. */
export function provenWords({ checkpoint, isProven }: Statement): string {
  if (isProven && checkpoint !== null) {
    return `This checkpoint is over events 1 to ${checkpoint.sequence} of the sealed log, and with them over every change that the statement shows.`
  }
  if (isProven)
    return 'A checkpoint of the sealed log is over every change that the statement shows.'
  return 'No checkpoint of the sealed log is over every change that the statement shows yet. One is made within the hour.'
}

/** The checkpoint as `vault-inventory events verify --checkpoint` finds it: its members are sorted. */
export function verificationLine({ checkpoint }: Statement): string | undefined {
  if (checkpoint === null) return undefined
  return JSON.stringify(Object.fromEntries(Object.entries(checkpoint).sort(byName)))
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}
