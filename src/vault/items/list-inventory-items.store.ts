import { CREATED_CONDITIONS, KeysetPages } from '../../database/keyset-page.ts'
import type { ListPages } from '../../database/list-pages.ts'
import { searchedPages, type WordFilters, wordConditions } from '../../database/searched-pages.ts'
import { keyOfPair } from '../../domain/identifiers.ts'
import { type CreatedSpan, NEWEST_FIRST, SORTS_BY_CREATION } from '../../domain/pagination.ts'
import { LISTED_ITEM_COLUMNS, type ListedInventoryItemRow } from './inventory-item.ts'

interface ItemFilters extends CreatedSpan {
  /** One, or several with commas between them. */
  readonly status?: string
  readonly fboAccountId?: string
  readonly intakeId?: string
  /** `scheme:value` */
  readonly identifier?: string
  /** Decimal text. */
  readonly declaredValueFrom?: string
  readonly declaredValueTo?: string
  readonly changedFrom?: string
  readonly changedBefore?: string
}

// No index has the claims on items: claimed items are found by the batches and shipments that claim
// them. The condition on the claim itself leaves out items that were released meanwhile.
const HAS_STATUS: Readonly<Record<string, string>> = {
  in_vault: `and status = 'in_vault' and active_transfer_id is null and active_shipment_id is null`,
  transfer_pending: `and active_transfer_id is not null and id = any(array(
    select unnest(item_ids)
    from transfer_batches
    where organization_id = $1 and status = 'pending'))`,
  shipment_pending: `and active_shipment_id is not null and id = any(array(
    select inventory_item_id
    from outbound_shipments as shipment
    join outbound_shipment_items as listed on listed.organization_id = $1
      and outbound_shipment_id = shipment.id
    where shipment.organization_id = $1 and cancelled_at is null
      and status in ('packing', 'inspecting', 'pending_approval', 'approved')))`,
}

/** With these, all items of the organization may be read for a page. */
const READ_WHOLE = ['declaredValueFrom', 'declaredValueTo', 'changedFrom', 'changedBefore'] as const

const BY_VALUE = [
  { name: 'declaredValueCents', type: 'cents' },
  { name: 'id', type: 'id' },
] as const

/**
 * Those by value are for the items of one account, which an index finds, and which are then sorted.
 * An index by value made an intake of a thousand items take a seventh longer, a revaluation more.
 */
export const ITEM_SORTS = {
  ...SORTS_BY_CREATION,
  declaredValueCents: { direction: 'ascending', key: BY_VALUE },
  '-declaredValueCents': { direction: 'descending', key: BY_VALUE },
} as const

/** Its `identifier` is a key. */
export const INVENTORY_ITEM_PAGES = searchedPages<ListedInventoryItemRow, ItemFilters>(
  'inventory_item',
  new KeysetPages<ListedInventoryItemRow, ItemFilters & WordFilters>({
    order: NEWEST_FIRST,
    sorts: ITEM_SORTS,
    several: 'status',
    conditions: {
      // The index by status leaves out `in_vault`, the status of nearly all items. A generic plan can
      // use it only where the statement says that the status is another.
      status: (status) => {
        if (status === undefined) return ''
        return HAS_STATUS[status] ?? "and status = ? and status <> 'in_vault'"
      },
      fboAccountId: 'and fbo_account_id = ?',
      // Its items have one creation time: whichever index PostgreSQL takes, it reads them alone.
      // An imported id may be longer, and lie between them.
      intakeId: `and id >= ?::text || '00' and id <= ?::text || 'zz' and length(id) = 31
      and created_at = (
      select one.created_at from inventory_items as one
      where one.organization_id = $1 and one.id = ?::text || '00')`,
      // One item of the vault at most has it, and few that left.
      identifier: `and id in (
      select inventory_item_id
      from inventory_item_identifiers
      where organization_id = $1 and scheme = split_part(?::text, ':', 1)
        and value_folded = substr(?::text, strpos(?::text, ':') + 1))`,
      declaredValueFrom: 'and declared_value_cents >= ?::text::bigint',
      declaredValueTo: 'and declared_value_cents <= ?::text::bigint',
      changedFrom: 'and changed_at >= ?::text::timestamptz',
      changedBefore: 'and changed_at < ?::text::timestamptz',
      ...CREATED_CONDITIONS,
      ...wordConditions('inventory_item', 'item'),
    },
    select: ({ where, rows }) => `
    select ${LISTED_ITEM_COLUMNS}
    from inventory_items as item
    where organization_id = $1 ${where}
    ${rows}`,
    isSlow: (filters) => READ_WHOLE.some((name) => filters[name] !== undefined),
  }),
)

/** Finds items by an identifier however it is written. */
export const LISTED_ITEM_PAGES: ListPages<
  ListedInventoryItemRow,
  ItemFilters & { readonly q?: string }
> = {
  order: INVENTORY_ITEM_PAGES.order,
  sorts: INVENTORY_ITEM_PAGES.sorts,
  find: (caller, database, request) => {
    const { identifier } = request
    const folded = identifier === undefined ? {} : { identifier: keyOfPair(identifier) }
    return INVENTORY_ITEM_PAGES.find(caller, database, { ...request, ...folded })
  },
}
