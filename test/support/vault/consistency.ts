import assert from 'node:assert/strict'
import type { Sql } from 'postgres'
import { SHOWN_STATUS } from './records.ts'

/** Fails unless an organization's records are consistent, as they must be after any race. */
export async function assertConsistent(sql: Sql, organizationId: string): Promise<void> {
  const gaps = await sql`
    select id from inventory_items as item
    where organization_id = ${organizationId} and not exists (
      select from inventory_movements as last
      where last.organization_id = item.organization_id and inventory_item_id = item.id
        and number = movement_count and at = changed_at and to_status = ${sql.unsafe(SHOWN_STATUS)}
        and to_fbo_account_id = fbo_account_id
        and movement_count = (select count(*) from inventory_movements
          where organization_id = item.organization_id and inventory_item_id = item.id))`
  assert.deepEqual([...gaps], [], 'items that are not where their log leaves them')
  const breaks = await sql`
    select * from (
      select inventory_item_id, number, at, from_status, from_fbo_account_id,
        lag(number) over item as number_before, lag(at) over item as at_before,
        lag(to_status) over item as status_before,
        lag(to_fbo_account_id) over item as account_before
      from inventory_movements where organization_id = ${organizationId}
      window item as (partition by inventory_item_id order by number)
    ) as step
    where number > 1 and (number <> number_before + 1 or at < at_before
        or from_status <> status_before or from_fbo_account_id <> account_before)
      or number = 1 and coalesce(from_status, from_fbo_account_id) is not null`
  assert.deepEqual([...breaks], [], 'steps that do not follow from the one before')
  const ends = await sql`
    select id, status, total_items, ended.* from transfer_batches as batch
    cross join lateral (
      select count(*) as steps, count(*) filter (where kind = 'transfer_' || status) as fitting
      from inventory_movements as movement
      where movement.organization_id = ${organizationId} and transfer_batch_id = batch.id
        and kind <> 'transfer_created'
    ) as ended
    where organization_id = ${organizationId}
      and (steps <> fitting or steps <> case status when 'pending' then 0 else total_items end)`
  assert.deepEqual([...ends], [], 'batches whose items did not all end with them, once')
  const claims = await sql`
    select item.id from inventory_items as item
    join transfer_batches as batch on batch.organization_id = item.organization_id
      and batch.id = active_transfer_id
    where item.organization_id = ${organizationId} and batch.status <> 'pending'`
  assert.deepEqual([...claims], [], 'items that a batch holds which is over')
}
