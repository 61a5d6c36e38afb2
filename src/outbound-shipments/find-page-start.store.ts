import type { Fragment, Sql } from 'postgres'
import type { Caller } from '../caller.ts'
import { countedColumns, type ShipmentKey, WHOLE_ORGANIZATION } from './shipment-blocks.ts'
import { type ShipmentFilters, shipmentsListed } from './shipment-filters.ts'

export interface PageStart extends ShipmentFilters {
  /** Shipments before the page. */
  readonly offset: number
  /** Only those at or older than this are in the list; all of them without it. */
  readonly upTo?: ShipmentKey
}

/**
 * Common table expressions, of which the last is `start`: one row that says where a page begins.
 * `created_at` and `id` are a key and `rest` is the number of shipments with these filters, at or
 * older than it, that are before the page. `uncounted` and `changes` tell how much had to be read
 * shipment by shipment, and of changes that are not in the blocks yet: much where tending is due.
 *
 * The counts of blocks are added up from the newest on: first of whole groups of them, where there
 * are, then inside the group that the page begins in (migration 0008 says what they are). Part of
 * the statement that reads the page, so both see the same moment: the page is exact.
 *
 * Keys are compared with sub-selects and not in joins: each scan then begins and ends at its key.
 */
export function pageStart(caller: Caller, sql: Sql, page: PageStart): Fragment {
  const { offset, upTo, ...filters } = page
  const scope = sql`organization_id = ${caller.organizationId}
    and fbo_account_id = ${filters.fboAccountId ?? WHOLE_ORGANIZATION}`
  const shipments = sum(sql, countedColumns(filters))
  return sql`
    ${whereCountsBegin(caller, sql, page, scope)},
    part as materialized (
      ${reached(sql, {
        offset,
        before: sql`(select shipments from ahead)`,
        among: sql`
          select created_at, id, 1 as level, ${shipments} as shipments from outbound_shipment_blocks
          where ${scope} and level = 1 and (created_at, id) <= ${keyOf(sql, 'edge')}
            and (created_at, id) > ${keyOrFirst(sql, 'seam')}
          union all
          select created_at, id, 2, ${shipments} from outbound_shipment_blocks
          where ${scope} and level = 2 and (created_at, id) <= ${keyOf(sql, 'seam')}
          union all
          select created_at, id, 0, shipments from change`,
      })}
    ),
    older as materialized (
      select created_at, id from outbound_shipment_blocks
      where ${scope} and level = (select level from part)
        and (created_at, id) < ${keyOf(sql, 'part')}
      order by created_at desc, id desc limit 1
    ),
    block as materialized (
      ${reached(sql, {
        offset,
        before: sql`(select before from part)`,
        among: sql`
          select created_at, id, 1 as level, ${shipments} as shipments from outbound_shipment_blocks
          where ${scope} and level = 1 and (created_at, id) <= ${keyOf(sql, 'part')}
            and (created_at, id) > ${keyOrFirst(sql, 'older')}
          union all
          select created_at, id, 0, shipments from change
          where (created_at, id) <= ${keyOf(sql, 'part')}
            and (created_at, id) > ${keyOrFirst(sql, 'older')}`,
      })}
    ),
    start as materialized (
      select coalesce(block.created_at, ${upTo === undefined ? sql`'infinity'` : upTo.createdAt})
          as created_at,
        coalesce(block.id, ${upTo?.id ?? ''}) as id,
        ${offset}::bigint - coalesce(block.before, 0) as rest,
        greatest(${offset}::bigint - coalesce(block.before, 0), ahead.shipments) as uncounted,
        (select count(*) from change) as changes
      from ahead left join block on true
    )`
}

/**
 * `edge`, the newest block that is wholly in the list; `ahead`, how many shipments with these
 * filters are newer than it, counted no further than to the page; `seam`, the newest block of level
 * 2 from there on; `change`, what is not in these blocks yet.
 */
function whereCountsBegin(
  { organizationId }: Caller,
  sql: Sql,
  { offset, upTo, ...filters }: PageStart,
  scope: Fragment,
): Fragment {
  const cancelled = filters.cancelled === 'true'
  const ofStatus = filters.status === undefined ? sql`` : sql`and status = ${filters.status}`
  const edgeUpTo =
    upTo === undefined ? sql`` : sql`and (created_at, id) < (${upTo.createdAt}, ${upTo.id})`
  return sql`
    edge as materialized (
      select created_at, id from outbound_shipment_blocks
      where ${scope} and level = 1 ${edgeUpTo}
      order by created_at desc, id desc limit 1
    ),
    ahead as materialized (
      select count(*) as shipments from (
        select from outbound_shipments as shipment
        where organization_id = ${organizationId} and ${shipmentsListed(sql, filters)}
          ${upToKey(sql, upTo)} and (shipment.created_at, shipment.id) > ${keyOf(sql, 'edge')}
        order by created_at desc, id desc -- Of no use, but to find the index in that order.
        limit ${offset}::bigint + 1
      ) as newer
    ),
    seam as materialized (
      select created_at, id from outbound_shipment_blocks
      where ${scope} and level = 2 and (created_at, id) <= ${keyOf(sql, 'edge')}
      order by created_at desc, id desc limit 1
    ),
    change as materialized (
      select created_at, id,
        case when cancelled = ${cancelled} ${ofStatus} then shipments else 0 end as shipments
      from outbound_shipment_block_changes
      where ${scope} and (created_at, id) <= ${keyOf(sql, 'edge')}
    )`
}

/** That `shipment` is at or older than the key, as a further condition. */
function upToKey(sql: Sql, upTo: ShipmentKey | undefined): Fragment {
  if (upTo === undefined) return sql``
  return sql`and (shipment.created_at, shipment.id) <= (${upTo.createdAt}, ${upTo.id})`
}

interface Reached {
  readonly offset: number
  /** Shipments that are newer than all of these. */
  readonly before: Fragment
  /** Blocks, each with `shipments`, and as of level 0 the changes to them. */
  readonly among: Fragment
}

/**
 * The oldest block of some before which no more than `offset` shipments are, and how many are. A
 * block stands before the changes to it and to what it sums: what is added up before it is all that
 * is newer.
 */
function reached(sql: Sql, { offset, before, among }: Reached): Fragment {
  return sql`
    select created_at, id, level, before from (
      select created_at, id, level, ${before}::bigint - shipments
        + sum(shipments) over (order by created_at desc, id desc, level desc
          rows between unbounded preceding and current row) as before
      from (${among}) as counted
    ) as added
    where level > 0 and before <= ${offset}
    order by created_at, id limit 1`
}

/** The key of an expression of at most one row; nothing is newer or older than one of none. */
function keyOf(sql: Sql, expression: string): Fragment {
  const from = sql(expression)
  return sql`((select created_at from ${from}), (select id from ${from}))`
}

/** That key, or what is older than every shipment. */
function keyOrFirst(sql: Sql, expression: string): Fragment {
  const from = sql(expression)
  return sql`(coalesce((select created_at from ${from}), '-infinity'),
    coalesce((select id from ${from}), ''))`
}

function sum(sql: Sql, columns: readonly string[]): Fragment {
  return columns.reduce((before, column) => sql`${before} + ${sql(column)}`, sql`0`)
}
