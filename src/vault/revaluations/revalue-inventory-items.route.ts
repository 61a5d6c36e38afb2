import { Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { namedObject, reasonMember } from '../../domain/fields.ts'
import { ITEMS_PER_REVALUATION_MAX, LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { pageOf } from '../../domain/pagination.ts'
import { etagOf } from '../../domain/versions.ts'
import { changeOperation } from '../../http/change-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { AS_SPREADSHEETS_WRITE } from '../../runtime/csv/file-form.ts'
import { INVENTORY_ITEM, toInventoryItem } from '../items/inventory-item.ts'
import { CLAIMED_ITEM_ID, claimedItems, duplicateItems } from '../items/item-claim.ts'
import { REVALUATION_DETAILS, toRevaluationDetails } from './revaluation.ts'
import { REVALUATION_TOTALS, totalsOf } from './revaluation-totals.ts'
import { REVALUE_INVENTORY_ITEMS } from './revalue-inventory-items.ts'

const { declaredValueCents } = INVENTORY_ITEM.properties
const reason = reasonMember('Why the value is changed.', 'New appraisal')

const NEW_VALUE = namedObject('NewItemValue', 'The new declared value of an item.', {
  inventoryItemId: CLAIMED_ITEM_ID,
  declaredValueCents,
})

const REVALUATION = namedObject(
  'ItemsRevaluation',
  'New declared values of items, and why.',
  {
    items: claimedItems(NEW_VALUE, {
      description: 'The items to revalue: all of them are revalued, or none.',
      maxItems: ITEMS_PER_REVALUATION_MAX,
    }),
    reason,
  },
  {
    examples: [
      {
        items: [{ inventoryItemId: EXAMPLE_IDS.inventoryItem, declaredValueCents: '1500000' }],
        reason: 'New appraisal',
      },
    ],
  },
)

const REVALUED_PAGE = Type.Object(
  { ...pageOf(INVENTORY_ITEM).properties, totals: REVALUATION_TOTALS },
  { title: 'RevaluedItemsPage' },
)

const REVALUED = {
  status: 200,
  description: 'The items with their values.',
  body: REVALUED_PAGE,
  headers: {
    Location: Type.Optional(Type.String({ description: 'With 202: path of the revaluation.' })),
    ETag: Type.Optional(Type.String({ description: 'With 202: the version of the revaluation.' })),
  },
} as const

const PENDING = {
  description: 'The revaluation, `pending`.',
  body: Type.Object(
    {
      ...recordResponse('', REVALUATION_DETAILS).body.properties,
      totals: REVALUATION_TOTALS,
    },
    { title: 'PendingItemsRevaluation' },
  ),
}

export const revalueInventoryItemsRoute = changeOperation({
  operationId: 'revalueInventoryItems',
  description:
    'Changes the declared values of items in the vault, all of them or none. ' +
    'The value counts from now on, also for pending transfers and for the insured exposure; what ' +
    'was before keeps its value. An item that has the value already is left as it is. Where a value ' +
    'changes by more than the policy lets one person change it, the response is 202 with a ' +
    'revaluation, and nothing changes until a second person approves it. ' +
    'The response is a list in the order of the request: one page, whatever its length. With ' +
    '`validateOnly=true` it is the preview: `totals` has the sums before and after.',
  path: '/v1/inventory-items/revalue',
  permission: 'inventory_items:revalue',
  query: Type.Object({
    reason: Type.Optional({
      ...reason,
      description: 'Of a CSV file: why the values are changed. In JSON it is in the body.',
    }),
  }),
  body: REVALUATION,
  csvRows: {
    list: 'items',
    plural: 'new values',
    description:
      'The rows of a table instead, with the columns `inventoryItemId` and ' +
      `\`declaredValueCents\`, in any order. ${AS_SPREADSHEETS_WRITE} ` +
      'Pointers of violations are the line and the column: `/3/declaredValueCents`.',
    example: `inventoryItemId,declaredValueCents\n${EXAMPLE_IDS.inventoryItem},1500000\n`,
  },
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: REVALUED,
  accepted: PENDING,
  expiresTransfersFirst: true,
  refusals: [
    'items_required',
    'too_many_items',
    'duplicate_item',
    'inventory_item_not_found',
    'item_left_vault',
  ],
  bodyViolations: (body) => duplicateItems((body as { items?: unknown } | null)?.items),
  change: REVALUE_INVENTORY_ITEMS,
  input: ({ body }) => ({ values: body.items, reason: body.reason }),
  respond: (result) => {
    const totals = totalsOf(result)
    const { pending } = result
    if (pending !== undefined) {
      return {
        status: 202,
        body: { data: toRevaluationDetails(pending), totals },
        headers: { Location: `/v1/revaluations/${pending.id}`, ETag: etagOf(pending.version) },
      } as const
    }
    const pagination = { page: 1, hasMore: false }
    return { body: { data: result.items.map(toInventoryItem), pagination, totals } }
  },
})
