import { Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { namedObject } from '../../domain/fields.ts'
import { EXAMPLE_IDENTIFIER, NEW_IDENTIFIERS } from '../../domain/identifiers.ts'
import { ITEMS_PER_INTAKE_MAX, LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { METADATA } from '../../domain/metadata.ts'
import { pageOf } from '../../domain/pagination.ts'
import { changeOperation } from '../../http/change-operation.ts'
import { NEW_EVIDENCE } from './evidence-entry.ts'
import { INVENTORY_ITEM, toInventoryItem } from './inventory-item.ts'
import { claimedItems } from './item-claim.ts'
import { intakeViolations, TAKE_IN_INVENTORY_ITEMS } from './take-in-inventory-items.ts'

const EXAMPLE = {
  fboAccountId: EXAMPLE_IDS.fboAccount,
  description: '1952 Topps #311, PSA 8',
  declaredValueCents: '1250000',
  identifiers: [EXAMPLE_IDENTIFIER],
  metadata: { grade: 'PSA 8' },
}

const { fboAccountId, description, declaredValueCents } = INVENTORY_ITEM.properties

const NEW_INVENTORY_ITEM = namedObject(
  'NewInventoryItem',
  'An item to take into the vault.',
  {
    fboAccountId,
    description: Type.Optional(description),
    declaredValueCents: Type.Optional(Type.String({ ...declaredValueCents, default: '0' })),
    identifiers: Type.Optional(NEW_IDENTIFIERS),
    metadata: Type.Optional(METADATA),
    evidence: Type.Optional(NEW_EVIDENCE),
  },
  { examples: [EXAMPLE] },
)

const NEW_INVENTORY_ITEMS = namedObject(
  'NewInventoryItems',
  'Items to take into the vault together.',
  {
    items: claimedItems(NEW_INVENTORY_ITEM, {
      description: 'The items to take in: all of them are taken in, or none.',
      maxItems: ITEMS_PER_INTAKE_MAX,
    }),
  },
)

export const takeInInventoryItemsRoute = changeOperation({
  operationId: 'takeInInventoryItems',
  description:
    'Takes one item into the vault, or several at once. Each is then `in_vault`, in the ' +
    'account that the request names for it. For `items` the response is a list, in the ' +
    'order of the request: one page, whatever its length.',
  path: '/v1/inventory-items',
  permission: 'inventory_items:create',
  body: Type.Union([NEW_INVENTORY_ITEM, NEW_INVENTORY_ITEMS], {
    'x-violation-variant': 'items',
    examples: [EXAMPLE],
  }),
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: {
    status: 201,
    description: 'The item, or the list of items if `items` was sent.',
    body: Type.Union([Type.Object({ data: INVENTORY_ITEM }), pageOf(INVENTORY_ITEM)]),
    headers: {
      Location: Type.Optional(
        Type.String({ description: 'Path of the item; absent if `items` was sent.' }),
      ),
    },
  },
  refusals: [
    'items_required',
    'too_many_items',
    'duplicate_identifier',
    'fbo_account_not_found',
    'identifier_taken',
  ],
  change: TAKE_IN_INVENTORY_ITEMS,
  bodyViolations: intakeViolations,
  input: ({ body }) => body,
  respond: ({ items, isList }) => {
    const [item, ...rest] = items.map(toInventoryItem)
    if (isList || item === undefined) {
      const pagination = { page: 1, hasMore: false }
      return { body: { data: [item ?? [], rest].flat(), pagination } }
    }
    return { body: { data: item }, headers: { Location: `/v1/inventory-items/${item.id}` } }
  },
})
