import {
  type Claimant,
  unclaimedItems,
  unfoundedClaims,
  unlistedMovements,
  unloggedEnds,
} from './claim-checks.store.ts'
import type { VerificationCheck } from './verification-check.store.ts'

const SHIPMENTS: Claimant = {
  table: 'outbound_shipments',
  listed: `(
    select outbound_shipment_id as claimant_id, position, inventory_item_id
    from outbound_shipment_items
    where organization_id = $1)`,
  itemColumn: 'active_shipment_id',
  movementColumn: 'outbound_shipment_id',
  account: 'claimant.fbo_account_id',
  status: `case when claimant.cancelled_at is null then claimant.status else 'cancelled' end`,
  isOpen: 'claimant.shipped_at is null and claimant.cancelled_at is null',
  endSteps: `case
    when claimant.cancelled_at is not null then array['cancelled']
    when claimant.status = 'delivered' then array['shipped', 'delivered']
    when claimant.status = 'shipped' then array['shipped'] end`,
  kindPrefix: 'shipment_',
  // Shipments that were imported as shipped list no items.
  isEndLogged: 'true',
}

export const SHIPMENT_CHECKS: readonly VerificationCheck[] = [
  {
    name: 'shipment_claim_unfounded',
    explanation: 'Only an open shipment of the same account that lists the item claims it.',
    findings: unfoundedClaims(SHIPMENTS),
  },
  {
    name: 'open_shipment_unclaimed',
    explanation:
      'A shipment that is neither shipped nor cancelled claims every item that it lists.',
    findings: unclaimedItems(SHIPMENTS),
    order: 'record, position',
  },
  {
    name: 'shipment_total_differs',
    explanation: "A shipment's total is the number of items that it lists.",
    findings: `
      select id as record,
        format('has total_items %s, but lists %s', total_items, coalesce(items, 0)) as wrong
      from outbound_shipments left join (
        select outbound_shipment_id as id, count(*) as items
        from outbound_shipment_items
        where organization_id = $1
        group by outbound_shipment_id
      ) as listed using (id)
      where organization_id = $1 and total_items <> coalesce(items, 0)`,
  },
  {
    name: 'ended_shipment_unlogged',
    explanation: 'The log of each item of a shipped or cancelled shipment records that end.',
    findings: unloggedEnds(SHIPMENTS),
    order: 'record, position, step',
  },
  {
    name: 'shipment_differs_from_log',
    explanation: 'The status and hold of an open shipment match the log of each of its items.',
    // The log of an item that was imported lacks the earlier steps of its shipment. So it gives a
    // status, and a hold, only from the next step on.
    findings: `
      select shipment.id as record, item.id as item_id, concat_ws('; ',
        case when shipment.status <> logged.status
          then format('is %s, but %s by the log of its item %s', shipment.status, logged.status,
            item.id) end,
        case when (shipment.held_at is not null) <> logged.held
          then format('is %s hold, but %s hold by the log of its item %s',
            case when shipment.held_at is null then 'not on' else 'on' end,
            case when logged.held then 'on' else 'not on' end, item.id) end
      ) as wrong
      from (
        select inventory_item_id, outbound_shipment_id,
          (array_agg(case kind when 'shipment_inspecting' then 'inspecting'
              when 'shipment_submitted' then 'pending_approval'
              when 'shipment_approval_withdrawn' then 'pending_approval'
              when 'shipment_approved' then 'approved' else 'packing' end order by number desc)
            filter (where kind in ('shipment_created', 'shipment_inspecting', 'shipment_submitted',
              'shipment_approved', 'shipment_approval_withdrawn',
              'shipment_returned_to_packing')))[1] as status,
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
      where shipment.shipped_at is null and shipment.cancelled_at is null`,
    order: 'record, item_id',
  },
  {
    name: 'shipment_movement_differs',
    explanation: "A shipment's movements leave its items in its account.",
    findings: `
      select inventory_item_id as record, number,
        format('movement %s leaves it in account %s, but %s is of account %s', number,
          to_fbo_account_id, shipment.id, shipment.fbo_account_id) as wrong
      from inventory_movements as movement
      join outbound_shipments as shipment on shipment.organization_id = $1
        and shipment.id = movement.outbound_shipment_id
      where movement.organization_id = $1
        and movement.outbound_shipment_id is not null
        and movement.to_fbo_account_id <> shipment.fbo_account_id`,
    order: 'record, number',
  },
  {
    name: 'shipment_movement_unlisted',
    explanation: 'A movement names only a shipment that lists the item.',
    findings: unlistedMovements(SHIPMENTS),
    order: 'record, number',
  },
]
