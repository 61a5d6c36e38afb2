import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { changeExposures, countExposures } from './account-exposures.store.ts'
import { countEverything } from './count-everything.store.ts'
import {
  countsAfter,
  dayBefore,
  type EventGroup,
  type KeptCounts,
  RULES,
  withoutDaysBefore,
} from './kept-counts.rules.ts'
import { SUMMARY_DAYS } from './summary.ts'

/** The events, or their items, beyond which it is quicker to count everything again. */
const WEIGHT_MAX = 20_000

/** What is kept of an organization, read at one moment. */
export interface Standing {
  readonly at: Date
  /** The event up to which everything is counted; null where nothing is kept. */
  readonly number: number | null
  readonly counts: KeptCounts | null
  /** The version of the rules that it was counted by. */
  readonly rules: number | null
  /** The last event there is; 0 where there is none. */
  readonly last: number
}

// The counts as text: the driver would turn the names in them into camel case.
const STANDING = `
  select statement_timestamp() as at, kept.number::float8 as number, kept.counts::text as counts,
    kept.rules,
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
  update organization_counts set number = $2, counts = $3::jsonb, rules = $4
  where organization_id = $1`

const EVENTS = `
  select type, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day,
    data ->> 'statusBefore' as status_before, data ->> 'statusAfter' as status_after,
    coalesce(batch.created_by_token_id, '') as created_by_token_id, count(*)::float8 as events,
    sum(coalesce((data ->> 'totalItems')::integer, 1))::float8 as items
  from events as event
  left join lateral (
    select created_by_token_id
    from transfer_batches
    where organization_id = $1 and id = event.subject_id and event.subject_type = 'transfer'
    offset 0
  ) as batch on true
  where event.organization_id = $1 and event.number > $2 and event.number <= $3
  group by 1, 2, 3, 4, 5`

/** The counts of one moment: what is kept, and the events since. */
export interface CurrentCounts {
  readonly at: Date
  /** The event up to which they are kept, and the last event there is. */
  readonly number: number
  readonly last: number
  readonly counts: KeptCounts
  /** How much is to be read for the events since: their items, or 1 where they have none. */
  readonly weight: number
}

/** The kept counts and the events since; undefined where everything must be counted. */
export async function currentCounts(
  tx: OrganizationTransaction,
  { at, number, counts, rules, last }: Standing,
): Promise<CurrentCounts | undefined> {
  if (number === null || counts === null || rules !== RULES) return undefined
  if (number > last || last - number > WEIGHT_MAX) return undefined
  if (number === last) return { at, number, last, counts, weight: 0 }
  const groups = await tx.run<EventGroup>(EVENTS, [number, last])
  const weight = groups.reduce((sum, { items }) => sum + items, 0)
  const after = weight > WEIGHT_MAX ? undefined : countsAfter(counts, groups)
  return after && { at, number, last, counts: after, weight }
}

/**
 * Keeps the counts of now. The transaction must see one moment (repeatable read): where another one
 * has kept newer counts since, this one waits for it and is then undone (40001), so that no event
 * counts twice.
 */
export async function keepByEvents(
  tx: OrganizationTransaction,
  { at, number, last, counts }: CurrentCounts,
): Promise<void> {
  await tx.run(LOCK, [])
  await Promise.all([
    changeExposures(tx, number, last),
    tx.run(KEEP, [last, withoutDaysBefore(counts, firstDay({ at })), RULES]),
  ])
}

/**
 * Counts everything, and keeps the result; as `keepByEvents` where there is another one.
 * @param outdated what was kept when this was found necessary: where it is another event now, other
 *   work has counted meanwhile, and nothing is done
 */
export async function keepByCounting(
  tx: OrganizationTransaction,
  outdated: number | null,
): Promise<void> {
  const standing = await readStanding(tx)
  if (standing.number !== outdated) return
  await tx.run(RESERVE, [])
  await tx.run(LOCK, [])
  const [counts] = await Promise.all([countEverything(tx, firstDay(standing)), countExposures(tx)])
  await tx.run(KEEP, [standing.last, counts, RULES])
}

/** One more than is shown: the day may change while a summary is read. */
export function firstDay({ at }: Pick<Standing, 'at'>): string {
  return dayBefore(at, SUMMARY_DAYS)
}
