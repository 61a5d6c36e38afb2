import { runnerOf } from '../../database/changes/organization-transaction.ts'
import { eventId } from '../../history/events/event.ts'
import { CHAIN_START, readChain } from '../../history/sealed-log/chain.ts'
import {
  type EventCheckpointRow,
  toEventCheckpoint,
} from '../../history/sealed-log/event-checkpoint.ts'
import { findCheckpointsAfter } from '../../history/sealed-log/event-checkpoints.store.ts'
import { lastSeal } from '../../history/sealed-log/seal-events.store.ts'
import { verifiersOf, whyUnsigned } from '../../history/sealed-log/sign-checkpoint.ts'
import { toJwk } from '../../history/sealed-log/signing-key.ts'
import type { CalculatedCheck, VaultCheck } from './verification-check.store.ts'

const PAGE = 5_000

/** Checks of the sealed log that no statement can make. */
export const CHAIN_CHECKS: readonly (CalculatedCheck | VaultCheck)[] = [
  {
    name: 'event_differs_from_seal',
    explanation: "An event's seal is the hash of the seal before it and the event.",
    // Other checks report the events that are missing or not sealed.
    find: async function* (caller, tx, { signal }) {
      const { run, organizationId } = runnerOf(caller, tx)
      const last = await lastSeal(run)
      for await (const { row, link } of readChain(run, CHAIN_START, last.number)) {
        signal.throwIfAborted()
        if (link !== 'differs' || row.chainHash === null) continue
        const record = eventId(organizationId, row.number)
        yield { record, wrong: 'is not what was sealed, or its seal is another' }
      }
    },
  },
  {
    name: 'event_checkpoint_signature',
    explanation: 'A key of the vault has signed each checkpoint.',
    find: async function* (caller, tx, { keys: { ours }, signal }) {
      const { run, organizationId } = runnerOf(caller, tx)
      const verifiers = verifiersOf(ours.map(toJwk))
      let last: EventCheckpointRow | undefined
      do {
        signal.throwIfAborted()
        const page: EventCheckpointRow[] = await findCheckpointsAfter(run, last, PAGE)
        for (const row of page) {
          const why = whyUnsigned(toEventCheckpoint(row), verifiers)
          if (why === undefined) continue
          const record = eventId(organizationId, row.sequence)
          yield { record, wrong: `has a checkpoint that does not verify: ${why}` }
        }
        last = page.at(-1)
      } while (last !== undefined)
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
