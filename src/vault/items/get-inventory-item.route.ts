import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import { getInventoryItem } from './get-inventory-item.store.ts'
import { INVENTORY_ITEM, INVENTORY_ITEM_BY_ID, toInventoryItem } from './inventory-item.ts'

export const getInventoryItemRoute = operation({
  operationId: 'getInventoryItem',
  description:
    'Reads one item: its account, its status, the transfer or shipment that holds it, its ' +
    'identifiers and evidence.',
  path: '/v1/inventory-items/{id}',
  permission: 'inventory_items:read',
  ...INVENTORY_ITEM_BY_ID,
  success: versionedResponse('The item.', INVENTORY_ITEM),
  expiresTransfersFirst: true,
  handle: readRecord(getInventoryItem, toInventoryItem),
})
