import type { Change } from '../database/changes/change.ts'
import type { EventCheckpointRow } from './event-checkpoint.ts'
import { insertCheckpoint } from './event-checkpoints.store.ts'
import { lastSeal } from './seal-events.store.ts'
import { type LastSeal, signCheckpoint } from './sign-checkpoint.ts'
import type { Signer } from './signing-key.ts'

/** Signs how far the chain goes. It changes no record, so it is no event. */
export const CREATE_EVENT_CHECKPOINT: Change<Signer, LastSeal, EventCheckpointRow> = {
  name: 'create_event_checkpoint',
  lock: (tx) => lastSeal(tx.run),
  judge: ({ caller, input: signer }, seal, { nowMs }) =>
    signCheckpoint(caller.organizationId, seal, new Date(nowMs), signer),
  write: (tx, accepted) => {
    for (const { result } of accepted) void insertCheckpoint(tx, result)
  },
  events: () => [],
}
