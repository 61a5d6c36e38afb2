import { notingLock, TRY_LOCK } from '../../database/changes/locks.ts'
import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import {
  RESULT_TYPES,
  type ResultType,
  RULES,
  recordsWhere,
  SEARCHED_TYPES,
  type SearchedRow,
  textsOf,
  wordsOfRecord,
} from './searched-types.ts'

/** The events and records of an organization whose words are noted. */
export interface Progress {
  readonly eventNumber: number
  /** Types whose records are still looked through for those without words. */
  readonly typesLeft: readonly ResultType[]
  /** The last id of the first of these types that was looked at. */
  readonly lookedThroughTo: string
}

/** Makes this transaction the only one that notes the organization's words; false if another is. */
export async function lockNoting(tx: OrganizationTransaction): Promise<boolean> {
  const [lock] = await tx.run<{ taken: boolean }>(TRY_LOCK, [notingLock(tx.organizationId)])
  return lock?.taken === true
}

const PROGRESS = `
  select event_number::float8 as event_number, types_left, looked_through_to
  from search_progress
  where organization_id = $1`

const BEGIN = `
  select coalesce(max(number), 0)::float8 as event_number
  from events
  where organization_id = $1`

/** The place to go on from; at the beginning, and of other rules, every record is looked at. */
export async function findProgress(tx: OrganizationTransaction): Promise<Progress> {
  const [row] = await tx.run<Progress>(PROGRESS, [])
  const { lookedThroughTo = '' } = row ?? {}
  if (row !== undefined && lookedThroughTo.startsWith(RULES)) {
    return { ...row, lookedThroughTo: lookedThroughTo.slice(RULES.length) }
  }
  const [{ eventNumber = 0 } = {}] =
    row === undefined ? await tx.run<Pick<Progress, 'eventNumber'>>(BEGIN, []) : [row]
  return { eventNumber, typesLeft: RESULT_TYPES, lookedThroughTo: '' }
}

const SAVE = `
  insert into search_progress (organization_id, event_number, types_left, looked_through_to)
  select organization_id, $2::bigint, $3::text[], $4::text
  from ${ORGANIZATION}
  on conflict (organization_id) do update
  set event_number = excluded.event_number, types_left = excluded.types_left,
    looked_through_to = excluded.looked_through_to`

export function saveProgress(
  tx: OrganizationTransaction,
  { eventNumber, typesLeft, lookedThroughTo }: Progress,
): Promise<object[]> {
  return tx.run(SAVE, [eventNumber, typesLeft, `${RULES}${lookedThroughTo}`])
}

export interface NotedEvent {
  readonly number: number
  readonly type: string
  readonly subjectType: string
  readonly subjectId: string
  readonly inventoryItemIds: readonly string[] | null
  readonly intakeId: string | null
}

export const nextEvents = rowsOf<NotedEvent, [after: number, limit: number]>(`
  select number::float8 as number, type, subject_type, subject_id,
    data -> 'inventoryItemIds' as inventory_item_ids, data ->> 'intakeId' as intake_id
  from events as event
  where organization_id = $1 and event.number > $2::bigint
  order by event.number limit $3`)

const recordsOf = (text: string) => (tx: OrganizationTransaction, id: string) =>
  tx.run<SearchedRow>(text, [id])

/** The items of a large intake, by what their ids have in common. */
export const findItemsOfIntake = recordsOf(
  recordsWhere(
    'inventory_item',
    `id >= $2::text || '00' and id <= $2::text || 'zz' and length(id) = 31`,
  ),
)

/** The shipments of an account whose words have a recipient. */
export const findAddressed = recordsOf(
  recordsWhere(
    'outbound_shipment',
    `fbo_account_id = $2 and exists (
    select from search_texts
    where search_texts.organization_id = $1 and record_type = 'outbound_shipment'
      and record_id = record.id and words ~ '[A-Z]')`,
  ),
)

const LAST_OF = textsOf(
  (type) => `
  select max(id) as id
  from (
    select id from ${SEARCHED_TYPES[type].table}
    where organization_id = $1 and id > $2 order by id limit $3
  ) as next`,
)

const WITHOUT_WORDS = textsOf((type) =>
  recordsWhere(
    type,
    `id > $2 and id <= $3 and not exists (
      select from search_texts
      where search_texts.organization_id = $1 and record_type = '${type}'
        and record_id = record.id and words like '${RULES}%')`,
  ),
)

/** The next records after that id, and which have no words by these rules; undefined at the end. */
export async function findWithoutWords(
  tx: OrganizationTransaction,
  type: ResultType,
  after: string,
  limit: number,
): Promise<{ readonly last: string; readonly rows: SearchedRow[] } | undefined> {
  const [next] = await tx.run<{ id: string | null }>(LAST_OF[type], [after, limit])
  const last = next?.id ?? null
  if (last === null) return undefined
  return { last, rows: await tx.run<SearchedRow>(WITHOUT_WORDS[type], [after, last]) }
}

const NOTE = `
  insert into search_texts (organization_id, record_type, record_id, words)
  select organization_id, $2, record_id, words
  from ${ORGANIZATION}
  cross join unnest($3::text[], $4::text[]) as noted (record_id, words)
  on conflict (organization_id, record_type, record_id) do update
  set words = excluded.words
  where search_texts.words <> excluded.words`

/** Notes the words of these records, each named once. */
export function noteWords(
  tx: OrganizationTransaction,
  type: ResultType,
  rows: readonly SearchedRow[],
): Promise<object[]> {
  const words = rows.map((row) => wordsOfRecord(type, row))
  return tx.run(NOTE, [type, rows.map(({ id }) => id), words])
}
