import { ENDED_STAYS } from '../../vault/items/held-items.ts'
import { ITEM_STATUS } from '../../vault/items/inventory-item.ts'
import type { VerificationCheck } from './verification-check.store.ts'

// Each check leaves alone what another one reports: a missing movement is a gap in the numbers, and
// not also a row that fits neither of its neighbours.

/** Each movement but an item's first, joined to the one before it. */
const CONSECUTIVE_MOVEMENTS = `
  inventory_movements as movement join inventory_movements as before
    on before.organization_id = $1
    and before.inventory_item_id = movement.inventory_item_id
    and before.number = movement.number - 1
  where movement.organization_id = $1 and movement.number > 1`

const utc = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const stay = (alias: string) =>
  `format('in account %s from %s to %s', ${alias}.fbo_account_id,
    ${utc(`${alias}.began_at`)}, ${utc(`${alias}.ended_at`)})`

export const ITEM_CHECKS: readonly VerificationCheck[] = [
  {
    name: 'item_without_log',
    explanation: 'Every item has a movement.',
    findings: `
      select id as record, 'has no movement' as wrong
      from inventory_items as item
      where organization_id = $1 and not exists (
        select from inventory_movements
        where organization_id = $1 and inventory_item_id = item.id)`,
  },
  {
    name: 'item_log_incomplete',
    explanation: "An item's movements are numbered from 1 to its count, without gaps.",
    findings: `
      select id as record,
        format('has movement_count %s, but its log has %s, the last with number %s',
          movement_count, movements, last) as wrong
      from (
        select inventory_item_id as id, count(*) as movements, max(number) as last
        from inventory_movements
        where organization_id = $1
        group by inventory_item_id
      ) as log join inventory_items using (id)
      where organization_id = $1
        and (movements <> movement_count or last <> movement_count)`,
  },
  {
    name: 'item_differs_from_log',
    explanation: "An item's status, account, claim, hold reason and time match its last movement.",
    findings: `
      select id as record, concat_ws('; ',
        case when status <> to_status
          then format('is %s, but %s by its log', status, to_status) end,
        case when fbo_account_id <> to_fbo_account_id
          then format('is in account %s, but in %s by its log', fbo_account_id, to_fbo_account_id) end,
        case when to_status = 'transfer_pending' and active_transfer_id <> transfer_batch_id
          then format('is claimed by %s, but by %s in its log', active_transfer_id,
            transfer_batch_id) end,
        case when to_status = 'shipment_pending' and active_shipment_id <> outbound_shipment_id
          then format('is claimed by %s, but by %s in its log', active_shipment_id,
            outbound_shipment_id) end,
        case when to_status = 'on_hold' and hold_reason is distinct from reason
          then 'has another hold reason than its log' end,
        case when changed_at <> at
          then format('changed at %s, but at %s by its log', ${utc('changed_at')}, ${utc('at')}) end
      ) as wrong
      from (
        select id, fbo_account_id, ${ITEM_STATUS} as status, active_transfer_id,
          active_shipment_id, hold_reason, movement_count, changed_at
        from inventory_items as item
        where organization_id = $1
      ) as item
      join inventory_movements on organization_id = $1
        and inventory_item_id = id and number = movement_count`,
  },
  {
    name: 'movement_breaks_chain',
    explanation: 'A movement starts from the account and status of the movement before it.',
    findings: `
      select movement.inventory_item_id as record, movement.number,
        format('movement %s starts from %s in account %s, but movement %s left it %s in account %s',
          movement.number, movement.from_status, movement.from_fbo_account_id,
          before.number, before.to_status, before.to_fbo_account_id) as wrong
      from ${CONSECUTIVE_MOVEMENTS}
        and (movement.from_status <> before.to_status
          or movement.from_fbo_account_id <> before.to_fbo_account_id)`,
    order: 'record, number',
  },
  {
    name: 'movement_goes_back',
    explanation: 'A movement is not earlier than the movement before it.',
    findings: `
      select movement.inventory_item_id as record, movement.number,
        format('movement %s is of %s, earlier than movement %s of %s', movement.number,
          ${utc('movement.at')}, before.number, ${utc('before.at')}) as wrong
      from ${CONSECUTIVE_MOVEMENTS} and movement.at < before.at`,
    order: 'record, number',
  },
  {
    name: 'movement_changes_holder',
    explanation: 'Only the transfer or shipment that claims an item moves it.',
    findings: `
      select movement.inventory_item_id as record, movement.number,
        format('movement %s names %s, but the item was claimed by %s', movement.number,
          coalesce(movement.transfer_batch_id, movement.outbound_shipment_id),
          coalesce(before.transfer_batch_id, before.outbound_shipment_id)) as wrong
      from ${CONSECUTIVE_MOVEMENTS}
        and movement.from_status = before.to_status
        and movement.from_status in ('transfer_pending', 'shipment_pending', 'shipped')
        and (movement.transfer_batch_id is distinct from before.transfer_batch_id
          or movement.outbound_shipment_id is distinct from before.outbound_shipment_id)`,
    order: 'record, number',
  },
  {
    name: 'stay_differs_from_log',
    explanation: 'The recorded stays of items in accounts that they have left match the log.',
    findings: `
      select inventory_item_id as record, number,
        format('the stay that movement %s ended is %s, but %s by the log', number,
          case when stay.fbo_account_id is null then 'missing' else ${stay('stay')} end,
          case when logged.fbo_account_id is null then 'none' else ${stay('logged')} end) as wrong
      from ${ENDED_STAYS} as logged
      full join (
        select * from inventory_stays where organization_id = $1
      ) as stay using (inventory_item_id, number)
      where (logged.fbo_account_id, logged.began_at, logged.ended_at)
          is distinct from (stay.fbo_account_id, stay.began_at, stay.ended_at)
        and (logged.fbo_account_id is null or logged.began_at is not null)`,
    order: 'record, number',
  },
]
