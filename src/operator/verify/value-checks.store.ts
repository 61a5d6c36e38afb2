import { exposureAt } from '../../vault/items/held-items.ts'
import type { VerificationCheck } from './verification-check.store.ts'

/** Each valuation, joined to the one before it of the same item. */
const CONSECUTIVE_VALUATIONS = `
  inventory_valuations as valuation join inventory_valuations as before
    on before.organization_id = $1
    and before.inventory_item_id = valuation.inventory_item_id
    and before.number = valuation.number - 1
  where valuation.organization_id = $1`

/** The moment before the last valuation; null if there is none. */
const MOMENT = `(
      select max(at) - interval '1 millisecond' from inventory_valuations where organization_id = $1)`

/**
 * The exposure of each account at that moment, from the log and backward from present values: the
 * service goes by stays, and forward.
 */
const LOGGED_EXPOSURES = `
  with moment as materialized (select ${MOMENT} as at),
  value as materialized (
    select id, declared_value_cents - coalesce((
        select sum(to_value_cents - from_value_cents)
        from inventory_valuations
        where organization_id = $1 and inventory_item_id = item.id
          and at > (select at from moment)
      ), 0) as cents
    from inventory_items as item
    where organization_id = $1
  ),
  part as (
    select to_fbo_account_id as account_id, cents
    from (
      select distinct on (inventory_item_id) inventory_item_id, to_fbo_account_id, to_status
      from inventory_movements
      where organization_id = $1 and at <= (select at from moment)
      order by inventory_item_id, number desc
    ) as last
    join value on value.id = inventory_item_id
    where to_status in ('in_vault', 'transfer_pending', 'shipment_pending', 'on_hold')
    union all
    select to_fbo_account_id, cents
    from transfer_batches
    cross join lateral unnest(item_ids) as line (item_id)
    join value on value.id = item_id
    where organization_id = $1 and created_at <= (select at from moment)
      and (decided_at is null or decided_at > (select at from moment))
      and (expires_at is null or expires_at > (select at from moment))
  )
  select account_id, sum(cents) as cents from part group by account_id`

export const VALUE_CHECKS: readonly VerificationCheck[] = [
  {
    name: 'item_valuations_incomplete',
    explanation: "An item's valuations are numbered from 1 on, without gaps.",
    findings: `
      select inventory_item_id as record,
        format('has %s valuations, the last with number %s', count(*), max(number)) as wrong
      from inventory_valuations
      where organization_id = $1
      group by inventory_item_id
      having count(*) <> max(number)`,
  },
  {
    name: 'item_value_differs_from_valuations',
    explanation: "An item's declared value is the one that its last valuation gave it.",
    findings: `
      select item.id as record,
        format('has the value %s, but %s by its last valuation', declared_value_cents,
          to_value_cents) as wrong
      from (
        select distinct on (inventory_item_id) inventory_item_id, to_value_cents
        from inventory_valuations
        where organization_id = $1
        order by inventory_item_id, number desc
      ) as last
      join inventory_items as item on item.organization_id = $1 and item.id = inventory_item_id
      where declared_value_cents <> to_value_cents`,
  },
  {
    name: 'valuation_breaks_chain',
    explanation: 'A valuation starts from the value of the valuation before it.',
    findings: `
      select valuation.inventory_item_id as record, valuation.number,
        format('valuation %s starts from %s, but valuation %s left %s', valuation.number,
          valuation.from_value_cents, before.number, before.to_value_cents) as wrong
      from ${CONSECUTIVE_VALUATIONS}
        and valuation.from_value_cents <> before.to_value_cents`,
    order: 'record, number',
  },
  {
    name: 'valuation_goes_back',
    explanation: 'A valuation is not earlier than the valuation before it.',
    findings: `
      select valuation.inventory_item_id as record, valuation.number,
        format('valuation %s is earlier than valuation %s', valuation.number, before.number)
          as wrong
      from ${CONSECUTIVE_VALUATIONS} and valuation.at < before.at`,
    order: 'record, number',
  },
  {
    name: 'past_exposure_differs_from_log',
    explanation: "An account's exposure of a past moment adds up to the log and the valuations.",
    findings: `
      select account.id as record,
        format('has the exposure %s at %s, but %s by the log', shown, at, logged) as wrong
      from (
        select account.id, moment.at, coalesce(logged.cents, 0) as logged,
          ${exposureAt({ account: 'account.id', moment: 'moment.at' })} as shown
        from fbo_accounts as account
        cross join (select ${MOMENT} as at offset 0) as moment
        left join (${LOGGED_EXPOSURES}) as logged on logged.account_id = account.id
        where account.organization_id = $1 and moment.at is not null
      ) as account
      where shown <> logged`,
  },
]
