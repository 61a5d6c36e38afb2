import type { Change, ChangeRequest } from '../database/changes/change.ts'
import { Refusal } from '../domain/errors.ts'
import { eventOf, type NewEvent } from '../domain/events.ts'
import type { CheckedChain, Signing } from './checked-chains.ts'
import { type EventCheckpointRow, toEventCheckpoint } from './event-checkpoint.ts'
import { hasOtherEvents, insertCheckpoint } from './event-checkpoints.store.ts'
import { isRetired, signCheckpoint } from './sign-checkpoint.ts'

/** A checkpoint over the same events by the same key serves for an hour: it would say the same. */
const SERVES_MS = 3_600_000

type Facts = Refusal | (CheckedChain & { readonly hasGrown: boolean })

interface Created {
  readonly checkpoint: EventCheckpointRow
  readonly isNew: boolean
}

/** Signs how far the chain goes and was checked, once an hour if nothing but checkpoints came. */
export const CREATE_EVENT_CHECKPOINT: Change<Signing, Facts, Created> = {
  name: 'create_event_checkpoint',
  lock: async (tx, [signing]) => {
    const { chains } = signing as Signing
    const chain = await chains.check(tx, signing as Signing)
    if (chain instanceof Refusal) return chain
    const { newest, checked } = chain
    const hasGrown =
      newest === undefined || (await hasOtherEvents(tx.run, newest.sequence, checked.number))
    return { ...chain, hasGrown }
  },
  judge: ({ caller, input: { signer } }, facts, { nowMs }) => {
    if (facts instanceof Refusal) return facts
    const { newest, checked, hasGrown } = facts
    const isFresh = newest !== undefined && nowMs - newest.at.getTime() < SERVES_MS
    if (isFresh && !hasGrown && newest.keyId === signer.keyId) {
      return { checkpoint: newest, isNew: false }
    }
    const at = new Date(nowMs)
    // The next request reads the keys again.
    if (isRetired(facts.retiredAt, at)) return new Refusal('temporarily_unavailable')
    const checkpoint = signCheckpoint(caller.organizationId, checked, at, signer)
    return { checkpoint, isNew: true }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted)
      if (result.isNew) void insertCheckpoint(tx, result.checkpoint)
  },
  events: (accepted) =>
    accepted.flatMap((one) =>
      one.result.isNew ? [checkpointEvent(one, one.result.checkpoint)] : [],
    ),
}

/** Its data is the whole checkpoint: a receiver of webhooks keeps it elsewhere. */
export function checkpointEvent(
  request: {
    readonly caller: Pick<ChangeRequest<unknown>['caller'], 'tokenId'>
    readonly requestId: string | null
  },
  row: EventCheckpointRow,
): NewEvent {
  return eventOf(request, 'event_checkpoint.created', {
    occurredAt: row.at,
    subject: { type: 'organization', id: row.organizationId },
    data: { checkpoint: toEventCheckpoint(row) },
  })
}
