import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import { ITEM_STATUS } from '../inventory-items/inventory-item.ts'

/** A row for each item of each batch. */
const LISTED_ITEMS = `(
    select id as transfer_batch_id, position, inventory_item_id
    from transfer_batches
    cross join unnest(item_ids) with ordinality as line (inventory_item_id, position)
    where organization_id = $1)`

/** Time is not looked at: a batch that is past its expiry is ended by whoever looks at it next. */
export const UNFOUNDED_TRANSFER_CLAIMS = `
  select record, wrong, count(*) over ()::integer as total
  from (
    select item.id as record, concat_ws('; ',
      case when batch.status <> 'pending'
        then format('waits for %s, which is %s', batch.id, batch.status) end,
      case when listed.inventory_item_id is null
        then format('waits for %s, which does not list it', batch.id) end,
      case when batch.from_fbo_account_id <> item.fbo_account_id
        then format('is in %s and waits for %s, which moves items of %s',
          item.fbo_account_id, batch.id, batch.from_fbo_account_id) end
    ) as wrong
    from inventory_items as item
    join transfer_batches as batch on batch.organization_id = $1
      and batch.id = item.active_transfer_id
    left join ${LISTED_ITEMS} as listed
      on listed.transfer_batch_id = batch.id and listed.inventory_item_id = item.id
    where item.organization_id = $1 and item.active_transfer_id is not null
  ) as judged
  where wrong <> ''
  order by record limit ${VIOLATIONS_LISTED_MAX}`

export const UNCLAIMED_PENDING_TRANSFERS = `
  select batch.id as record, count(*) over ()::integer as total,
    format('is pending, but does not hold its item %s, which is %s', item.id,
      ${ITEM_STATUS}) as wrong
  from transfer_batches as batch
  join ${LISTED_ITEMS} as listed on listed.transfer_batch_id = batch.id
  join inventory_items as item on item.organization_id = $1
    and item.id = listed.inventory_item_id
  where batch.organization_id = $1 and batch.status = 'pending'
    and item.active_transfer_id is distinct from batch.id
  order by batch.id, listed.position limit ${VIOLATIONS_LISTED_MAX}`

export const WRONG_TRANSFER_TOTALS = `
  select id as record, count(*) over ()::integer as total,
    format('says %s items and lists %s, for %s reasons', total_items, items,
      cardinality(reasons)) as wrong
  from transfer_batches
  cross join lateral (
    select count(distinct id) as items from unnest(item_ids) as listed (id)
  ) as listed
  where organization_id = $1
    and (total_items <> items or total_items <> cardinality(item_ids)
      or total_items <> cardinality(reasons))
  order by id limit ${VIOLATIONS_LISTED_MAX}`

/** A batch that was decided before an item's log began has left no row in it. */
export const UNLOGGED_TRANSFER_ENDS = `
  select batch.id as record, count(*) over ()::integer as total,
    format('is %s, but the log of its item %s has no transfer_%s by it', batch.status,
      listed.inventory_item_id, batch.status) as wrong
  from transfer_batches as batch
  join ${LISTED_ITEMS} as listed on listed.transfer_batch_id = batch.id
  join inventory_movements as first on first.organization_id = $1
    and first.inventory_item_id = listed.inventory_item_id and first.number = 1
  where batch.organization_id = $1 and batch.status <> 'pending'
    and batch.decided_at >= first.at and not exists (
      select from inventory_movements as movement
      where movement.organization_id = $1
        and movement.inventory_item_id = listed.inventory_item_id
        and movement.transfer_batch_id = batch.id
        and movement.kind = 'transfer_' || batch.status)
  order by batch.id, listed.position limit ${VIOLATIONS_LISTED_MAX}`

export const UNLIKE_TRANSFER_MOVEMENTS = `
  select record, wrong, count(*) over ()::integer as total
  from (
    select inventory_item_id as record, number, concat_ws('; ',
      case when coalesce(movement.from_fbo_account_id, movement.to_fbo_account_id)
          <> batch.from_fbo_account_id
        then format('movement %s takes it from %s, %s moves items of %s', number,
          coalesce(movement.from_fbo_account_id, movement.to_fbo_account_id), batch.id,
          batch.from_fbo_account_id) end,
      case when kind = 'transfer_completed'
          and movement.to_fbo_account_id <> batch.to_fbo_account_id
        then format('movement %s takes it to %s, %s moves items to %s', number,
          movement.to_fbo_account_id, batch.id, batch.to_fbo_account_id) end,
      case when kind = 'transfer_' || batch.status and movement.at <> batch.decided_at
        then format('movement %s is not of the moment that %s was %s', number, batch.id,
          batch.status) end
    ) as wrong
    from inventory_movements as movement
    join transfer_batches as batch on batch.organization_id = $1
      and batch.id = movement.transfer_batch_id
    where movement.organization_id = $1
      and movement.transfer_batch_id is not null
  ) as compared
  where wrong <> ''
  order by record, number limit ${VIOLATIONS_LISTED_MAX}`

export const UNLISTED_TRANSFER_MOVEMENTS = `
  select inventory_item_id as record, count(*) over ()::integer as total,
    format('movement %s is of %s, which does not list it', number, transfer_batch_id) as wrong
  from inventory_movements as movement
  where organization_id = $1 and transfer_batch_id is not null
    and not exists (
      select from ${LISTED_ITEMS} as listed
      where listed.transfer_batch_id = movement.transfer_batch_id
        and listed.inventory_item_id = movement.inventory_item_id)
  order by inventory_item_id, number limit ${VIOLATIONS_LISTED_MAX}`
