import { ITEM_STATUS } from '../../vault/items/inventory-item.ts'

/** A kind of record that claims items, in SQL; `claimant` is the alias of its table. */
export interface Claimant {
  readonly table: string
  /** A table expression: `claimant_id`, `position`, `inventory_item_id` of each listed item. */
  readonly listed: string
  /** The column of `inventory_items` that names the claimant. */
  readonly itemColumn: string
  /** The column of `inventory_movements` that names the claimant. */
  readonly movementColumn: string
  /** The account that the claimed items belong to. */
  readonly account: string
  readonly status: string
  readonly isOpen: string
  /** The end of a kind of movement, for each movement that every item gets at the end. */
  readonly endSteps: string
  /** The beginning of each kind of movement. */
  readonly kindPrefix: string
  /** Whether the log of an item (`listed`) is old enough to have the end. */
  readonly isEndLogged: string
}

/** Items whose claimant is not open, does not list them, or is of another account. */
export function unfoundedClaims(claimant: Claimant): string {
  const { table, listed, itemColumn, account, status, isOpen } = claimant
  return `
    select item.id as record, concat_ws('; ',
      case when not (${isOpen})
        then format('is claimed by %s, which is %s', claimant.id, ${status}) end,
      case when listed.inventory_item_id is null
        then format('is claimed by %s, which does not list it', claimant.id) end,
      case when ${account} <> item.fbo_account_id
        then format('is in account %s, but claimed by %s of account %s',
          item.fbo_account_id, claimant.id, ${account}) end
    ) as wrong
    from inventory_items as item
    join ${table} as claimant on claimant.organization_id = $1
      and claimant.id = item.${itemColumn}
    left join ${listed} as listed
      on listed.claimant_id = claimant.id and listed.inventory_item_id = item.id
    where item.organization_id = $1 and item.${itemColumn} is not null`
}

/** Open claimants that do not hold an item that they list. */
export function unclaimedItems({ table, listed, itemColumn, status, isOpen }: Claimant): string {
  return `
    select claimant.id as record, listed.position,
      format('is %s, but does not claim its item %s, which is %s', ${status}, item.id,
        ${ITEM_STATUS}) as wrong
    from ${table} as claimant
    join ${listed} as listed on listed.claimant_id = claimant.id
    join inventory_items as item on item.organization_id = $1
      and item.id = listed.inventory_item_id
    where claimant.organization_id = $1 and ${isOpen}
      and item.${itemColumn} is distinct from claimant.id`
}

/** Ended claimants whose end is not in the log of an item that they list. */
export function unloggedEnds(claimant: Claimant): string {
  const { table, listed, movementColumn, isOpen, endSteps, kindPrefix, isEndLogged } = claimant
  return `
    select claimant.id as record, listed.position, step,
      format('is %s, but the log of its item %s has no ${kindPrefix}%s that names it',
        step, listed.inventory_item_id, step) as wrong
    from ${table} as claimant
    cross join lateral unnest(${endSteps}) as step
    join ${listed} as listed on listed.claimant_id = claimant.id
    where claimant.organization_id = $1 and not (${isOpen}) and ${isEndLogged}
      and not exists (
        select from inventory_movements as movement
        where movement.organization_id = $1
          and movement.inventory_item_id = listed.inventory_item_id
          and movement.${movementColumn} = claimant.id
          and movement.kind = '${kindPrefix}' || step)`
}

/** Movements that name a claimant which does not list the item. */
export function unlistedMovements({ listed, movementColumn }: Claimant): string {
  return `
    select inventory_item_id as record, number,
      format('movement %s names %s, which does not list it', number, ${movementColumn}) as wrong
    from inventory_movements as movement
    where organization_id = $1 and ${movementColumn} is not null
      and not exists (
        select from ${listed} as listed
        where listed.claimant_id = movement.${movementColumn}
          and listed.inventory_item_id = movement.inventory_item_id)`
}
