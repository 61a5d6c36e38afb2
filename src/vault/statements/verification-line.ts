import { canonical } from '../../domain/canonical.ts'
import type { Statement } from './statement.ts'

/** The checkpoint as one line, which `events verify` finds in the file; undefined without one. */
export function verificationLine({ checkpoint }: Statement): string | undefined {
  return checkpoint === null ? undefined : canonical(checkpoint)
}

/** A sentence: what the line proves. */
export function provenBy({ checkpoint, isProven }: Statement): string {
  if (checkpoint === null) {
    return 'There is no checkpoint of the sealed log yet: vault-inventory events export makes one.'
  }
  const over = `This checkpoint is over events 1 to ${checkpoint.sequence} of the sealed log`
  return isProven
    ? `${over}, and with them over every change that the statement shows.`
    : `${over}. Events of the period came later: make the statement again after the next checkpoint.`
}

/** The command that checks it, and what it needs. */
export const HOW_TO_VERIFY =
  'To verify: vault-inventory events verify EXPORT --key VAULT-KEYS.json --checkpoint THIS-FILE, ' +
  'with an export of events and the public keys of the vault (docs/CUSTODY.md).'
