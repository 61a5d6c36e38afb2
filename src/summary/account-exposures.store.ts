import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'

// The exposure of each account, as `EXPOSURE_CENTS` defines it. An expired transfer counts until its
// end is written, which a summary has done first.

// Each record is looked up by its id. A plan made while the tables were empty would else read all
// items for each line of a batch, until the tables are analyzed: hence `offset 0`, which keeps the
// look-up apart.

const BATCH = `
    cross join lateral (
      select from_fbo_account_id, to_fbo_account_id, item_ids
      from transfer_batches
      where organization_id = $1 and id = event.subject_id
      offset 0
    ) as batch`

const itemOf = (id: string) => `
    cross join lateral (
      select declared_value_cents
      from inventory_items
      where organization_id = $1 and id = ${id}
      offset 0
    ) as item`

/** The exposure of each account that has one, from its items. */
export const COUNTED_EXPOSURES = `
  select fbo_account_id, sum(cents) as exposure_cents
  from (
    select fbo_account_id, sum(declared_value_cents) as cents
    from inventory_items
    where organization_id = $1 and status in ('in_vault', 'on_hold')
    group by fbo_account_id
    union all
    select to_fbo_account_id, declared_value_cents
    from transfer_batches as batch
    cross join lateral unnest(batch.item_ids) as line (item_id)
    ${itemOf('line.item_id')}
    where batch.organization_id = $1 and batch.status = 'pending'
  ) as part
  group by fbo_account_id`

/**
 * By how much events after `$2` and up to `$3` changed the exposure of each account. What it reads
 * of their records never changes: the items of a transfer or shipment, their declared values, and
 * the account that an item was taken in for.
 */
export const EXPOSURE_CHANGES = `
  select fbo_account_id, sum(cents) as exposure_cents
  from (
    select case event.type when 'transfer.completed' then batch.from_fbo_account_id
        else batch.to_fbo_account_id end as fbo_account_id,
      case event.type when 'transfer.created' then declared_value_cents
        else - declared_value_cents end as cents
    from events as event
    ${BATCH}
    cross join lateral unnest(batch.item_ids) as line (item_id)
    ${itemOf('line.item_id')}
    where event.organization_id = $1 and event.number > $2 and event.number <= $3
      and event.type in ('transfer.created', 'transfer.completed', 'transfer.rejected',
        'transfer.cancelled', 'transfer.expired')
    union all
    select movement.to_fbo_account_id, declared_value_cents
    from events as event
    cross join lateral (
      select named.item_id
      from jsonb_array_elements_text(event.data -> 'inventoryItemIds') as named (item_id)
      union all
      select member.id
      from (select event.data ->> 'intakeId' as id) as intake
      join inventory_items as member on member.organization_id = $1
        and member.id >= intake.id || '00' and member.id <= intake.id || 'zz'
        and length(member.id) = 31
      offset 0
    ) as line
    ${itemOf('line.item_id')}
    cross join lateral (
      select to_fbo_account_id
      from inventory_movements
      where organization_id = $1 and inventory_item_id = line.item_id and number = 1
      offset 0
    ) as movement
    where event.organization_id = $1 and event.number > $2 and event.number <= $3
      and event.type = 'inventory_item.taken_in'
    union all
    select event.data ->> 'fboAccountId', - declared_value_cents
    from events as event
    ${itemOf('event.subject_id')}
    where event.organization_id = $1 and event.number > $2 and event.number <= $3
      and event.type = 'inventory_item.withdrawn'
    union all
    select event.data ->> 'fboAccountId', - declared_value_cents
    from events as event
    cross join lateral (
      select inventory_item_id
      from outbound_shipment_items
      where organization_id = $1 and outbound_shipment_id = event.subject_id
      offset 0
    ) as line
    ${itemOf('line.inventory_item_id')}
    where event.organization_id = $1 and event.number > $2 and event.number <= $3
      and event.type = 'outbound_shipment.shipped'
  ) as part
  group by fbo_account_id`

const FORGET = 'delete from account_exposures where organization_id = $1'

const insertText = (exposures: string) => `
  insert into account_exposures (organization_id, fbo_account_id, exposure_cents,
    max_insured_value_cents)
  select account.organization_id, account.id, counted.exposure_cents,
    account.max_insured_value_cents
  from (${exposures}) as counted
  join fbo_accounts as account on account.organization_id = $1
    and account.id = counted.fbo_account_id`

const COUNT = insertText(COUNTED_EXPOSURES)

const CHANGE = `${insertText(EXPOSURE_CHANGES)}
  on conflict (organization_id, fbo_account_id) do update
  set exposure_cents = account_exposures.exposure_cents + excluded.exposure_cents`

/** Counts the exposure of every account; the transaction holds the lock of the counts. */
export async function countExposures(tx: OrganizationTransaction): Promise<void> {
  await Promise.all([tx.run(FORGET, []), tx.run(COUNT, [])])
}

/** Brings the exposures from one event to another; the transaction holds the lock of the counts. */
export async function changeExposures(
  tx: OrganizationTransaction,
  from: number,
  to: number,
): Promise<void> {
  await tx.run(CHANGE, [from, to])
}
