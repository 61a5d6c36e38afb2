import { rowsOf } from '../../database/changes/row-of.ts'
import { valueAt } from '../items/item-value.store.ts'

/** Approved by the system out of an account in 24 hours, or about to be reviewed; cents as text. */
export interface SourceDay {
  readonly id: string
  readonly items: number
  readonly declaredValueCents: string
}

// A batch counts from its creation on, as it does in the exposure. So if two are too much together
// and reviewed at once, each counts the other. A batch that is due for review counts at any age.
// Items are read only if the policy limits their value. An approved batch keeps the value that was
// approved: a revaluation makes no room.
/** The days of the source accounts of batches to be reviewed, if the policy limits them. */
export const systemDays = rowsOf<SourceDay, [batchIds: readonly string[]]>(`
  with policy as (
    select system_approval_max_items_per_day as items,
      system_approval_max_declared_value_cents_per_day as cents
    from organization_policies
    where organization_id = $1
    order by version desc
    limit 1
  ),
  source as (
    select distinct from_fbo_account_id as id
    from transfer_batches
    where organization_id = $1 and id = any($2::text[]) and system_review = 'due'
      and (select items is not null or cents is not null from policy)
  )
  select source.id, sum(total_items)::float8 as items, sum(declared.cents)::text
      as declared_value_cents
  from source
  cross join lateral (
    select total_items, item_ids, decided_at as valued_at
    from transfer_batches
    where organization_id = $1 and from_fbo_account_id = source.id
      and created_at > statement_timestamp() - interval '24 hours' and approved_by_system
    union all
    select total_items, item_ids, statement_timestamp()
    from transfer_batches
    where organization_id = $1 and from_fbo_account_id = source.id and status = 'pending'
      and system_review = 'due'
  ) as batch
  cross join lateral (
    select coalesce(sum(${valueAt('batch.valued_at')}), 0) as cents
    from inventory_items as item
    where organization_id = $1 and id = any(batch.item_ids)
      and (select cents is not null from policy)
  ) as declared
  group by source.id`)
