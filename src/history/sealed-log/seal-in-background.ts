import type { Database, VaultPart } from '../../database/database.ts'
import { pollParts } from '../../database/poll-in-background.ts'
import { operatorFor } from '../../domain/caller.ts'
import { Refusal } from '../../domain/errors.ts'
import type { Metrics } from '../../runtime/metrics/metrics.ts'
import type { CheckedChains } from './checked-chains.ts'
import { tryCheckpoint } from './create-event-checkpoint.ts'
import { SEALED_MAX, sealNextEvents } from './seal-events.ts'

/** Intervals at which it polls for events to seal, and for chains to sign. */
const SEAL_EVERY_MS = 1_000
const SIGN_EVERY_MS = 60_000

/** The next checkpoint is made when the last one is so old. */
const CHECKPOINT_AGE_MS = 3_600_000

interface SealingOptions {
  readonly chains: CheckedChains
  readonly observer: Pick<Metrics, 'sealed' | 'watchSealing'>
  /** Gets an event `work` when this process has sealed events. */
  readonly sealing?: EventTarget
  /** Called for the first of several failures in a row; it tries again each time. */
  readonly failed: (error: unknown) => void
  /** Called for an organization whose log lacks an event, so that no other is sealed. */
  readonly gap: (organizationId: string, missing: number) => void
}

/**
 * Seals events, and signs each chain once an hour, in the background: no request waits for it. Any
 * number of processes may do this; each organization is the work of one at a time.
 * @returns what stops it, after the transaction that is under way
 */
export function sealInBackground(
  database: Pick<Database, 'run' | 'change' | 'parts'>,
  { chains, observer, sealing, failed, gap }: SealingOptions,
): () => Promise<void> {
  let isStopped = false
  const oldest = new WeakMap<VaultPart, number>()
  observer.watchSealing(() => {
    const began = Math.min(...database.parts.map((part) => oldest.get(part) ?? Infinity))
    return Number.isFinite(began) ? (Date.now() - began) / 1000 : 0
  })

  async function seal(found: readonly Unsealed[], part: VaultPart): Promise<void> {
    oldest.set(part, oldestOf(found))
    for (const { organizationId, missing } of found) {
      if (missing !== null) gap(organizationId, missing)
    }
    // Behind what contradicts a checkpoint, seals would have to be made again.
    const sealable = found.filter(
      ({ organizationId, missing }) => missing === null && !chains.isContradicted(organizationId),
    )
    await roundRobin(sealable, async ({ organizationId }) => {
      const sealed = await sealNextEvents({ organizationId }, database)
      const count = sealed?.count ?? 0
      if (count > 0) sealing?.dispatchEvent(new Event('work'))
      observer.sealed(count)
      return count === SEALED_MAX && !isStopped
    })
    // Other processes may have had some of them.
    if (sealable.length > 0) oldest.set(part, oldestOf(await findUnsealed(part)))
  }

  async function sign(found: readonly string[]): Promise<void> {
    if (found.length > 0) await chains.signing() // Without a key, one failure says it for all.
    await roundRobin(found, async (organizationId) => {
      if (isStopped) return false
      const caller = operatorFor(organizationId)
      try {
        return (await tryCheckpoint(caller, database, chains, 'sealing')) === undefined
      } catch (error) {
        // The observer of the chains was told.
        if (error instanceof Refusal && error.code === 'sealed_log_contradicted') return false
        throw error
      }
    })
  }

  const stops = [
    pollParts(database, {
      ...{ everyMs: SEAL_EVERY_MS, firstMs: 0, find: findUnsealed, work: seal, failed },
    }),
    pollParts(database, {
      everyMs: SIGN_EVERY_MS,
      firstMs: 0,
      find: (part) => findUnsigned(part, new Date(Date.now() - CHECKPOINT_AGE_MS)),
      work: sign,
      // The log says it in one line; without a key the chain grows all the same.
      failed: (error) => failed(error instanceof Refusal ? new Error(error.message) : error),
    }),
  ]
  return async () => {
    isStopped = true
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Infinity where there is none. */
function oldestOf(found: readonly Unsealed[]): number {
  return Math.min(...found.flatMap(({ occurredAt }) => occurredAt?.getTime() ?? []))
}

/**
 * Works on each in turn, and again on those that have more: none waits for all of another's work.
 * @throws the first failure, once the others are done
 */
async function roundRobin<T>(all: readonly T[], work: (one: T) => Promise<boolean>): Promise<void> {
  const failures: unknown[] = []
  for (let left = all; left.length > 0; ) {
    const more: T[] = []
    for (const one of left) {
      const hasMore = await work(one).catch((error: unknown) => {
        failures.push(error)
        return false
      })
      if (hasMore) more.push(one)
    }
    left = more
  }
  if (failures.length > 0) throw failures[0]
}

/** An organization whose last event is not the last sealed one. */
interface Unsealed {
  readonly organizationId: string
  /**
   * When its oldest unsealed event occurred; null if the time is infinite, or if every event after
   * the last seal was deleted.
   */
  readonly occurredAt: Date | null
  /** The first event that is missing, so that no other is sealed; null if the next one is there. */
  readonly missing: number | null
}

const LAST_EVENT = `(
    select coalesce(max(number), 0) from events as last
    where last.organization_id = organization.id)`

const LAST_SEALED = `(
    select coalesce(max(number), 0) from event_seals as seal
    where seal.organization_id = organization.id)`

// For each organization look-ups in primary keys, however many events there are, and organizations
// the planner expects (`lateral`). All in one snapshot, in which numbers have no gaps but those of
// deleted events.
const UNSEALED = `
  select organization.id as organization_id,
    case when isfinite(next.occurred_at) then next.occurred_at end as occurred_at,
    case when next.number is null then ${LAST_EVENT} + 1
      else nullif(${LAST_SEALED} + 1, next.number) end::float8 as missing
  from organizations as organization
  left join lateral (
    select number, occurred_at
    from events as later
    where later.organization_id = organization.id and later.number > ${LAST_SEALED}
    order by number
    limit 1
  ) as next on true
  where ${LAST_EVENT} <> ${LAST_SEALED}`

/** Organizations that have unsealed events, or whose sealed events were deleted. */
export function findUnsealed(part: VaultPart): Promise<readonly Unsealed[]> {
  return part.lookUp<Unsealed>(UNSEALED)
}

/** Checkpoints become due by their time: in an idle vault they may be found this late. */
const DUE_EVERY_MS = 60_000

const UNSIGNED = `
  select organization.id as organization_id
  from organizations as organization
  where organization.created_at <= $1 and ${LAST_SEALED} >= (
      select min(number) from events as later
      where later.organization_id = organization.id and later.number > (
        select coalesce(max(sequence), 0) from event_checkpoints as checkpoint
        where checkpoint.organization_id = organization.id)
        and later.type <> 'event_checkpoint.created')
    and (
      select at from event_checkpoints as last
      where last.organization_id = organization.id
      order by sequence desc, at desc
      limit 1) > $1 is not true`

/**
 * All organizations that have sealed events behind their last checkpoint, which was
 * made before `since`. Events of checkpoints do not count: each would make the next one. A new organization waits for its first one as for any other.
 */
export async function findUnsigned(part: VaultPart, since: Date): Promise<readonly string[]> {
  const at = since.toISOString()
  const rows = await part.lookUp<{ organizationId: string }>(UNSIGNED, [at], DUE_EVERY_MS)
  return rows.map(({ organizationId }) => organizationId)
}
