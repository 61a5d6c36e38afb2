/**
 * SQL for the declared value, at a past moment, of a row that the statement calls `item`: as the
 * last valuation by then left it, else as the first one found it, else the present value. No
 * valuation of an item is earlier than the one before it.
 */
export const valueAt = (moment: string) => `coalesce((
    select to_value_cents
    from inventory_valuations
    where organization_id = $1 and inventory_item_id = item.id and at <= ${moment}
    order by number desc
    limit 1
  ), (
    select from_value_cents
    from inventory_valuations
    where organization_id = $1 and inventory_item_id = item.id and number = 1
  ), item.declared_value_cents)`
