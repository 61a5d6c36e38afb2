import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../../database/changes/row-of.ts'
import { BLOCK_COUNTS, type ShipmentKey, WHOLE_ORGANIZATION } from './shipment-blocks.ts'

/** A range of a scope: of shipments at level 1, of blocks of level 1 at level 2. */
export interface Range {
  /** An account; '' for the whole organization. */
  readonly fboAccountId: string
  readonly level: 1 | 2
  /** Its block; null for the newest range, which is in no block yet. */
  readonly block: ShipmentKey | null
}

type BlockCount = (typeof BLOCK_COUNTS)[number]

/** A text for each count, to follow other columns. */
const each = (text: (count: BlockCount) => string) =>
  BLOCK_COUNTS.map((count) => `, ${text(count)}`).join('')

const COLUMNS = each(({ column }) => column)
const SUMS = each(({ column }) => `coalesce(sum(${column}), 0) as ${column}`)

/** An assignment to each count of `block`. */
const changedBy = (operator: '+' | '-', changes: string) =>
  each(({ column }) => `${column} = block.${column} ${operator} ${changes}.${column}`).slice(1)

const ADDED = each(
  ({ column, status, cancelled }) => `
      coalesce(sum(shipments) filter (where status = '${status}' and cancelled = ${cancelled}), 0)
        as ${column}`,
)

/**
 * Moves committed changes into their blocks, and into the blocks of level 2 that sum these. Writers
 * append other changes meanwhile, and do not wait.
 */
export const mergeChanges = rowsOf<object, []>(`
  with gone as (
    delete from outbound_shipment_block_changes
    where organization_id = $1
    returning *
  ),
  added as (
    select fbo_account_id, created_at, id ${ADDED}
    from gone group by fbo_account_id, created_at, id
  ),
  merged as (
    update outbound_shipment_blocks as block set ${changedBy('+', 'added')}
    from added
    where block.organization_id = $1
      and block.fbo_account_id = added.fbo_account_id and block.level = 1
      and block.created_at = added.created_at and block.id = added.id
  ),
  summed as (
    select added.fbo_account_id, whole.created_at, whole.id ${SUMS}
    from added cross join lateral (
      select created_at, id from outbound_shipment_blocks
      where organization_id = $1 and fbo_account_id = added.fbo_account_id
        and level = 2 and (created_at, id) >= (added.created_at, added.id)
      order by created_at, id limit 1
    ) as whole
    group by added.fbo_account_id, whole.created_at, whole.id
  )
  update outbound_shipment_blocks as block set ${changedBy('+', 'summed')}
  from summed
  where block.organization_id = $1
    and block.fbo_account_id = summed.fbo_account_id and block.level = 2
    and block.created_at = summed.created_at and block.id = summed.id`)

const SCOPE = 'organization_id = $1 and fbo_account_id = $2'

const OVERSIZED = {
  1: `
    select created_at, id from outbound_shipment_blocks
    where ${SCOPE} and level = 1
      and ${BLOCK_COUNTS.map(({ column }) => column).join(' + ')} >= $3
    order by created_at, id`,
  2: `
    select created_at, id
    from (
      select created_at, id, lag(created_at) over oldest as older_created_at,
        lag(id) over oldest as older_id
      from outbound_shipment_blocks where ${SCOPE} and level = 2
      window oldest as (order by created_at, id)
    ) as whole
    where $3 <= (
      select count(*) from outbound_shipment_blocks as part
      where ${SCOPE} and part.level = 1
        and (part.created_at, part.id) <= (whole.created_at, whole.id)
        and (part.created_at, part.id) >
          (coalesce(older_created_at, '-infinity'), coalesce(older_id, '')))
    order by created_at, id`,
}

/** The blocks of a scope that have at least `size` shipments, or blocks of level 1. */
export async function findOversized(
  tx: OrganizationTransaction,
  { fboAccountId, level, size }: Omit<Range, 'block'> & { size: number },
): Promise<ShipmentKey[]> {
  return await tx.run<ShipmentKey>(OVERSIZED[level], [fboAccountId, size])
}

/** The newest key of a range; without a block, a key that is newer than all. */
const keyOf = ({ block }: Range) => [block?.createdAt.toISOString() ?? 'infinity', block?.id ?? '']
const KEY = '($3::text::timestamptz, $4)'

