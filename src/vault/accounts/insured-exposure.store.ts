/**
 * The exposure of `account`, in SQL: the declared value of the items that it holds, and of those
 * that pending batches bring. A batch counts from its creation on: two batches that are too much
 * together cannot both be approved, even at the same time. An expired batch does not count, ended
 * or not.
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
