import { type Static, type TObject, Type } from 'typebox'
import type { Violation } from '../../domain/errors.ts'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { cents } from '../../domain/fields.ts'
import { INTAKE_ID_PATTERN } from '../../domain/ids.ts'
import { IDENTIFIER_PAIR_PATTERN, ITEMS_NAMED_MAX } from '../../domain/limits.ts'
import {
  accountParameter,
  CREATED_PARAMETERS,
  instantParameter,
  oneOrMoreOf,
  sortParameter,
} from '../../domain/pagination.ts'
import { searchText } from '../../domain/search-text.ts'
import { listOperation } from '../../http/list-operation.ts'
import { ITEM_STATUSES, LISTED_INVENTORY_ITEM, toListedInventoryItem } from './inventory-item.ts'
import { ITEM_SORTS, LISTED_ITEM_PAGES } from './list-inventory-items.store.ts'

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
  pages: LISTED_ITEM_PAGES,
  toView: toListedInventoryItem,
  filterViolations,
})

function filterViolations({ sort, fboAccountId }: Static<TObject<typeof FILTERS>>): Violation[] {
  const isByValue = sort === 'declaredValueCents' || sort === '-declaredValueCents'
  if (!isByValue || fboAccountId !== undefined) return []
  const detail = `sort=${sort} sorts the items of one account: send fboAccountId, too.`
  return [{ pointer: '/sort', in: 'query', code: 'invalid_parameter', detail }]
}