const ONE = each(
  ({ column, status, cancelled }) => `
      (status = '${status}' and (cancelled_at is not null) = ${cancelled})::integer as ${column}`,
)

/**
 * Two expressions: `older`, the next older block of the level, if there is one; and `member`, the
 * oldest `$5` shipments or blocks of the range, each with its counts.
 */
function membersOf(level: 1 | 2, scope: 'organization' | 'account'): string {
  const within = `and (created_at, id) <= ${KEY} and (created_at, id) > (
      coalesce((select created_at from older), '-infinity'), coalesce((select id from older), ''))
    order by created_at, id limit $5`
  // One index has the cancelled shipments, another one the rest.
  const [standing, cancelled] = ['is null', 'is not null'].map(
    (isCancelled) => `
    select created_at, id ${ONE}
    from outbound_shipments
    where organization_id = $1 ${scope === 'account' ? 'and fbo_account_id = $2' : ''}
      and cancelled_at ${isCancelled} ${within}`,
  )
  const shipments = `
    select * from ((${standing}) union all (${cancelled})) as shipment
    order by created_at, id limit $5`
  const blocks = `
    select * from outbound_shipment_blocks
    where ${SCOPE} and level = 1 ${within}`
  return `
  with older as materialized (
    select created_at, id from outbound_shipment_blocks
    where ${SCOPE} and level = ${level} and (created_at, id) < ${KEY}
    order by created_at desc, id desc limit 1
  ),
  member as materialized (${level === 1 ? shipments : blocks})`
}

const MEMBERS = {
  organization: { 1: membersOf(1, 'organization'), 2: membersOf(2, 'organization') },
  account: { 1: membersOf(1, 'account'), 2: membersOf(2, 'account') },
}

const withMembers = ({ fboAccountId, level }: Range, query: string) =>
  MEMBERS[fboAccountId === WHOLE_ORGANIZATION ? 'organization' : 'account'][level] + query

export async function isLong(
  tx: OrganizationTransaction,
  { size, ...range }: Range & { size: number },
): Promise<boolean> {
  const parameters = [range.fboAccountId, ...keyOf(range), size]
  const text = withMembers(range, 'select from member offset $5 - 1')
  return (await tx.run(text, parameters)).length > 0
}

// The new blocks go from this statement to the next ones as JSON.
const MAKE = `,
  numbered as (select *, row_number() over (order by created_at, id) as number from member),
  made as (
    select max(created_at) filter (where number % $6::bigint = 0) as created_at,
      max(id) filter (where number % $6 = 0) as id ${SUMS}
    from numbered
    where number <= ((select count(*) from member) / $6 - 1) * $6
    group by (number - 1) / $6
  )
  select count(*)::integer as count, json_agg(made)::text as blocks from made`

interface Made {
  readonly count: number
  readonly blocks: string | null
}

const MADE = `json_to_recordset($4::text::json) as made (
    created_at timestamptz, id text ${each(({ column }) => `${column} integer`)}
  )`

const INSERT = `
  insert into outbound_shipment_blocks
    (organization_id, fbo_account_id, level, created_at, id ${COLUMNS})
  select organization_id, $2, $3::smallint, created_at, id ${COLUMNS}
  from ${ORGANIZATION} cross join ${MADE}`

const TAKE = `
  update outbound_shipment_blocks as block
  set ${changedBy('-', 'taken')}
  from (select ${SUMS.slice(1)} from ${MADE}) as taken
  where ${SCOPE} and level = $3 and created_at = $5::text::timestamptz and id = $6`

/**
 * Splits blocks of `size` off the old end of a range, which stays at least as long. Reads at most
 * `span` members, so that writers do not wait for long. Returns how many blocks it made: call it
 * again while it makes any.
 *
 * Level 1 needs writers to wait and all changes to be merged: a new block counts what there is, and
 * its counts are subtracted from the rest.
 */
export async function splitBlocks(
  tx: OrganizationTransaction,
  { size, span, ...range }: Range & { size: number; span: number },
): Promise<number> {
  const { fboAccountId, level, block } = range
  const key = keyOf(range)
  const text = withMembers(range, MAKE)
  const [made] = await tx.run<Made>(text, [fboAccountId, ...key, span, size])
  if (made === undefined || made.blocks === null) return 0
  await tx.run(INSERT, [fboAccountId, level, made.blocks])
  if (block !== null) await tx.run(TAKE, [fboAccountId, level, made.blocks, ...key])
  return made.count
}
