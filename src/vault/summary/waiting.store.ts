import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import {
  EXPOSURE_CENTS,
  type InsuredExposureRow,
  toInsuredExposure,
} from '../accounts/insured-exposure.ts'
import { SUMMARY_LISTED_MAX } from './waiting.ts'

/** A record that waits, with the columns of its list. */
interface WaitingRow {
  readonly id: string
  readonly orderedAt: Date
  readonly toFboAccountId?: string
}

/** Records that wait by who acted on them, each group with its first ones. */
export interface WaitingGroup {
  /** The tokens that four eyes bar: of its creator, and of those who changed where it goes. */
  readonly authorIds: readonly string[]
  /** The tokens that approved, where several people must. */
  readonly approverIds: readonly string[]
  readonly count: number
  readonly first: readonly WaitingRow[]
}

interface WaitingTable {
  readonly table: string
  readonly subjectType: string
  readonly condition: string
  readonly columns: string
  /** SQL for the `author_ids` of a `record`. */
  readonly authors: string
  /** SQL for the values of a `record`, which are added up for those alone that are listed. */
  readonly worth: string
  /** The column by which they are ordered. */
  readonly order?: string
}

const waitingText = ({ order = 'created_at', ...of }: WaitingTable) => `
  select id, total_items, created_at, ${of.columns}, author_ids, approver_ids, count,
    ${order} as ordered_at
  from (
    select record.*, author_ids, approver_ids, (count(*) over actors)::float8 as count,
      row_number() over (actors order by ${order}, id) as place
    from ${of.table} as record
    cross join lateral (
      select coalesce(array_agg(token_id order by token_id), '{}') as approver_ids
      from approvals
      -- An approval makes another version: most records need no look-up.
      where record.version > 1 and organization_id = $1 and subject_type = '${of.subjectType}'
        and subject_id = record.id and ended_at is null
    ) as approved
    cross join lateral (${of.authors}) as written
    where organization_id = $1 and ${of.condition}
    window actors as (partition by author_ids, approver_ids)
  ) as record
  cross join lateral (${of.worth}) as worth
  where place <= ${SUMMARY_LISTED_MAX}
  order by ordered_at, id`

const creator = (token: string) => `select array_remove(array[record.${token}], null) as author_ids`

/** `offset 0` keeps the look-up of each item apart, as for the accounts nearest to their maximum. */
const worthOf = (itemIds: string) => `
    select coalesce(sum(item.declared_value_cents), 0)::text as declared_value_cents
    from (${itemIds}) as line (listed_id)
    cross join lateral (
      select declared_value_cents
      from inventory_items
      where organization_id = $1 and id = line.listed_id
      offset 0
    ) as item
  `

const TRANSFERS = {
  table: 'transfer_batches',
  subjectType: 'transfer',
  condition: "status = 'pending'",
  columns: `from_fbo_account_id, to_fbo_account_id, expires_at, created_by_token_id, review,
    declared_value_cents`,
  authors: creator('created_by_token_id'),
  worth: worthOf('select unnest(record.item_ids)'),
}

const SHIPMENTS = {
  table: 'outbound_shipments',
  subjectType: 'outbound_shipment',
  condition: "status = 'pending_approval' and held_at is null and cancelled_at is null",
  columns: `fbo_account_id, created_by_token_id, held_at, hold_reason, declared_value_cents,
    country_code, insured_value_cents`,
  authors: `
      select array_remove(
        array_agg(distinct token_id) || array[record.created_by_token_id], null) as author_ids
      from corrections
      where record.version > 1 and organization_id = $1 and subject_type = 'outbound_shipment'
        and subject_id = record.id and member <> 'metadata'
    `,
  worth: `
    select worth.*, recipient ->> 'countryCode' as country_code, insured_value_cents
    from (${worthOf(`
      select inventory_item_id
      from outbound_shipment_items
      where organization_id = $1 and outbound_shipment_id = record.id
    `)}) as worth
    left join outbound_shipment_directions as directions
      on directions.organization_id = $1 and outbound_shipment_id = record.id
  `,
}

const TEXTS = {
  transfers: waitingText(TRANSFERS),
  expiringTransfers: waitingText({
    ...TRANSFERS,
    condition: "status = 'pending' and expires_at <= now() + interval '24 hours'",
    order: 'expires_at',
  }),
  shipments: waitingText(SHIPMENTS),
  heldShipments: waitingText({ ...SHIPMENTS, condition: 'held_at is not null', order: 'held_at' }),
  revaluations: waitingText({
    table: 'revaluations',
    subjectType: 'revaluation',
    condition: "status = 'pending' and (expires_at is null or expires_at > now())",
    columns: 'reason, expires_at, requested_by_token_id, from_value_cents, to_value_cents',
    authors: creator('requested_by_token_id'),
    worth: `
    select sum(before)::text as from_value_cents, sum(after)::text as to_value_cents
    from unnest(record.from_values_cents, record.to_values_cents) as line (before, after)
  `,
  }),
}

const DESTINATIONS = `
  select id as fbo_account_id, max_insured_value_cents, (${EXPOSURE_CENTS})::text as exposure_cents
  from fbo_accounts as account
  where organization_id = $1 and id = any($2::text[])`

/** Adds the exposures of the destinations that are listed, each read once. */
async function addDestinations(
  tx: OrganizationTransaction,
  listed: readonly WaitingRow[],
): Promise<void> {
  const ids = [...new Set(listed.flatMap(({ toFboAccountId }) => toFboAccountId ?? []))]
  if (ids.length === 0) return
  const rows = await tx.run<InsuredExposureRow>(DESTINATIONS, [ids])
  const exposures = new Map(rows.map((row) => [row.fboAccountId, toInsuredExposure(row)]))
  for (const row of listed)
    Object.assign(row, { destinationExposure: exposures.get(row.toFboAccountId ?? '') })
}

export type WaitingRecords = Readonly<Record<keyof typeof TEXTS, readonly WaitingGroup[]>>
type FoundRow = WaitingRow & Omit<WaitingGroup, 'first'>

/** Everything that waits for a decision, and what is on hold. */
export async function findWaiting(tx: OrganizationTransaction): Promise<WaitingRecords> {
  const found = await Promise.all(
    Object.entries(TEXTS).map(
      async ([kind, text]) => [kind, await tx.run<FoundRow>(text, [])] as const,
    ),
  )
  await addDestinations(
    tx,
    found.flatMap(([, rows]) => rows),
  )
  const groups = found.map(([kind, rows]) => [kind, groupsOf(rows)])
  return Object.fromEntries(groups) as WaitingRecords
}

function groupsOf(rows: readonly FoundRow[]): WaitingGroup[] {
  const byActors = Map.groupBy(rows, ({ authorIds, approverIds }) =>
    JSON.stringify([authorIds, approverIds]),
  )
  return [...byActors.values()].map((first) => {
    const { authorIds, approverIds, count } = first[0] as FoundRow
    return { authorIds, approverIds, count, first }
  })
}
