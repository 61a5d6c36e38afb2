import type { RequestDatabase } from '../../../database/request-database.ts'
import type { Caller } from '../../../domain/caller.ts'
import { type PageRequest, rowsBefore } from '../../../domain/pagination.ts'
import { BLOCK_SIZES, countedColumns, WHOLE_ORGANIZATION } from './shipment-blocks.ts'
import {
  LISTED_COLUMNS,
  SHIPMENT_VALUES,
  type ShipmentFilters,
  type ShipmentValues,
  shipmentsListed,
  statusLiteral,
} from './shipment-filters.ts'

/** Maintenance is needed above so many changes, or so many shipments read one by one. */
const CHANGES_MAX = 2_000
const UNCOUNTED_MAX = 4 * BLOCK_SIZES.shipments

interface DeepPage {
  /** The shipments of the page, and one more where there is one. */
  readonly found: readonly ShipmentValues[]
  /** Finding the page took too long: `maintainPageCounts` helps. */
  readonly needsMaintenance: boolean
}

type DeepRequest = PageRequest & ShipmentFilters

/** A page by its number, found by counts instead of reading everything before it. */
export async function findDeepPage(
  caller: Caller,
  database: RequestDatabase,
  request: DeepRequest,
): Promise<DeepPage> {
  const { limit, anchor = [], fboAccountId = WHOLE_ORGANIZATION } = request
  const { organizationId } = caller
  const parameters = [organizationId, fboAccountId, rowsBefore(request), limit + 1, ...anchor]
  const text = deepText(request)
  const rows = await database.run(caller, (sql) => sql.query(text, parameters, 'values'))
  const values = rows as readonly unknown[] as readonly [boolean, ...(ShipmentValues | null[])][]
  const found = values.flatMap(([, ...row]) => (row[0] === null ? [] : [row as ShipmentValues]))
  // A page past the end is far from every block: maintenance brings it no nearer.
  const needsMaintenance = values[0]?.[0] === true && found.length > 0
  return { found, needsMaintenance }
}

/** One for each set of filters, with and without an anchor. To write one takes 30 microseconds. */
const DEEP_TEXTS = new Map<string, string>()

function deepText(request: DeepRequest): string {
  const { anchor, fboAccountId, status, cancelled } = request
  const isOfAccount = fboAccountId !== undefined
  const shape = `${anchor !== undefined} ${isOfAccount} ${status} ${cancelled}`
  const text = DEEP_TEXTS.get(shape) ?? writeDeepText(request)
  DEEP_TEXTS.set(shape, text)
  return text
}

function writeDeepText(request: DeepRequest): string {
  return `
    with ${pageStart(request)}
    select uncounted > ${UNCOUNTED_MAX} or changes > ${CHANGES_MAX} as needs_maintenance,
      ${SHIPMENT_VALUES}
    from start left join lateral (
      select ${LISTED_COLUMNS}
      from outbound_shipments as shipment
      where organization_id = $1 ${shipmentsListed(request, '$2')}
        and (shipment.created_at, shipment.id) <= (start.created_at, start.id)
      order by shipment.created_at desc, shipment.id desc
      limit $4 offset start.rest
    ) as page on true`
}

/** All blocks of an organization (`$2` is '') or those of one account. */
const SCOPE = 'organization_id = $1 and fbo_account_id = $2'

/**
 * Common table expressions. The last one, `start`, is one row that says where the page begins. `$1`
 * is the organization, `$2` the account or '', `$3` the number of shipments before the page, `$5`
 * and `$6` the anchor, if there is one: newer shipments are not in the list. `created_at` and `id`
 * are a key; `rest` is the number of shipments with these filters, at or older than the key, that
 * are before the page. `uncounted` and `changes` are the numbers of shipments and of unmerged
 * changes that had to be read one by one.
 *
 * Counts are added up from the newest block on: first of groups of blocks (`part` is the last block
 * or group that ends before the page, `older` the one after it), then inside the group in which the
 * page begins (`block` is the last block that ends before the page; see the schema). `before`
 * is the number of newer shipments. The page is exact, for the same statement reads it.
 *
 * Keys are compared with sub-selects and not in joins: so each scan begins and ends at its key.
 */
