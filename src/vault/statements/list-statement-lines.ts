import { Type } from 'typebox'
import { KeysetPages, type ListPages } from '../../database/keyset-page.ts'
import type { ListOrder } from '../../domain/pagination.ts'
import { listOperation } from '../../http/list-operation.ts'
import { FBO_ACCOUNT_BY_ID } from '../accounts/fbo-account.ts'
import { valueAt } from '../items/held-items.ts'
import {
  LINE_KINDS,
  type LineKind,
  PERIOD_PARAMETERS,
  type Period,
  periodValues,
  periodViolations,
  STATEMENT_LINE,
  type StatementLineRow,
  toStatementLine,
} from './statement-line.ts'

// `$1` is the organization, `$2` the account, `$3` and `$4` the ends of the period.

const ARRIVALS = `('imported', 'taken_in', 'transfer_completed')`

/**
 * The stays of items in the account that touch the period. One that ended at its first moment does:
 * the item left in it. Items that are still here are read only if something may have happened to
 * them in the period.
 */
const STAYS = `
  select inventory_item_id, began_at, ended_at, number as end_number
  from inventory_stays
  where organization_id = $1 and fbo_account_id = $2
    and stay_span(organization_id, fbo_account_id, began_at, ended_at)
      && int8range(stay_place($1, $2, $3::timestamptz) - 1, stay_place($1, $2, $4::timestamptz))
  union all
  select item.id, arrival.at, null, null
  from inventory_items as item
  cross join lateral (
    select at
    from inventory_movements
    where organization_id = $1 and inventory_item_id = item.id and kind in ${ARRIVALS}
    order by number desc
    limit 1
  ) as arrival
  where item.organization_id = $1 and item.fbo_account_id = $2
    and item.status in ('in_vault', 'on_hold')
    and (item.changed_at >= $3::timestamptz or item.correction_count > 0)
    and arrival.at < $4::timestamptz`

/**
 * Lines without their values. An item has the value of before the millisecond in which it comes or
 * leaves; a value that changes within that belongs to the account that has the item then. So
 * nothing is counted twice or lost between two accounts, whatever shares a millisecond.
 */
const LINES = `
  with stay as materialized (${STAYS})
  select began_at as at, inventory_item_id, 0 as step, number,
    case kind when 'transfer_completed' then 'transferred_in' else kind end as kind,
    1 as items_change, null::bigint as from_value_cents, null::bigint as to_value_cents,
    from_fbo_account_id as other_fbo_account_id, transfer_batch_id,
    null::text as outbound_shipment_id, null::text as revaluation_id, token_id, reason
  from stay
  cross join lateral (
    select number, kind, from_fbo_account_id, transfer_batch_id, token_id, reason
    from inventory_movements as movement
    where organization_id = $1 and movement.inventory_item_id = stay.inventory_item_id
      and movement.at = stay.began_at and to_fbo_account_id = $2 and kind in ${ARRIVALS}
    order by number
    limit 1
  ) as arrival
  where began_at >= $3::timestamptz
  union all
  select valuation.at, stay.inventory_item_id, 1, valuation.number, 'revalued', 0,
    from_value_cents, to_value_cents, null, null, null, revaluation_id, token_id, reason
  from stay
  cross join lateral (
    select at, number, from_value_cents, to_value_cents, revaluation_id, token_id, reason
    from inventory_valuations
    where organization_id = $1 and inventory_item_id = stay.inventory_item_id
      and at >= greatest(stay.began_at, $3::timestamptz)
      and at < least(stay.ended_at, $4::timestamptz)
    offset 0
  ) as valuation
  union all
  select ended_at, stay.inventory_item_id, 2, end_number,
    case kind
      when 'transfer_completed' then 'transferred_out'
      when 'shipment_shipped' then 'shipped'
      else kind
    end, -1, null, null,
    case kind when 'transfer_completed' then to_fbo_account_id end, transfer_batch_id,
    outbound_shipment_id, null, token_id, reason
  from stay
  cross join lateral (
    select kind, to_fbo_account_id, transfer_batch_id, outbound_shipment_id, token_id, reason
    from inventory_movements
    where organization_id = $1 and inventory_item_id = stay.inventory_item_id
      and number = stay.end_number
    limit 1
  ) as departure
  where ended_at >= $3::timestamptz and ended_at < $4::timestamptz`

/** Lines with their values, of those that `clauses` select. */
export const valuedLines = (clauses: string) => `
  select line.at, line.inventory_item_id, step, line.number, line.kind, item.description,
    items_change, line.transfer_batch_id, line.outbound_shipment_id, other_fbo_account_id,
    line.revaluation_id, line.token_id, line.reason,
    coalesce(to_value_cents - from_value_cents, items_change * value.cents) as value_change_cents,
    coalesce(to_value_cents, value.cents) as value_cents
  from (select * from (${LINES}) as line where true ${clauses}) as line
  join inventory_items as item on item.organization_id = $1 and item.id = line.inventory_item_id
  cross join lateral (
    select ${valueAt("(line.at - interval '1 millisecond')")} as cents
  ) as value`

/** Oldest first. Within a millisecond an item comes, changes its value, and leaves. */
const LINE_ORDER: ListOrder = {
  direction: 'ascending',
  key: [
    { name: 'at', type: 'instant' },
    { name: 'inventoryItemId', type: 'id' },
    { name: 'step', type: 'number' },
    { name: 'number', type: 'number' },
  ],
}

interface LineFilters extends Period {
  readonly kind?: LineKind
}

const PAGES = new KeysetPages<StatementLineRow, Pick<LineFilters, 'kind'>>({
  order: LINE_ORDER,
  conditions: { kind: 'and kind = ?' },
  select: ({ where, rows }) => valuedLines(`${where} ${rows}`),
  recordTable: 'fbo_accounts',
  isSlow: true,
})

export const STATEMENT_LINE_PAGES: ListPages<StatementLineRow, LineFilters> = {
  order: LINE_ORDER,
  find: async (caller, database, { from, to, ...request }, fboAccountId = '') => {
    const period = periodValues({ from, to })
    const rows = await PAGES.read(caller, database, request, fboAccountId, ...period)
    return rows.length === 0 ? undefined : PAGES.toPage(rows, request)
  },
}

export const listStatementLinesRoute = listOperation({
  operationId: 'listStatementLines',
  description:
    'Lists what changed the holdings of an account, or their value, in a period: items that ' +
    'came, left, or got another value, oldest first, page by page. The opening of the ' +
    'statement and all its lines make its closing.',
  path: '/v1/fbo-accounts/{id}/statement/lines',
  permission: 'inventory_items:read',
  ...FBO_ACCOUNT_BY_ID,
  filters: {
    ...PERIOD_PARAMETERS,
    kind: Type.Optional(
      Type.Enum([...LINE_KINDS], {
        description: 'Only lines of this kind: `shipped` finds the shipments of the period.',
        examples: ['shipped'],
      }),
    ),
  },
  whatMayChange: 'In a period that is not over, lines made in the meantime come at the end.',
  entry: STATEMENT_LINE,
  entries: 'lines',
  pages: STATEMENT_LINE_PAGES,
  toView: toStatementLine,
  filterViolations: periodViolations,
})
