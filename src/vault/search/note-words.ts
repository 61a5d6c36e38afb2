import { setTimeout as delay } from 'node:timers/promises'
import {
  inOrganization,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import type { Database, VaultPart } from '../../database/database.ts'
import { lookUpParts, pollInBackground, pollParts } from '../../database/poll-in-background.ts'
import type { Ending } from '../../database/postgres/sql.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import {
  findAddressed,
  findItemsOfIntake,
  findProgress,
  findWithoutWords,
  lockNoting,
  type NotedEvent,
  nextEvents,
  noteWords,
  type Progress,
  saveProgress,
} from './note-words.store.ts'
import { findRecords, type ResultType, RULES } from './searched-types.ts'

/** An organization with changes whose words are not noted. */
export interface Behind {
  readonly organizationId: string
  /** The time of the oldest event among them; null if there is none, or if it is infinite. */
  readonly occurredAt: Date | null
  /** Its records are looked through for those without words. */
  readonly isLookedThrough: boolean
}

const LOOKED_THROUGH = `(progress.organization_id is null or progress.types_left <> '{}'
      or progress.looked_through_to not like '${RULES}%')`

const BEHIND = `
  select organization.id as organization_id,
    case when isfinite(next.occurred_at) then next.occurred_at end as occurred_at,
    ${LOOKED_THROUGH} as is_looked_through
  from organizations as organization
  left join search_progress as progress on progress.organization_id = organization.id
  left join lateral (
    select number, occurred_at
    from events as later
    where later.organization_id = organization.id and later.number > progress.event_number
    order by number
    limit 1
  ) as next on true
  where ${LOOKED_THROUGH} or next.number is not null`

/** All organizations with changes whose words are not noted. */
export async function findBehind(part: VaultPart): Promise<readonly Behind[]> {
  return await part.lookUp<Behind>(BEHIND)
}

/** Events, and records without words, that one transaction looks at. */
const LOOKED_AT_MAX = 1_000

const TYPE_OF_SUBJECT: ReadonlyMap<string, ResultType> = new Map([
  ['fbo_account', 'fbo_account'],
  ['inventory_item', 'inventory_item'],
  ['transfer', 'transfer_batch'],
  ['outbound_shipment', 'outbound_shipment'],
])

/**
 * Notes the words of records that the next events name, then of records that were never looked at:
 * those of an import, or of a vault without words.
 * @returns whether there may be more; false also while another transaction notes
 */
export async function noteNextWords(
  caller: Pick<Caller, 'organizationId'>,
  database: Pick<RequestDatabase, 'run'>,
): Promise<boolean> {
  const note = async (tx: OrganizationTransaction): Promise<Ending<boolean>> => {
    if (!(await lockNoting(tx))) return { end: 'roll_back', value: false }
    const before = await findProgress(tx)
    const events = await nextEvents(tx, before.eventNumber, LOOKED_AT_MAX)
    await noteEvents(tx, events)
    const after = await lookThrough(tx, followed(before, events))
    void saveProgress(tx, after)
    return { end: 'commit', value: events.length === LOOKED_AT_MAX || after.typesLeft.length > 0 }
  }
  return await database.run(caller, (sql) => inOrganization(sql, caller.organizationId, note))
}

async function noteEvents(
  tx: OrganizationTransaction,
  events: readonly NotedEvent[],
): Promise<void> {
  const ids = new Map<ResultType, Set<string>>()
  const add = (type: ResultType, id: string) => {
    const known = ids.get(type) ?? new Set()
    ids.set(type, known.add(id))
  }
  for (const { subjectType, subjectId, inventoryItemIds } of events) {
    const type = TYPE_OF_SUBJECT.get(subjectType)
    if (type !== undefined) add(type, subjectId)
    for (const id of inventoryItemIds ?? []) add('inventory_item', id)
  }
  for (const [type, named] of ids)
    await noteWords(tx, type, await findRecords(tx, type, [...named]))
  for (const { intakeId, type, subjectId } of events) {
    // A recipient may have been noted while it was erased.
    if (type === 'fbo_account.erased') {
      await noteWords(tx, 'outbound_shipment', await findAddressed(tx, subjectId))
    }
    if (intakeId === null) continue
    await noteWords(tx, 'inventory_item', await findItemsOfIntake(tx, intakeId))
  }
}

