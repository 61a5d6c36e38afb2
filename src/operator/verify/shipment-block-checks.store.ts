import { BLOCK_COUNTS } from '../../vault/shipments/page-counts/shipment-blocks.ts'
import type { VerificationCheck } from './verification-check.store.ts'

const each = (text: (count: (typeof BLOCK_COUNTS)[number]) => string) =>
  BLOCK_COUNTS.map(text).join('')

/** The counts of a block, with the changes that are not in them yet. */
const COUNTED = each(
  ({ column, status, cancelled }) => `, block.${column} + (
    select coalesce(sum(change.shipments), 0) from outbound_shipment_block_changes as change
    where change.organization_id = $1 and block.level = 1
      and change.fbo_account_id = block.fbo_account_id
      and change.created_at = block.created_at and change.id = block.id
      and change.status = '${status}' and change.cancelled = ${cancelled}) as ${column}`,
)

const EXPECTED = each(({ column }) => `, coalesce(sum(member.${column}), 0) as ${column}`)

const DIFFERENCES = each(
  ({ column }) => `,
    case when counted.${column} <> expected.${column} then
      format('counts %s ${column}, but there are %s', counted.${column}, expected.${column}) end`,
)

/** The record of a violation is the newest shipment of the block, whose id is the block's. */
export const SHIPMENT_BLOCK_CHECKS: readonly VerificationCheck[] = [
  {
    name: 'shipment_block_differs',
    explanation: 'The shipment counts used to find deep pages match the shipments.',
    findings: `
      select counted.id as record, counted.level, counted.fbo_account_id,
        concat_ws('; ', null ${DIFFERENCES}) as wrong
      from (
        select organization_id, fbo_account_id, level, created_at, id,
          lag(created_at) over older as older_created_at, lag(id) over older as older_id ${COUNTED}
        from outbound_shipment_blocks as block
        where organization_id = $1
        window older as (partition by fbo_account_id, level order by created_at, id)
      ) as counted
      cross join lateral (
        select null ${EXPECTED} from (${members()}) as member
      ) as expected`,
    order: 'record, level, fbo_account_id',
  },
  {
    name: 'shipment_block_change_lost',
    explanation: 'Each pending change of such a count belongs to an existing block.',
    findings: `
      select id as record, fbo_account_id, status, cancelled,
        format('has a pending change by %s (%s, %s), but is not a block', sum(shipments),
          case when cancelled then 'cancelled' else 'not cancelled' end, status) as wrong
      from outbound_shipment_block_changes as change
      where organization_id = $1 and not exists (
        select from outbound_shipment_blocks as block
        where block.organization_id = $1 and block.level = 1
          and block.fbo_account_id = change.fbo_account_id
          and block.created_at = change.created_at and block.id = change.id)
      group by fbo_account_id, created_at, id, status, cancelled`,
    order: 'record, fbo_account_id, status, cancelled',
  },
]

/** The members of the block `counted`: shipments on level 1, blocks on level 2. */
function members(): string {
  const within = (alias: string) => `
    (${alias}.created_at, ${alias}.id) <= (counted.created_at, counted.id)
      and (${alias}.created_at, ${alias}.id) >
        (coalesce(counted.older_created_at, '-infinity'), coalesce(counted.older_id, ''))`
  const one = each(
    ({ column, status, cancelled }) => `,
      (status = '${status}' and (cancelled_at is not null) = ${cancelled})::integer as ${column}`,
  )
  // Each of these has an index of its own. PostgreSQL skips those that do not apply to the block.
  const shipments = ['is null', 'is not null'].flatMap((isCancelled) =>
    [
      `counted.fbo_account_id = ''`,
      `counted.fbo_account_id <> '' and shipment.fbo_account_id = counted.fbo_account_id`,
    ].map(
      (ofScope) => `
      union all
      select null ${one} from outbound_shipments as shipment
      where counted.level = 1 and ${ofScope} and shipment.organization_id = $1
        and shipment.cancelled_at ${isCancelled} and ${within('shipment')}`,
    ),
  )
  return `
    select null ${each(({ column }) => `, ${column}`)} from outbound_shipment_blocks as part
    where counted.level = 2 and part.level = 1 and part.organization_id = $1
      and part.fbo_account_id = counted.fbo_account_id and ${within('part')}
    ${shipments.join('')}`
}
