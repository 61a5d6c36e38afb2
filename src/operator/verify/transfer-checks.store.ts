import {
  type Claimant,
  unclaimedItems,
  unfoundedClaims,
  unlistedMovements,
  unloggedEnds,
} from './claim-checks.store.ts'
import type { VerificationCheck } from './verification-check.store.ts'

const TRANSFERS: Claimant = {
  table: 'transfer_batches',
  listed: `(
    select id as claimant_id, position, inventory_item_id
    from transfer_batches
    cross join unnest(item_ids) with ordinality as line (inventory_item_id, position)
    where organization_id = $1)`,
  itemColumn: 'active_transfer_id',
  movementColumn: 'transfer_batch_id',
  account: 'claimant.from_fbo_account_id',
  status: 'claimant.status',
  // The expiry does not matter: the next operation that reads an overdue batch ends it.
  isOpen: `claimant.status = 'pending'`,
  endSteps: 'array[claimant.status]',
  kindPrefix: 'transfer_',
  // A batch that was decided before an item's log began has no movement in it.
  isEndLogged: `exists (
    select from inventory_movements as first
    where first.organization_id = $1 and first.number = 1
      and first.inventory_item_id = listed.inventory_item_id
      and first.at <= claimant.decided_at)`,
}

export const TRANSFER_CHECKS: readonly VerificationCheck[] = [
  {
    name: 'transfer_claim_unfounded',
    explanation: 'Only a pending transfer of the same account that lists the item claims it.',
    findings: unfoundedClaims(TRANSFERS),
  },
  {
    name: 'pending_transfer_unclaimed',
    explanation: 'A pending transfer claims every item that it lists.',
    findings: unclaimedItems(TRANSFERS),
    order: 'record, position',
  },
  {
    name: 'transfer_total_differs',
    explanation: "A transfer's total is the number of items that it lists.",
    findings: `
      select id as record,
        format('has total_items %s, but lists %s, with reasons for %s', total_items, items,
          cardinality(reasons)) as wrong
      from transfer_batches
      cross join lateral (
        select count(distinct id) as items from unnest(item_ids) as listed (id)
      ) as listed
      where organization_id = $1
        and (total_items <> items or total_items <> cardinality(item_ids)
          or total_items <> cardinality(reasons))`,
  },
  {
    name: 'ended_transfer_unlogged',
    explanation: 'The log of each item of an ended transfer records that end.',
    findings: unloggedEnds(TRANSFERS),
    order: 'record, position, step',
  },
  {
    name: 'transfer_movement_differs',
    explanation: "A transfer's movements are between its accounts, at the time of its end.",
    findings: `
      select inventory_item_id as record, number, concat_ws('; ',
        case when coalesce(movement.from_fbo_account_id, movement.to_fbo_account_id)
            <> batch.from_fbo_account_id
          then format('movement %s takes it from %s, but %s moves items from %s', number,
            coalesce(movement.from_fbo_account_id, movement.to_fbo_account_id), batch.id,
            batch.from_fbo_account_id) end,
        case when kind = 'transfer_completed'
            and movement.to_fbo_account_id <> batch.to_fbo_account_id
          then format('movement %s takes it to %s, but %s moves items to %s', number,
            movement.to_fbo_account_id, batch.id, batch.to_fbo_account_id) end,
        case when kind = 'transfer_' || batch.status and movement.at <> batch.decided_at
          then format('movement %s has another time than the end of %s (%s)', number, batch.id,
            batch.status) end
      ) as wrong
      from inventory_movements as movement
      join transfer_batches as batch on batch.organization_id = $1
        and batch.id = movement.transfer_batch_id
      where movement.organization_id = $1
        and movement.transfer_batch_id is not null`,
    order: 'record, number',
  },
  {
    name: 'transfer_movement_unlisted',
    explanation: 'A movement names only a transfer that lists the item.',
    findings: unlistedMovements(TRANSFERS),
    order: 'record, number',
  },
]
