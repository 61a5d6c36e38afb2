import { type Static, Type } from 'typebox'
import { type Refusal, refusalOf } from '../../domain/errors.ts'
import { cents, namedObject, type RowOf, responseMaker } from '../../domain/fields.ts'
import { HELD_STATUS_LIST, INVENTORY_ITEM, ITEM_STATUS } from './inventory-item.ts'

const { id, status, description, activeTransferId, activeShipmentId } = INVENTORY_ITEM.properties

export const HOLDING = namedObject(
  'Holding',
  'An item that an account holds, or held at the requested moment.',
  {
    inventoryItemId: id,
    status: Type.Unsafe<Static<typeof status>>({
      ...status,
      description:
        'The status of the item at that moment; always a status that an item in the vault can ' +
        'have.',
    }),
    description,
    declaredValueCents: cents('The declared value of the item at that moment.', '1250000'),
    activeTransferId,
    activeShipmentId,
    changedAt: {
      ...INVENTORY_ITEM.properties.changedAt,
      description:
        'When the item got this status in this account: RFC 3339, UTC, milliseconds. Never after `asOf`.',
    },
  },
)

/** A row of a query for holdings; cents as decimal text. */
export type HoldingRow = RowOf<Static<typeof HOLDING>>

export const toHolding = responseMaker(HOLDING)

/** In milliseconds: PostgreSQL would round what is finer, up to a movement that came after it. */
export function momentAsOf(asOf: string): string {
  return new Date(asOf).toISOString()
}

/** The refusal of a future moment. Only the database's clock can tell, after the account is found. */
export function asOfInFuture(): Refusal {
  const violation = {
    pointer: '/asOf',
    in: 'query',
    code: 'invalid_parameter',
    detail: 'asOf is in the future: send a past moment, or leave asOf out to read the present.',
  } as const
  return refusalOf([violation], 'request')
}

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

/** SQL for the account of a statement, and for a past moment. */
interface AccountAt {
  readonly account: string
  readonly moment: string
}

/**
 * Items as their last movements by the moment left them, without claims that had expired by then.
 * Conditions on movements are columns: PostgreSQL then expects half of the rows to match, not one
 * in ten thousand. So it reads in the order of the list until the page is full, and does not sort
 * all rows.
 */
const heldOf = ({ account, moment }: AccountAt, items: string, where: string) => `
  select item.id as inventory_item_id,
    case when expired.id is null then to_status else 'in_vault' end as status,
    description, ${valueAt(moment)} as declared_value_cents,
    case when expired.id is null and to_status = 'transfer_pending' then transfer_batch_id end
      as active_transfer_id,
    case to_status when 'shipment_pending' then outbound_shipment_id end as active_shipment_id,
    coalesce(expired.expires_at, last.at) as changed_at
  from ${items}
  cross join lateral (
    select at, to_status, transfer_batch_id, outbound_shipment_id,
      to_fbo_account_id = ${account} and to_status in (${HELD_STATUS_LIST}) as is_holding
    from inventory_movements
    where organization_id = $1 and inventory_item_id = item.id and at <= ${moment}
    order by number desc
    limit 1
  ) as last
  left join lateral (
    select id, expires_at
    from transfer_batches
    where organization_id = $1 and last.to_status = 'transfer_pending'
      and id = last.transfer_batch_id and expires_at <= ${moment}
    limit 1
  ) as expired on true
  where is_holding and ${where}`

/**
 * Items that the account has now, and had at the moment: those with no stay that ended after it.
 * Movements of an item are ordered by number, and no later one has an earlier moment.
 */
export const stillHeld = (at: AccountAt) =>
  heldOf(
    at,
    `inventory_items as item
  cross join lateral (
    select count(*) = 0 as is_first
    from inventory_stays
    where organization_id = $1 and inventory_item_id = item.id and ended_at > ${at.moment}
  ) as since`,
    `item.organization_id = $1 and item.fbo_account_id = ${at.account} and is_first`,
  )

/** Items that have left the account since: those of stays that had begun and not ended by then. */
export const heldThen = (at: AccountAt) =>
  heldOf(
    at,
    `inventory_stays as stay
  join inventory_items as item on item.organization_id = $1 and item.id = stay.inventory_item_id`,
    `stay.organization_id = $1 and stay.fbo_account_id = ${at.account}
    and stay_span(stay.organization_id, stay.fbo_account_id, began_at, ended_at)
      @> stay_place($1, ${at.account}, ${at.moment})`,
  )

/** Items that the account has now. */
export const HELD_NOW = `
  select id as inventory_item_id, ${ITEM_STATUS} as status, description, declared_value_cents,
    active_transfer_id, active_shipment_id, changed_at
  from inventory_items as item
  where organization_id = $1 and fbo_account_id = $2 and status in ('in_vault', 'on_hold')`

/**
 * The exposure of an account at a past moment, as `EXPOSURE_CENTS` defines that of now: the values
 * of then of the items that it held, and of those that batches were to bring.
 */
export const exposureAt = (at: AccountAt) => `(
    select coalesce(sum(declared_value_cents), 0)
    from (${stillHeld(at)} union all ${heldThen(at)}) as held
  ) + (
    select coalesce(sum(${valueAt(at.moment)}), 0)
    from transfer_batches as batch
    cross join lateral unnest(batch.item_ids) as line (item_id)
    join inventory_items as item on item.organization_id = $1 and item.id = line.item_id
    where batch.organization_id = $1 and batch.to_fbo_account_id = ${at.account}
      and batch.created_at <= ${at.moment}
      and (batch.decided_at is null or batch.decided_at > ${at.moment})
      and (batch.expires_at is null or batch.expires_at > ${at.moment})
  )`

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
