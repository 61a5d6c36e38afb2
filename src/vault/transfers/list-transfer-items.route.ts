import { Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { namedObject, recordId } from '../../domain/fields.ts'
import { TRANSFER_REASONS } from '../../domain/transfer-reasons.ts'
import { listOperation } from '../../http/list-operation.ts'
import { TRANSFER_ITEM_PAGES } from './list-transfer-items.store.ts'
import { TRANSFER_BY_ID } from './transfer-batch.ts'

const LISTED_ITEM = namedObject(
  'ListedTransferItem',
  'An item of a transfer batch, as requested.',
  {
    position: Type.Integer({
      description: 'Position of the item in the request; the first is 1.',
      examples: [1],
    }),
    inventoryItemId: recordId('Identifier of the item.', EXAMPLE_IDS.inventoryItem),
    reason: Type.Enum([...TRANSFER_REASONS], {
      description: 'Reason for moving the item.',
      examples: ['rebalance'],
    }),
  },
)

export const listTransferItemsRoute = listOperation({
  operationId: 'listTransferItems',
  description: 'Lists the items of one batch in the order of the request, page by page.',
  path: '/v1/transfers/{id}/items',
  permission: 'transfer_batches:read',
  ...TRANSFER_BY_ID,
  entry: LISTED_ITEM,
  entries: 'items',
  pages: TRANSFER_ITEM_PAGES,
  toView: (item) => item,
})
