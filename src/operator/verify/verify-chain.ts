import { runnerOf } from '../../database/changes/organization-transaction.ts'
import { eventId } from '../../history/events/event.ts'
import {
  CHAIN_START,
  follow,
  type LogRow,
  rowsOfLog,
  type Step,
} from '../../history/sealed-log/chain.ts'
import { verifiersOf } from '../../history/sealed-log/event-checkpoint.ts'
import { lastSeal } from '../../history/sealed-log/seal-events.ts'
import { toJwk } from '../../history/sealed-log/signing-key.ts'
import type { CalculatedCheck, VaultCheck } from './verification-check.store.ts'

/** Checks of the sealed log that no statement can make. */
export const CHAIN_CHECKS: readonly (CalculatedCheck | VaultCheck)[] = [
  {
    name: 'sealed_log_differs',
    explanation:
      "An event's seal is the hash of the seal before it and the event; a key of the vault has " +
      'signed each checkpoint, and its hash is that of the event that it names.',
    find: async function* (caller, tx, { keys: { ours }, signal }) {
      const log = runnerOf(caller, tx)
      const { number: to } = await lastSeal(log.run)
      const rows = rowsOfLog(log, { from: 0, to, signedTo: Number.MAX_SAFE_INTEGER })
      for await (const step of follow(CHAIN_START, rows, verifiersOf(ours.map(toJwk)))) {
        signal.throwIfAborted()
        const wrong = wrongIn(step)
        if (wrong !== undefined)
          yield { record: eventId(log.organizationId, step.entry.number), wrong }
      }
    },
  },
  {
    name: 'signing_key_unknown',
    explanation: 'SECRETS_KEY reads each signing key, or a key that it reads vouches for it.',
    findInVault: ({ keys: { foreign } }) =>
      foreign.map(({ id: record }) => {
        const wrong = 'is not a key of this vault: SECRETS_KEY does not read its private half'
        return { record, wrong }
      }),
  },
]

/** Other checks report the events that are missing or not sealed. */
function wrongIn({ entry, link, why }: Step<LogRow>): string | undefined {
  if (entry.kind === 'event') {
    const isOther = link === 'differs' && entry.chainHash !== null
    return isOther ? 'is not what was sealed, or its seal is another' : undefined
  }
  if (link === 'fits') return undefined
  if (link === 'unsigned') return `has a checkpoint that does not verify: ${why}`
  return link === 'differs'
    ? 'has another hash than its checkpoint'
    : 'is gone, but has a checkpoint'
}
