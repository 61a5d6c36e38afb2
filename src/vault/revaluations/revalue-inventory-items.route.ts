import { Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { namedObject, reasonMember } from '../../domain/fields.ts'
import { ITEMS_PER_REVALUATION_MAX, LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { pageOf } from '../../domain/pagination.ts'
import { etagOf } from '../../domain/versions.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { recordResponse, versionedResponse } from '../../http/operation-contract.ts'
import { AS_SPREADSHEETS_WRITE } from '../../runtime/csv/file-form.ts'
import { INVENTORY_ITEM, INVENTORY_ITEM_BY_ID, toInventoryItem } from '../items/inventory-item.ts'
import { CLAIMED_ITEM_ID, claimedItems, duplicateItems } from '../items/item-claim.ts'
import {
  REVALUATION_DETAILS,
  type RevaluationDetailsRow,
  toRevaluationDetails,
} from './revaluation.ts'
import { REVALUATION_TOTALS, totalsOf } from './revaluation-totals.ts'
import { REVALUE_INVENTORY_ITEMS } from './revalue-inventory-items.ts'

const { declaredValueCents } = INVENTORY_ITEM.properties
const reason = reasonMember('Why the value is changed.', 'New appraisal')

const REVALUATION_OF_ONE = namedObject(
  'ItemRevaluation',
  'The new declared value of an item, and why.',
  { declaredValueCents, reason },
  { examples: [{ declaredValueCents: '1500000', reason: 'New appraisal' }] },
)

const NEW_VALUE = namedObject('NewItemValue', 'The new declared value of an item.', {
  inventoryItemId: CLAIMED_ITEM_ID,
  declaredValueCents,
})

const REVALUATION_OF_MANY = namedObject(
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

const WHAT_IT_DOES =
  'The value counts from now on, also for pending transfers and for the insured exposure; what ' +
  'was before keeps its value. An item that has the value already is left as it is. Where a value ' +
  'changes by more than the policy lets one person change it, the response is 202 with a ' +
  'revaluation, and nothing changes until a second person approves it.'

/** The contract of a request that waits for a second person. */
const ACCEPTED = {
  description: 'The revaluation, `pending`.',
  body: recordResponse('', REVALUATION_DETAILS).body,
}

/** The same for items with one reason. */
const ACCEPTED_WITH_TOTALS = {
  ...ACCEPTED,
  body: Type.Object(
    { ...ACCEPTED.body.properties, totals: REVALUATION_TOTALS },
    { title: 'PendingItemsRevaluation' },
  ),
}

function pendingResponse(revaluation: RevaluationDetailsRow, beside: object = {}) {
  return {
    status: 202,
    body: { data: toRevaluationDetails(revaluation), ...beside },
    headers: {
      Location: `/v1/revaluations/${revaluation.id}`,
      ETag: etagOf(revaluation.version),
    },
  } as const
}

const LOCATION = {
  Location: Type.Optional(Type.String({ description: 'With 202: path of the revaluation.' })),
}

export const revalueInventoryItemRoute = changeOperation({
  operationId: 'revalueInventoryItem',
  description: `Changes the declared value of an item in the vault. ${WHAT_IT_DOES}`,
  path: '/v1/inventory-items/{id}/revalue',
  permission: 'inventory_items:revalue',
  ...INVENTORY_ITEM_BY_ID,
  body: REVALUATION_OF_ONE,
  success: { ...versionedResponse('The item with its value.', INVENTORY_ITEM), headers: LOCATION },
  accepted: ACCEPTED,
  expiresTransfersFirst: true,
  refusals: ['version_conflict', 'item_left_vault'],
  change: REVALUE_INVENTORY_ITEMS,
  input: ({ parameters, body, ifMatch }) => ({
    values: [{ inventoryItemId: parameters.id, declaredValueCents: body.declaredValueCents }],
    reason: body.reason,
    isList: false,
    ifMatch,
  }),
  respond: (result) => {
    if (result.pending !== undefined) return pendingResponse(result.pending)
    const [item] = result.items
    if (item === undefined) throw new Error('a revaluation has no item')
    return recordReply(toInventoryItem(item), item)
  },
})

export const revalueInventoryItemsRoute = changeOperation({
  operationId: 'revalueInventoryItems',
  description:
    `Changes the declared values of items in the vault, all of them or none. ${WHAT_IT_DOES} ` +
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
  body: REVALUATION_OF_MANY,
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
  success: {
    status: 200,
    description: 'The items with their values.',
    body: REVALUED_PAGE,
    headers: {
      ...LOCATION,
      ETag: Type.Optional(
        Type.String({ description: 'With 202: the version of the revaluation.' }),
      ),
    },
  },
  accepted: ACCEPTED_WITH_TOTALS,
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
  input: ({ body }) => ({
    values: body.items,
    reason: body.reason,
    isList: true,
    ifMatch: undefined,
  }),
  respond: (result) => {
    const totals = totalsOf(result)
    if (result.pending !== undefined) return pendingResponse(result.pending, { totals })
    const pagination = { page: 1, hasMore: false }
    const data = result.items.map(toInventoryItem)
    return { body: { data, pagination, totals } }
  },
})
