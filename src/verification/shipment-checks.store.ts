import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import { ITEM_STATUS } from '../inventory-items/inventory-item.ts'

export const UNFOUNDED_SHIPMENT_CLAIMS = `
  select record, wrong, count(*) over ()::integer as total
  from (
    select item.id as record, concat_ws('; ',
      case when shipment.cancelled_at is not null or shipment.shipped_at is not null
        then format('waits for %s, which is %s', shipment.id,
          case when cancelled_at is null then shipment.status else 'cancelled' end) end,
      case when listed.inventory_item_id is null
        then format('waits for %s, which does not list it', shipment.id) end,
      case when shipment.fbo_account_id <> item.fbo_account_id
        then format('is in %s and waits for %s, which is of %s',
          item.fbo_account_id, shipment.id, shipment.fbo_account_id) end
    ) as wrong
    from inventory_items as item
    join outbound_shipments as shipment on shipment.organization_id = $1
      and shipment.id = item.active_shipment_id
    left join outbound_shipment_items as listed
      on listed.organization_id = $1
      and listed.outbound_shipment_id = shipment.id and listed.inventory_item_id = item.id
    where item.organization_id = $1 and item.active_shipment_id is not null
  ) as judged
  where wrong <> ''
  order by record limit ${VIOLATIONS_LISTED_MAX}`

export const UNCLAIMED_OPEN_SHIPMENTS = `
  select shipment.id as record, count(*) over ()::integer as total,
    format('is %s, but does not hold its item %s, which is %s', shipment.status, item.id,
      ${ITEM_STATUS}) as wrong
  from outbound_shipments as shipment
  join outbound_shipment_items as listed on listed.organization_id = $1
    and listed.outbound_shipment_id = shipment.id
  join inventory_items as item on item.organization_id = $1
    and item.id = listed.inventory_item_id
  where shipment.organization_id = $1
    and shipped_at is null and cancelled_at is null
    and item.active_shipment_id is distinct from shipment.id
  order by shipment.id, listed.position limit ${VIOLATIONS_LISTED_MAX}`

export const WRONG_SHIPMENT_TOTALS = `
  select id as record, count(*) over ()::integer as total,
    format('says %s items and lists %s', total_items, coalesce(items, 0)) as wrong
  from outbound_shipments left join (
    select outbound_shipment_id as id, count(*) as items
    from outbound_shipment_items
    where organization_id = $1
    group by outbound_shipment_id
  ) as listed using (id)
  where organization_id = $1 and total_items <> coalesce(items, 0)
  order by id limit ${VIOLATIONS_LISTED_MAX}`

/** Shipments that were imported as shipped list no items, so nothing is asked of any log. */
export const UNLOGGED_SHIPMENT_ENDS = `
  select shipment.id as record, count(*) over ()::integer as total,
    format('is %s, but the log of its item %s has no shipment_%s by it',
      step, listed.inventory_item_id, step) as wrong
  from outbound_shipments as shipment
  cross join lateral unnest(case
    when cancelled_at is not null then array['cancelled']
    when status = 'delivered' then array['shipped', 'delivered']
    when status = 'shipped' then array['shipped'] end) as step
  join outbound_shipment_items as listed on listed.organization_id = $1
    and listed.outbound_shipment_id = shipment.id
  where shipment.organization_id = $1
    and (shipped_at is not null or cancelled_at is not null) and not exists (
      select from inventory_movements as movement
      where movement.organization_id = $1
        and movement.inventory_item_id = listed.inventory_item_id
        and movement.outbound_shipment_id = shipment.id
        and movement.kind = 'shipment_' || step)
  order by shipment.id, listed.position, step limit ${VIOLATIONS_LISTED_MAX}`

/**
 * An item that came with an import, or from before the log, knows nothing of the steps that its
 * shipment took before it: its log says where the shipment stands only from the next step on.
 */
export const SHIPMENTS_UNLIKE_THEIR_LOG = `
  select record, wrong, count(*) over ()::integer as total
  from (
    select shipment.id as record, item.id as item_id, concat_ws('; ',
      case when shipment.status <> logged.status
        then format('is %s, by the log of its item %s %s', shipment.status, item.id,
          logged.status) end,
      case when (shipment.held_at is not null) <> logged.held
        then format('is %s hold, by the log of its item %s it is %s',
          case when shipment.held_at is null then 'not on' else 'on' end, item.id,
          case when logged.held then 'held' else 'not' end) end
    ) as wrong
    from (
      select inventory_item_id, outbound_shipment_id,
        (array_agg(case kind when 'shipment_inspecting' then 'inspecting'
            when 'shipment_submitted' then 'pending_approval'
            when 'shipment_approved' then 'approved' else 'packing' end order by number desc)
          filter (where kind in ('shipment_created', 'shipment_inspecting', 'shipment_submitted',
            'shipment_approved', 'shipment_returned_to_packing')))[1] as status,
        (array_agg(kind = 'shipment_held' order by number desc)
          filter (where kind in ('shipment_created', 'shipment_held', 'shipment_released')))[1]
          as held
      from inventory_movements
      where organization_id = $1 and outbound_shipment_id is not null
      group by inventory_item_id, outbound_shipment_id
    ) as logged
    join inventory_items as item on item.organization_id = $1
      and item.id = logged.inventory_item_id
      and item.active_shipment_id = logged.outbound_shipment_id
    join outbound_shipments as shipment on shipment.organization_id = $1
      and shipment.id = logged.outbound_shipment_id
    where shipment.shipped_at is null and shipment.cancelled_at is null
  ) as compared
  where wrong <> ''
  order by record, item_id limit ${VIOLATIONS_LISTED_MAX}`

export const UNLIKE_SHIPMENT_MOVEMENTS = `
  select inventory_item_id as record, count(*) over ()::integer as total,
    format('movement %s finds it in %s, %s is of %s', number, to_fbo_account_id, shipment.id,
      shipment.fbo_account_id) as wrong
  from inventory_movements as movement
  join outbound_shipments as shipment on shipment.organization_id = $1
    and shipment.id = movement.outbound_shipment_id
  where movement.organization_id = $1
    and movement.outbound_shipment_id is not null
    and movement.to_fbo_account_id <> shipment.fbo_account_id
  order by inventory_item_id, number limit ${VIOLATIONS_LISTED_MAX}`

export const UNLISTED_SHIPMENT_MOVEMENTS = `
  select inventory_item_id as record, count(*) over ()::integer as total,
    format('movement %s is of %s, which does not list it', number, outbound_shipment_id) as wrong
  from inventory_movements as movement
  where organization_id = $1 and outbound_shipment_id is not null
    and not exists (
      select from outbound_shipment_items as listed
      where listed.organization_id = $1
        and listed.outbound_shipment_id = movement.outbound_shipment_id
        and listed.inventory_item_id = movement.inventory_item_id)
  order by inventory_item_id, number limit ${VIOLATIONS_LISTED_MAX}`
