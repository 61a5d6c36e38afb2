import { changeOf } from '../../database/changes/change.ts'
import { lockNumber } from '../../database/changes/locks.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { type Database, decideChange } from '../../database/database.ts'
import type { Caller } from '../../domain/caller.ts'
import { Refusal } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import type { CheckedChains, Signing } from './checked-chains.ts'
import {
  type EventCheckpointRow,
  hasOtherEvents,
  insertCheckpoint,
  isRetired,
  signCheckpoint,
  toEventCheckpoint,
} from './event-checkpoint.ts'

/** A checkpoint over the same events by the same key serves for an hour: it would say the same. */
const SERVES_MS = 3_600_000

interface CheckpointRequest extends Signing {
  /** The actor without a request; null for a request. */
  readonly system: 'sealing' | 'command_line' | null
}

interface Created {
  /** Undefined if the system must check more of the chain first, or read the keys again. */
  readonly checkpoint: EventCheckpointRow | undefined
  readonly isNew: boolean
}

/**
 * Signs how far the chain goes. A request gets a fresh checkpoint again if nothing but checkpoints
 * came, and else one of what was checked; hourly sealing gets any fresh one, of another process.
 */
export const CREATE_EVENT_CHECKPOINT = changeOf({
  name: 'create_event_checkpoint',
  lock: async (tx, signing: CheckpointRequest) => {
    const [, chain] = await Promise.all([lockSigning(tx), signing.chains.check(tx, signing)])
    const hasGrown =
      chain instanceof Refusal ||
      chain.newest === undefined ||
      hasOtherEvents(tx, chain.newest.sequence, chain.checked.number)
    return { chain, hasGrown }
  },
  judge: (request, { chain, hasGrown }, { nowMs }): Created | Refusal => {
    if (chain instanceof Refusal) return chain
    const { caller, input } = request
    const { signer, system } = input
    const { newest, checked, isComplete, retiredAt } = chain
    const isFresh = newest !== undefined && nowMs - newest.at.getTime() < SERVES_MS
    const serves = system === 'sealing' || (!hasGrown && newest?.keyId === signer.keyId)
    if (isFresh && serves && system !== 'command_line') return { checkpoint: newest, isNew: false }
    const at = new Date(nowMs)
    const isOver = isRetired(retiredAt, at)
    // The next request reads the keys again.
    if (isOver && system === null) return new Refusal('temporarily_unavailable')
    if (isOver || (system !== null && !isComplete)) return { checkpoint: undefined, isNew: false }
    const checkpoint = signCheckpoint(caller.organizationId, checked, at, signer)
    return { checkpoint, isNew: true }
  },
  write: (tx, { result: { checkpoint, isNew } }) => {
    if (isNew && checkpoint !== undefined) insertCheckpoint(tx, checkpoint)
  },
  events: (one) => {
    const { checkpoint, isNew } = one.result
    if (!isNew || checkpoint === undefined) return []
    const event = eventOf(one, 'event_checkpoint.created', {
      occurredAt: checkpoint.at,
      subject: { type: 'organization', id: checkpoint.organizationId },
      // The whole checkpoint: a receiver of webhooks keeps it elsewhere.
      data: { checkpoint: toEventCheckpoint(checkpoint) },
    })
    const { system } = one.input
    return system === null ? event : { ...event, system }
  },
})

const LOCK_SIGNING = 'select pg_advisory_xact_lock($2::bigint) from organizations where id = $1'

/** Waits for another transaction that signs the organization's chain; the next sees what it made. */
async function lockSigning(tx: OrganizationTransaction): Promise<void> {
  await tx.run(LOCK_SIGNING, [lockNumber('sign events', tx.organizationId)])
}

/**
 * Signs all that is sealed, unless another process did so within the hour and `sealing` asks.
 * @returns undefined if more of the chain is to be checked first: call it again
 * @throws {Refusal} `sealed_log_contradicted`, `signing_key_missing`
 */
export async function tryCheckpoint(
  caller: Caller,
  database: Pick<Database, 'change'>,
  chains: CheckedChains,
  system: 'sealing' | 'command_line',
): Promise<EventCheckpointRow | undefined> {
  const input = { ...(await chains.signing()), system }
  const { checkpoint } = await decideChange(caller, database, CREATE_EVENT_CHECKPOINT, input)
  if (checkpoint !== undefined) chains.remember(checkpoint)
  return checkpoint
}
