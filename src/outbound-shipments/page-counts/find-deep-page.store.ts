import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { type PageRequest, rowsBefore } from '../../domain/pagination.ts'
import { BLOCK_SIZES, countedColumns, WHOLE_ORGANIZATION } from './shipment-blocks.ts'
import { type ShipmentFilters, shipmentsListed, statusLiteral } from './shipment-filters.ts'

/** More changes than these, or more shipments read one by one, and maintenance is due. */
const CHANGES_MAX = 2_000
const UNCOUNTED_MAX = 4 * BLOCK_SIZES.shipments

export interface DeepPage<Values> {
  /** The shipments of the page, and one more where there is one. */
  readonly found: readonly Values[]
  /** The page took longer to find than it should: `maintainPageCounts` helps. */
  readonly isMaintenanceDue: boolean
}

type OrNulls<Values extends readonly unknown[]> = { readonly [Place in keyof Values]: null }
type DeepValues<Values extends readonly unknown[]> = readonly [
  isMaintenanceDue: boolean,
  ...shipment: Values | OrNulls<Values>,
]

/**
 * A page by its number, found by counts and not by reading all that is before it.
 * @param columns what is read of each `shipment`; the first is never null
 */
export async function findDeepPage<Values extends readonly unknown[]>(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest & ShipmentFilters,
  columns: string,
): Promise<DeepPage<Values>> {
  const { limit, anchor, fboAccountId } = request
  const scope = fboAccountId ?? WHOLE_ORGANIZATION
  const parameters = [caller.organizationId, scope, rowsBefore(request), limit + 1]
  const text = deepText(request, columns)
  const rows = await database.run(caller, (sql) =>
    sql.unsafe(text, [...parameters, ...(anchor ?? [])], { prepare: true }).values(),
  )
  const values = rows as readonly unknown[] as readonly DeepValues<Values>[]
  const found = values.flatMap(([, ...row]) => (row[0] === null ? [] : [row as unknown as Values]))
  // A page past the end is far from every block, and maintenance brings it no nearer.
  const isMaintenanceDue = values[0]?.[0] === true && found.length > 0
  return { found, isMaintenanceDue }
}

const DEEP_TEXTS = new Map<string, string>()

/** One text per set of filters, with and without an anchor: 56 of them at most. */
function deepText(request: PageRequest & ShipmentFilters, columns: string): string {
  const { anchor, fboAccountId, status, cancelled } = request
  const isOfAccount = fboAccountId !== undefined
  const shape = `${anchor !== undefined} ${isOfAccount} ${status} ${cancelled} ${columns}`
  const known = DEEP_TEXTS.get(shape)
  if (known !== undefined) return known
  const filters = {
    ...(fboAccountId !== undefined && { fboAccountId }),
    ...(status !== undefined && { status }),
    ...(cancelled !== undefined && { cancelled }),
  }
  const text = `
    with ${pageStart({ ...filters, isAnchored: anchor !== undefined })}
    select uncounted > ${UNCOUNTED_MAX} or changes > ${CHANGES_MAX} as is_maintenance_due, page.*
    from start left join lateral (
      select ${columns}
      from outbound_shipments as shipment
      where organization_id = $1 ${shipmentsListed(filters, '$2')}
        and (shipment.created_at, shipment.id) <= (start.created_at, start.id)
      order by shipment.created_at desc, shipment.id desc
      limit $4 offset start.rest
    ) as page on true`
  DEEP_TEXTS.set(shape, text)
  return text
}

interface PageStart extends ShipmentFilters {
  /** Whether only shipments at or older than `$5`, `$6` are in the list. */
  readonly isAnchored: boolean
}

/** Of an organization, all shipments (`$2` is '') or one account's. */
const SCOPE = 'organization_id = $1 and fbo_account_id = $2'

/**
 * Common table expressions, of which the last is `start`: one row that says where a page begins.
 * `$1` is the organization, `$2` the account or '', `$3` how many shipments are before the page.
 * `created_at` and `id` are a key and `rest` is the number of shipments with these filters, at or
 * older than it, that are before the page. `uncounted` and `changes` tell how much had to be read
 * shipment by shipment, and of changes that are not in the blocks yet: much where maintenance is due.
 *
 * The counts of blocks are added up from the newest on: first of whole groups of them, where there
 * are, then inside the group that the page begins in (migration 0008 says what they are). Part of
 * the statement that reads the page, so both see the same moment: the page is exact.
 *
 * Keys are compared with sub-selects and not in joins: each scan then begins and ends at its key.
 */
function pageStart(page: PageStart): string {
  const { isAnchored, ...filters } = page
  const shipments = ['0', ...countedColumns(filters)].join(' + ')
  const parts = reached({
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
  const blocks = reached({
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
    ${whereCountsBegin(page)},
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
 * `newest_block`, the newest block that is wholly in the list; `ahead`, how many shipments with these
 * filters are newer than it, counted no further than to the page; `newest_group`, the newest block of level
 * 2 from there on; `change`, what is not in these blocks yet.
 */
function whereCountsBegin({ isAnchored, ...filters }: PageStart): string {
  const { status } = filters
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
        where organization_id = $1 ${shipmentsListed(filters, '$2')}
          ${upTo} and (shipment.created_at, shipment.id) > ${keyOf('newest_block')}
        order by created_at desc, id desc -- Of no use, but to find the index in that order.
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
        case when cancelled = ${filters.cancelled === 'true'} ${ofStatus} then shipments else 0 end
          as shipments
      from outbound_shipment_block_changes
      where ${SCOPE} and (created_at, id) <= ${keyOf('newest_block')}
    )`
}

interface Reached {
  /** Shipments that are newer than all of these. */
  readonly before: string
  /** Blocks, each with `shipments`, and as of level 0 the changes to them. */
  readonly among: string
}

/**
 * The oldest block of some before which no more shipments are than before the page, and how many
 * are. A block stands before the changes to it and to what it sums: what is added up before it is
 * all that is newer.
 */
function reached({ before, among }: Reached): string {
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

/** The key of an expression of at most one row; nothing is newer or older than one of none. */
function keyOf(expression: string): string {
  return `((select created_at from ${expression}), (select id from ${expression}))`
}

/** That key, or what is older than every shipment. */
function keyOrFirst(expression: string): string {
  return `(coalesce((select created_at from ${expression}), '-infinity'),
    coalesce((select id from ${expression}), ''))`
}
