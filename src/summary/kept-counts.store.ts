import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { changeExposures, countExposures } from './account-exposures.store.ts'
import { countEverything } from './count-everything.store.ts'
import {
  countsAfter,
  dayBefore,
  type EventGroup,
  type KeptCounts,
  withoutDaysBefore,
} from './kept-counts.rules.ts'
import { SUMMARY_DAYS } from './summary.ts'

/** Beyond so many events it is quicker to count everything again. */
const EVENTS_MAX = 20_000

/** What is kept of an organization, read at one moment. */
export interface Standing {
  readonly at: Date
  /** The event up to which everything is counted; null where nothing is kept. */
  readonly number: number | null
  readonly counts: KeptCounts | null
  /** The last event there is; 0 where there is none. */
  readonly last: number
}

// The counts as text: the driver would turn the names in them into camel case.
const STANDING = `
  select statement_timestamp() as at, kept.number::float8 as number, kept.counts::text as counts,
    (select coalesce(max(number), 0) from events where organization_id = $1)::float8 as last
  from organizations
  left join organization_counts as kept on kept.organization_id = $1
  where organizations.id = $1`

/** Reads what is kept, and how far the feed goes. */
export async function readStanding(tx: OrganizationTransaction): Promise<Standing> {
  const [row] = await tx.run<Omit<Standing, 'counts'> & { counts: string | null }>(STANDING, [])
  const { counts, ...rest } = row as NonNullable<typeof row>
  return { ...rest, counts: counts === null ? null : JSON.parse(counts) }
}

const RESERVE = `
  insert into organization_counts (organization_id) values ($1)
  on conflict (organization_id) do nothing`

const LOCK = 'select from organization_counts where organization_id = $1 for no key update'

const KEEP = `
  update organization_counts set number = $2, counts = $3::jsonb where organization_id = $1`

const EVENTS = `
  select type, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day,
    data ->> 'statusBefore' as status_before, data ->> 'statusAfter' as status_after,
    coalesce(batch.created_by_token_id, '') as created_by_token_id, count(*)::float8 as events,
    sum(coalesce((data ->> 'totalItems')::integer, 1))::float8 as items
  from events as event
  left join transfer_batches as batch on batch.organization_id = $1
    and event.subject_type = 'transfer' and batch.id = event.subject_id
  where event.organization_id = $1 and event.number > $2 and event.number <= $3
  group by 1, 2, 3, 4, 5`

/** The kept counts after the events since; undefined where everything must be counted. */
export async function countsByEvents(
  tx: OrganizationTransaction,
  { number, counts, last }: Standing,
): Promise<KeptCounts | undefined> {
  if (number === null || counts === null || number > last || last - number > EVENTS_MAX) {
    return undefined
  }
  return countsAfter(counts, await tx.run<EventGroup>(EVENTS, [number, last]))
}

/**
 * Counts the events since, and keeps the result. The transaction must see one moment (repeatable
 * read): where another one has kept newer counts since, this one waits for it and is then undone
 * (40001), so that no event counts twice.
 * @returns false where everything must be counted: nothing is changed then
 */
export async function keepByEvents(
  tx: OrganizationTransaction,
  standing: Standing,
): Promise<boolean> {
  const counts = await countsByEvents(tx, standing)
  if (counts === undefined) return false
  await tx.run(LOCK, [])
  await Promise.all([
    changeExposures(tx, standing.number as number, standing.last),
    tx.run(KEEP, [standing.last, withoutDaysBefore(counts, firstDay(standing))]),
  ])
  return true
}

/** Counts everything, and keeps the result; as `keepByEvents` where there is another one. */
export async function keepByCounting(tx: OrganizationTransaction): Promise<void> {
  const standing = await readStanding(tx)
  await tx.run(RESERVE, [])
  await tx.run(LOCK, [])
  const [counts] = await Promise.all([countEverything(tx, firstDay(standing)), countExposures(tx)])
  await tx.run(KEEP, [standing.last, counts])
}

/** One more than is shown: the day may change while a summary is read. */
export function firstDay({ at }: Standing): string {
  return dayBefore(at, SUMMARY_DAYS)
}
