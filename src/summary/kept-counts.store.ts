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

/** The counts as of an event. */
export interface Standing {
  readonly counts: KeptCounts
  readonly number: number
  readonly at: Date
}

const STANDING = `
  select statement_timestamp() as at, kept.number::float8 as number, kept.counts,
    (select coalesce(max(number), 0) from events where organization_id = $1)::float8 as last
  from organizations
  left join organization_counts as kept on kept.organization_id = $1
  where organizations.id = $1`

interface StandingRow {
  readonly at: Date
  readonly last: number
  /** Null where nothing is kept. */
  readonly number: number | null
  readonly counts: KeptCounts | null
}

// Another transaction that has them makes this one wait, and then start over: they are newer then.
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

/** The counts that are kept, and the last event; both of one moment. */
async function readStanding(tx: OrganizationTransaction): Promise<StandingRow> {
  const [row] = await tx.run<StandingRow>(STANDING, [])
  return row as StandingRow
}

/**
 * The counts of everything that was committed before the transaction began; it keeps them. The
 * transaction must see one moment (repeatable read): PostgreSQL undoes it where another one has
 * kept newer counts meanwhile.
 */
export async function currentCounts(tx: OrganizationTransaction): Promise<Standing> {
  const { at, last, number, counts } = await readStanding(tx)
  if (counts !== null && number === last) return { counts, number: last, at }
  if (number === null) void tx.run(RESERVE, [])
  else void tx.run(LOCK, [])
  const firstDay = dayBefore(at, SUMMARY_DAYS)
  const changed = await changedCounts(tx, { number, counts, last })
  if (changed === undefined) countExposures(tx)
  else changeExposures(tx, number as number, last)
  const current = withoutDaysBefore(changed ?? (await countEverything(tx, firstDay)), firstDay)
  void tx.run(KEEP, [last, current])
  return { counts: current, number: last, at }
}

/** The kept counts after the events since; undefined where everything must be counted. */
export async function changedCounts(
  tx: OrganizationTransaction,
  { number, counts, last }: Pick<StandingRow, 'number' | 'counts' | 'last'>,
): Promise<KeptCounts | undefined> {
  if (number === null || counts === null || number > last || last - number > EVENTS_MAX) {
    return undefined
  }
  return countsAfter(counts, await tx.run<EventGroup>(EVENTS, [number, last]))
}
