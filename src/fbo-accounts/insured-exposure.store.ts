/**
 * The exposure of `account`, in SQL: the declared value of what it holds, and of what pending
 * batches bring. What is on its way counts from its creation on, so two batches that are each fine
 * and too much together cannot both be approved, in whatever order or at once they are judged. What
 * has expired brings nothing, also where nobody has ended it yet.
 */
export const EXPOSURE_CENTS = `(
    select coalesce(sum(item.declared_value_cents), 0)
    from inventory_items as item
    where item.organization_id = $1 and item.fbo_account_id = account.id
      and item.status in ('in_vault', 'on_hold')
  ) + (
    select coalesce(sum(item.declared_value_cents), 0)
    from transfer_batches as batch
    cross join lateral unnest(batch.item_ids) as line (item_id)
    join inventory_items as item on item.organization_id = $1 and item.id = line.item_id
    where batch.organization_id = $1 and batch.to_fbo_account_id = account.id
      and batch.status = 'pending'
      and (batch.expires_at is null or batch.expires_at > statement_timestamp())
  )`
