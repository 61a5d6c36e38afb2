import type { Fragment, TransactionSql } from 'postgres'
import type { Caller } from '../caller.ts'
import { FAULTS_LISTED_MAX } from '../limits.ts'
import { BLOCK_COUNTS } from '../outbound-shipments/shipment-blocks.ts'
import type { FoundFault } from './verification-check.ts'

/**
 * Blocks of level 1 whose counts, with the changes that are not in them yet, are not those of
 * their shipments; and those of level 2 that are not the sum of their blocks. A block is told by
 * the id of its newest shipment.
 */
export async function unlikeShipmentBlocks(caller: Caller, tx: TransactionSql) {
  const { organizationId } = caller
  const expected = BLOCK_COUNTS.map(
    ({ column }) => tx`, coalesce(sum(member.${tx(column)}), 0) as ${tx(column)}`,
  )
  const counted = BLOCK_COUNTS.map(
    ({ column, status, cancelled }) => tx`, block.${tx(column)} + (
      select coalesce(sum(change.shipments), 0) from outbound_shipment_block_changes as change
      where change.organization_id = ${organizationId} and block.level = 1
        and change.fbo_account_id = block.fbo_account_id
        and change.created_at = block.created_at and change.id = block.id
        and change.status = ${status} and change.cancelled = ${cancelled}) as ${tx(column)}`,
  )
  const differences = BLOCK_COUNTS.map(
    ({ column }) => tx`,
      case when counted.${tx(column)} <> expected.${tx(column)} then
        format('counts %s %s, there are %s', counted.${tx(column)}, ${column}::text,
          expected.${tx(column)}) end`,
  )
  return await tx<FoundFault[]>`
    select record, wrong, count(*) over ()::integer as total
    from (
      select counted.id as record, counted.level, counted.fbo_account_id, counted.created_at,
        concat_ws('; ', null ${differences}) as wrong
      from (
        select organization_id, fbo_account_id, level, created_at, id,
          lag(created_at) over older as older_created_at, lag(id) over older as older_id ${counted}
        from outbound_shipment_blocks as block
        where organization_id = ${organizationId}
        window older as (partition by fbo_account_id, level order by created_at, id)
      ) as counted
      cross join lateral (
        select null ${expected} from (${members(organizationId, tx)}) as member
      ) as expected
    ) as compared
    where wrong <> ''
    order by record, level, fbo_account_id limit ${FAULTS_LISTED_MAX}`
}

/** Changes that would be lost: their block is not there. */
export async function lostBlockChanges(caller: Caller, tx: TransactionSql) {
  return await tx<FoundFault[]>`
    select id as record, count(*) over ()::integer as total,
      format('%s %s %s wait for it, and it is not a block', sum(shipments),
        case when cancelled then 'cancelled' else 'not cancelled' end, status) as wrong
    from outbound_shipment_block_changes as change
    where organization_id = ${caller.organizationId} and not exists (
      select from outbound_shipment_blocks as block
      where block.organization_id = ${caller.organizationId} and block.level = 1
        and block.fbo_account_id = change.fbo_account_id
        and block.created_at = change.created_at and block.id = change.id)
    group by fbo_account_id, created_at, id, status, cancelled
    order by id, fbo_account_id, status, cancelled limit ${FAULTS_LISTED_MAX}`
}

/** What `counted`, a block, consists of: blocks or shipments, each with its counts. */
function members(organizationId: string, tx: TransactionSql): Fragment {
  const within = (alias: string) => {
    const [createdAt, id] = [tx(`${alias}.created_at`), tx(`${alias}.id`)]
    return tx`
      (${createdAt}, ${id}) <= (counted.created_at, counted.id) and (${createdAt}, ${id}) >
        (coalesce(counted.older_created_at, '-infinity'), coalesce(counted.older_id, ''))`
  }
  const one = BLOCK_COUNTS.map(
    ({ column, status, cancelled }) => tx`,
      (status = ${status} and (cancelled_at is not null) = ${cancelled})::integer as ${tx(column)}`,
  )
  const columns = BLOCK_COUNTS.map(({ column }) => tx`, ${tx(column)}`)
  // Each of these has an index of its own, and those that are not asked for are not run.
  const shipments = [tx`is null`, tx`is not null`].flatMap((isCancelled) =>
    [
      tx`counted.fbo_account_id = ''`,
      tx`counted.fbo_account_id <> '' and shipment.fbo_account_id = counted.fbo_account_id`,
    ].map(
      (ofScope) => tx`
      union all
      select null ${one} from outbound_shipments as shipment
      where counted.level = 1 and ${ofScope} and shipment.organization_id = ${organizationId}
        and shipment.cancelled_at ${isCancelled} and ${within('shipment')}`,
    ),
  )
  return tx`
    select null ${columns} from outbound_shipment_blocks as part
    where counted.level = 2 and part.level = 1 and part.organization_id = ${organizationId}
      and part.fbo_account_id = counted.fbo_account_id and ${within('part')}
    ${shipments}`
}