/** The progress behind these events. The event of an import names none of its records. */
function followed(before: Progress, events: readonly NotedEvent[]): Progress {
  const eventNumber = events.at(-1)?.number ?? before.eventNumber
  const imported = events.flatMap(({ type }) => {
    const [subject = '', verb] = type.split('.')
    return verb === 'imported' ? (TYPE_OF_SUBJECT.get(subject) ?? []) : []
  })
  if (imported.length === 0) return { ...before, eventNumber }
  const typesLeft = [...new Set([...imported, ...before.typesLeft])]
  return { eventNumber, typesLeft, lookedThroughTo: '' }
}

async function lookThrough(tx: OrganizationTransaction, progress: Progress): Promise<Progress> {
  const [type, ...others] = progress.typesLeft
  if (type === undefined) return progress
  const found = await findWithoutWords(tx, type, progress.lookedThroughTo, LOOKED_AT_MAX)
  if (found === undefined) return { ...progress, typesLeft: others, lookedThroughTo: '' }
  await noteWords(tx, type, found.rows)
  return { ...progress, lookedThroughTo: found.last }
}

const EVERY_MS = 500
const LAG_EVERY_MS = 15_000

/** Pauses between transactions, in the time of the last one; the second while requests wait. */
const PAUSE = { idle: 1, busy: 50 } as const

interface NotingObserver {
  wordsBehind(lag: { readonly oldestSeconds: number; readonly lookedThrough: number }): void
}

/**
 * Notes the words of changed records, in the background: no request waits for it, and a busy vault
 * gives it one part in fifty of its time. Any number of processes may do this; each organization
 * is the work of one at a time.
 * @param failed called for the first of several failures in a row; it tries again each time
 * @returns what stops it, after the transaction that is under way
 */
export function noteWordsInBackground(
  database: Pick<Database, 'run' | 'pending' | 'parts'>,
  observer: NotingObserver,
  failed: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const stopNoting = pollParts(database, {
    everyMs: EVERY_MS,
    firstMs: 0,
    find: findBehind,
    work: async (behind) => {
      // Each in turn: none waits for all of another's.
      for (let left = behind.map(({ organizationId }) => organizationId); left.length > 0; ) {
        const more: string[] = []
        for (const organizationId of left) {
          if (stopping.signal.aborted) return
          const beganAt = performance.now()
          if (await noteNextWords({ organizationId }, database)) more.push(organizationId)
          const tookMs = performance.now() - beganAt
          await pause(PAUSE.idle * tookMs, stopping.signal)
          // Not before: responses that arrived with its own would hide the requests that follow.
          if (database.pending > 0) await pause(PAUSE.busy * tookMs, stopping.signal)
        }
        left = more
      }
    },
    failed,
  })
  const stopObserving = pollInBackground({
    everyMs: LAG_EVERY_MS,
    firstMs: 0,
    find: () => lookUpParts(database, findBehind),
    work: (behind) => observer.wordsBehind(lagOf(behind)),
    failed,
  })
  return async () => {
    stopping.abort()
    await Promise.all([stopNoting(), stopObserving()])
  }
}

function lagOf(behind: readonly Behind[]) {
  const oldest = Math.min(Date.now(), ...behind.map((one) => one.occurredAt?.getTime() ?? Infinity))
  const lookedThrough = behind.filter((one) => one.isLookedThrough).length
  return { oldestSeconds: (Date.now() - oldest) / 1000, lookedThrough }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