function pageStart(request: DeepRequest): string {
  const isAnchored = request.anchor !== undefined
  const shipments = ['0', ...countedColumns(request)].join(' + ')
  const parts = lastBlockBeforePage({
    before: '(select shipments from ahead)',
    among: `
      select created_at, id, 1 as level, ${shipments} as shipments from outbound_shipment_blocks
      where ${SCOPE} and level = 1 and (created_at, id) <= ${keyOf('newest_block')}
        and (created_at, id) > ${keyOrFirst('newest_group')}
      union all
      select created_at, id, 2, ${shipments} from outbound_shipment_blocks
      where ${SCOPE} and level = 2 and (created_at, id) <= ${keyOf('newest_group')}
      union all
      select created_at, id, 0, shipments from change`,
  })
  const blocks = lastBlockBeforePage({
    before: '(select before from part)',
    among: `
      select created_at, id, 1 as level, ${shipments} as shipments from outbound_shipment_blocks
      where ${SCOPE} and level = 1 and (created_at, id) <= ${keyOf('part')}
        and (created_at, id) > ${keyOrFirst('older')}
      union all
      select created_at, id, 0, shipments from change
      where (created_at, id) <= ${keyOf('part')} and (created_at, id) > ${keyOrFirst('older')}`,
  })
  return `
    ${whereCountsBegin(request)},
    part as materialized (${parts}),
    older as materialized (
      select created_at, id from outbound_shipment_blocks
      where ${SCOPE} and level = (select level from part) and (created_at, id) < ${keyOf('part')}
      order by created_at desc, id desc limit 1
    ),
    block as materialized (${blocks}),
    start as materialized (
      select coalesce(block.created_at, ${isAnchored ? '$5::text::timestamptz' : "'infinity'"})
          as created_at,
        coalesce(block.id, ${isAnchored ? '$6' : "''"}) as id,
        $3::bigint - coalesce(block.before, 0) as rest,
        greatest($3::bigint - coalesce(block.before, 0), ahead.shipments) as uncounted,
        (select count(*) from change) as changes
      from ahead left join block on true
    )`
}

/**
 * `newest_block` is the newest block that is wholly in the list. `ahead` counts newer shipments
 * with these filters, no further than to the page. `newest_group` is the newest block of level 2
 * from there on. `change` has the changes that are not merged into these blocks.
 */
function whereCountsBegin(request: DeepRequest): string {
  const { status, cancelled } = request
  const isAnchored = request.anchor !== undefined
  const ofStatus = status === undefined ? '' : `and status = ${statusLiteral(status)}`
  const anchor = '($5::text::timestamptz, $6)'
  const blocksUpTo = isAnchored ? `and (created_at, id) < ${anchor}` : ''
  const upTo = isAnchored ? `and (shipment.created_at, shipment.id) <= ${anchor}` : ''
  return `
    newest_block as materialized (
      select created_at, id from outbound_shipment_blocks
      where ${SCOPE} and level = 1 ${blocksUpTo}
      order by created_at desc, id desc limit 1
    ),
    ahead as materialized (
      select count(*) as shipments from (
        select from outbound_shipments as shipment
        where organization_id = $1 ${shipmentsListed(request, '$2')}
          ${upTo} and (shipment.created_at, shipment.id) > ${keyOf('newest_block')}
        order by created_at desc, id desc -- Only to make PostgreSQL use the index in that order.
        limit $3::bigint + 1
      ) as newer
    ),
    newest_group as materialized (
      select created_at, id from outbound_shipment_blocks
      where ${SCOPE} and level = 2 and (created_at, id) <= ${keyOf('newest_block')}
      order by created_at desc, id desc limit 1
    ),
    change as materialized (
      select created_at, id,
        case when cancelled = ${cancelled === 'true'} ${ofStatus} then shipments else 0 end
          as shipments
      from outbound_shipment_block_changes
      where ${SCOPE} and (created_at, id) <= ${keyOf('newest_block')}
    )`
}

interface Counted {
  /** The number of shipments that are newer than all of these. */
  readonly before: string
  /** Blocks, each with `shipments`, and changes to them, with level 0. */
  readonly among: string
}

/**
 * The oldest of these blocks that has no more shipments before it than the page, and their number.
 * A block sorts before the changes to it and to the blocks that it sums, so that the sum before it
 * counts exactly what is newer.
 */
function lastBlockBeforePage({ before, among }: Counted): string {
  return `
    select created_at, id, level, before from (
      select created_at, id, level, ${before}::bigint - shipments
        + sum(shipments) over (order by created_at desc, id desc, level desc
          rows between unbounded preceding and current row) as before
      from (${among}) as counted
    ) as added
    where level > 0 and before <= $3::bigint
    order by created_at, id limit 1`
}

/** The key of an expression of at most one row; without a row, null: every comparison fails. */
function keyOf(expression: string): string {
  return `((select created_at from ${expression}), (select id from ${expression}))`
}

/** That key, or one that is older than every shipment. */
function keyOrFirst(expression: string): string {
  return `(coalesce((select created_at from ${expression}), '-infinity'),
    coalesce((select id from ${expression}), ''))`
}
