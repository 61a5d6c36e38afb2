import { Type } from 'typebox'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { ADD_INVENTORY_ITEM_EVIDENCE } from './add-inventory-item-evidence.ts'
import { NEW_EVIDENCE } from './evidence.ts'
import { INVENTORY_ITEM, INVENTORY_ITEM_BY_ID, toInventoryItem } from './inventory-item.ts'

const BODY = Type.Object(
  { evidence: Type.Array(NEW_EVIDENCE.items, { ...NEW_EVIDENCE, minItems: 1 }) },
  { description: 'The evidence to add.', additionalProperties: false },
)

export const addInventoryItemEvidenceRoute = changeOperation({
  operationId: 'addInventoryItemEvidence',
  description:
    'Adds evidence to an item, behind what it has: the hashes of files, which stay in storage of ' +
    'your own. Nothing of it can be changed or taken away; the event has the hashes, so the ' +
    'sealed log proves them.',
  path: '/v1/inventory-items/{id}/add-evidence',
  permission: 'inventory_items:update',
  ...INVENTORY_ITEM_BY_ID,
  body: BODY,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: versionedResponse('The item with all of its evidence.', INVENTORY_ITEM),
  expiresTransfersFirst: true,
  refusals: ['version_conflict'],
  change: ADD_INVENTORY_ITEM_EVIDENCE,
  input: ({ parameters, body, ifMatch }) => ({ ...parameters, ifMatch, ...body }),
  respond: ({ item }) => recordReply(toInventoryItem(item), item),
})
