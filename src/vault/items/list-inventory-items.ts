import { type Static, type TObject, Type } from 'typebox'
import { CREATED_CONDITIONS } from '../../database/keyset-page.ts'
import { searchedPages } from '../../database/searched-pages.ts'
import type { Violation } from '../../domain/errors.ts'
import { cents } from '../../domain/fields.ts'
import { keyOfPair } from '../../domain/identifiers.ts'
import { EXAMPLE_IDS, INTAKE_ID_PATTERN } from '../../domain/ids.ts'
import { IDENTIFIER_PAIR_PATTERN, ITEMS_NAMED_MAX } from '../../domain/limits.ts'
import {
  accountParameter,
  CREATED_PARAMETERS,
  type FiltersOf,
  instantParameter,
  NEWEST_FIRST,
  oneOrMoreOf,
  SORTS_BY_CREATION,
  sortParameter,
} from '../../domain/pagination.ts'
import { searchText } from '../../domain/search-words.ts'
import { listOperation } from '../../http/list-operation.ts'
import {
  ITEM_STATUSES,
  LISTED_INVENTORY_ITEM,
  LISTED_ITEM_COLUMNS,
  type ListedInventoryItemRow,
  toListedInventoryItem,
} from './inventory-item.ts'

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
const ITEM_SORTS = {
  ...SORTS_BY_CREATION,
  declaredValueCents: { direction: 'ascending', key: BY_VALUE },
  '-declaredValueCents': { direction: 'descending', key: BY_VALUE },
} as const

const FILTERS = {
  status: oneOrMoreOf(ITEM_STATUSES, 'Only items with this status.'),
  fboAccountId: accountParameter('Only items of this FBO account; none if the account is unknown.'),
  intakeId: Type.Optional(
    Type.String({
      description:
        `Only items that one request of more than ${ITEMS_NAMED_MAX} items took in: the \`intakeId\` ` +
        'of its event `inventory_item.taken_in`.',
      pattern: INTAKE_ID_PATTERN,
      examples: [EXAMPLE_IDS.inventoryItem.slice(0, -2)],
    }),
  ),
  identifier: Type.Optional(
    Type.String({
      description:
        'Only items with this identifier, as `scheme:value`: those in the vault, and those that left it. ' +
        'Case and blanks do not matter.',
      pattern: IDENTIFIER_PAIR_PATTERN,
      'x-violation-hint': 'Send the scheme, a colon and the value, such as psa_cert:42118903.',
      examples: ['psa_cert:42118903'],
    }),
  ),
  declaredValueFrom: Type.Optional(cents('Only items of at least this declared value.', '100000')),
  declaredValueTo: Type.Optional(cents('Only items of at most this declared value.', '250000')),
  changedFrom: instantParameter(
    'Only items that last moved or changed their status at or after this instant (RFC 3339).',
    '2026-11-21T00:00:00.000Z',
  ),
  changedBefore: instantParameter(
    'Only items that last moved or changed their status before this instant (RFC 3339).',
    '2026-11-22T00:00:00.000Z',
  ),
  ...CREATED_PARAMETERS,
  q: Type.Optional(
    searchText(
      'Only items whose description or identifiers have this text, as Search Records notes them.',
    ),
  ),
  sort: sortParameter(ITEM_SORTS, 'By `declaredValueCents` only with `fboAccountId`.'),
}

export const INVENTORY_ITEM_PAGES = searchedPages<
  ListedInventoryItemRow,
  FiltersOf<typeof FILTERS>
>('inventory_item', 'item', {
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
  },
  forms: { identifier: keyOfPair },
  select: ({ where, rows }) => `
    select ${LISTED_ITEM_COLUMNS}
    from inventory_items as item
    where organization_id = $1 ${where}
    ${rows}`,
  isSlow: (filters) => READ_WHOLE.some((name) => filters[name] !== undefined),
})

export const listInventoryItemsRoute = listOperation({
  operationId: 'listInventoryItems',
  description:
    'Lists items of the organization, newest first, page by page, including those that have left ' +
    'the vault.',
  path: '/v1/inventory-items',
  permission: 'inventory_items:read',
  filters: FILTERS,
  whatMayChange:
    'With a filter by status, account, value or `changedAt`, an item whose own changes in the ' +
    'meantime may or may not be returned. Sorted by value, an item that is revalued in the ' +
    'meantime may be returned twice or not at all.',
  entry: LISTED_INVENTORY_ITEM,
  entries: 'items',
  expiresTransfersFirst: true,
  pages: INVENTORY_ITEM_PAGES,
  toView: toListedInventoryItem,
  filterViolations,
})

function filterViolations({ sort, fboAccountId }: Static<TObject<typeof FILTERS>>): Violation[] {
  const isByValue = sort === 'declaredValueCents' || sort === '-declaredValueCents'
  if (!isByValue || fboAccountId !== undefined) return []
  const detail = `sort=${sort} sorts the items of one account: send fboAccountId, too.`
  return [{ pointer: '/sort', in: 'query', code: 'invalid_parameter', detail }]
}
