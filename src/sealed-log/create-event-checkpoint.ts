import type { Change } from '../database/changes/change.ts'
import type { EventCheckpointRow } from './event-checkpoint.ts'
import { insertCheckpoint, lastCheckpoint } from './event-checkpoints.store.ts'
import { lastSeal } from './seal-events.store.ts'
import { type LastSeal, signCheckpoint } from './sign-checkpoint.ts'
import type { Signer } from './signing-key.ts'

/** A checkpoint over the same events by the same key serves for an hour: it would say the same. */
const SERVES_MS = 3_600_000

interface Facts {
  readonly seal: LastSeal
  readonly last: EventCheckpointRow | undefined
}

/** Signs how far the chain goes, once an hour if it stays. It changes no record: it is no event. */
export const CREATE_EVENT_CHECKPOINT: Change<Signer, Facts, EventCheckpointRow> = {
  name: 'create_event_checkpoint',
  lock: async (tx) => {
    const [seal, last] = await Promise.all([lastSeal(tx.run), lastCheckpoint(tx.run)])
    return { seal, last }
  },
  judge: ({ caller, input: signer }, { seal, last }, { nowMs }) => {
    const isSame =
      last?.sequence === seal.number &&
      last.chainHash.equals(seal.chainHash) &&
      last.keyId === signer.keyId
    if (isSame && nowMs - last.at.getTime() < SERVES_MS) return last
    return signCheckpoint(caller.organizationId, seal, new Date(nowMs), signer)
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) void insertCheckpoint(tx, result)
  },
  events: () => [],
}
