import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import { ENDED_STAYS } from '../inventory-items/ended-stays.store.ts'
import { ITEM_STATUS } from '../inventory-items/inventory-item.ts'

// Each statement judges only what the others leave to it: a row that is missing from a log is told
// once, by the numbers, and not again by each row that would have to fit it.

/** Each movement but an item's first beside the one before it. Most items have only a first. */
const MOVEMENTS_AND_THE_ONES_BEFORE = `
  inventory_movements as movement join inventory_movements as before
    on before.organization_id = $1
    and before.inventory_item_id = movement.inventory_item_id
    and before.number = movement.number - 1
  where movement.organization_id = $1 and movement.number > 1`

const utc = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const ITEMS_WITHOUT_LOG = `
  select id as record, 'has no movement' as wrong, count(*) over ()::integer as total
  from inventory_items as item
  where organization_id = $1 and not exists (
    select from inventory_movements
    where organization_id = $1 and inventory_item_id = item.id)
  order by id limit ${VIOLATIONS_LISTED_MAX}`

export const INCOMPLETE_LOGS = `
  select id as record, count(*) over ()::integer as total,
    format('has %s movements, the last of them number %s, and counts %s',
      movements, last, movement_count) as wrong
  from (
    select inventory_item_id as id, count(*) as movements, max(number) as last
    from inventory_movements
    where organization_id = $1
    group by inventory_item_id
  ) as log join inventory_items using (id)
  where organization_id = $1
    and (movements <> movement_count or last <> movement_count)
  order by id limit ${VIOLATIONS_LISTED_MAX}`

export const ITEMS_UNLIKE_THEIR_LOG = `
  select record, wrong, count(*) over ()::integer as total
  from (
    select id as record, concat_ws('; ',
      case when status <> to_status
        then format('is %s, by its log %s', status, to_status) end,
      case when fbo_account_id <> to_fbo_account_id
        then format('is in %s, by its log in %s', fbo_account_id, to_fbo_account_id) end,
      case when to_status = 'transfer_pending' and active_transfer_id <> transfer_batch_id
        then format('waits for %s, by its log for %s', active_transfer_id, transfer_batch_id) end,
      case when to_status = 'shipment_pending' and active_shipment_id <> outbound_shipment_id
        then format('waits for %s, by its log for %s', active_shipment_id, outbound_shipment_id) end,
      case when to_status = 'on_hold' and hold_reason is distinct from reason
        then 'is held for another reason than its log has' end,
      case when changed_at <> at
        then format('changed at %s, by its log at %s', ${utc('changed_at')}, ${utc('at')}) end
    ) as wrong
    from (
      select id, fbo_account_id, ${ITEM_STATUS} as status, active_transfer_id,
        active_shipment_id, hold_reason, movement_count, changed_at
      from inventory_items as item
      where organization_id = $1
    ) as item
    join inventory_movements on organization_id = $1
      and inventory_item_id = id and number = movement_count
  ) as compared
  where wrong <> ''
  order by record limit ${VIOLATIONS_LISTED_MAX}`

export const BROKEN_CHAINS = `
  select movement.inventory_item_id as record, count(*) over ()::integer as total,
    format('movement %s comes from %s in %s, but %s left it %s in %s', movement.number,
      movement.from_status, movement.from_fbo_account_id,
      before.number, before.to_status, before.to_fbo_account_id) as wrong
  from ${MOVEMENTS_AND_THE_ONES_BEFORE}
    and (movement.from_status <> before.to_status
      or movement.from_fbo_account_id <> before.to_fbo_account_id)
  order by record, movement.number limit ${VIOLATIONS_LISTED_MAX}`

export const MOMENTS_THAT_GO_BACK = `
  select movement.inventory_item_id as record, count(*) over ()::integer as total,
    format('movement %s is of %s, before number %s of %s', movement.number,
      ${utc('movement.at')}, before.number, ${utc('before.at')}) as wrong
  from ${MOVEMENTS_AND_THE_ONES_BEFORE} and movement.at < before.at
  order by record, movement.number limit ${VIOLATIONS_LISTED_MAX}`

export const CHANGED_HOLDERS = `
  select movement.inventory_item_id as record, count(*) over ()::integer as total,
    format('movement %s is of %s, but the item waited for %s', movement.number,
      coalesce(movement.transfer_batch_id, movement.outbound_shipment_id),
      coalesce(before.transfer_batch_id, before.outbound_shipment_id)) as wrong
  from ${MOVEMENTS_AND_THE_ONES_BEFORE}
    and movement.from_status = before.to_status
    and movement.from_status in ('transfer_pending', 'shipment_pending', 'shipped')
    and (movement.transfer_batch_id is distinct from before.transfer_batch_id
      or movement.outbound_shipment_id is distinct from before.outbound_shipment_id)
  order by record, movement.number limit ${VIOLATIONS_LISTED_MAX}`

export const STAYS_UNLIKE_THE_LOG = `
  select inventory_item_id as record, count(*) over ()::integer as total,
    format('movement %s ended a stay %s, by its log %s', number,
      coalesce(format('in %s from %s to %s', stay.fbo_account_id,
        ${utc('stay.began_at')}, ${utc('stay.ended_at')}), 'that is missing'),
      coalesce(format('in %s from %s to %s', logged.fbo_account_id,
        ${utc('logged.began_at')}, ${utc('logged.ended_at')}), 'none')) as wrong
  from ${ENDED_STAYS} as logged
  full join (
    select * from inventory_stays where organization_id = $1
  ) as stay using (inventory_item_id, number)
  where (logged.fbo_account_id, logged.began_at, logged.ended_at)
      is distinct from (stay.fbo_account_id, stay.began_at, stay.ended_at)
    and (logged.fbo_account_id is null or logged.began_at is not null)
  order by inventory_item_id, number limit ${VIOLATIONS_LISTED_MAX}`
