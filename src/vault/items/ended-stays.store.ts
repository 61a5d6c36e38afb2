/**
 * SQL for the ended stays of the items of organization `$1` in accounts, read from the log: rows
 * like those of `inventory_stays`.
 */
export const ENDED_STAYS = `(
    select organization_id, inventory_item_id, number, from_fbo_account_id as fbo_account_id,
      began_at, at as ended_at
    from (
      select organization_id, inventory_item_id, number, kind, from_fbo_account_id, at,
        max(at) filter (where kind in ('imported', 'taken_in', 'transfer_completed')) over (
          partition by organization_id, inventory_item_id order by number
          rows between unbounded preceding and 1 preceding
        ) as began_at
      from inventory_movements
      where organization_id = $1
    ) as movement
    where kind in ('transfer_completed', 'shipment_shipped', 'withdrawn')
  )`
