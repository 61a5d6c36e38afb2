import type { FastifyInstance } from 'fastify'
import { changesOf } from '../domain/fields.ts'
import { identifierViolations, NEW_IDENTIFIERS, placedIdentifiers } from '../domain/identifiers.ts'
import { LIST_BODY_BYTES_MAX } from '../domain/limits.ts'
import { METADATA_PATCH } from '../domain/metadata.ts'
import { addChange, recordReply } from '../http/change-operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { INVENTORY_ITEM, INVENTORY_ITEM_BY_ID, toInventoryItem } from './inventory-item.ts'
import { UPDATE_INVENTORY_ITEM } from './update-inventory-item.ts'

const UPDATABLE = {
  description: INVENTORY_ITEM.properties.description,
  identifiers: NEW_IDENTIFIERS,
  metadata: METADATA_PATCH,
}

const UPDATE = changesOf(
  'InventoryItemUpdate',
  'The members to change. An omitted member keeps its value. `identifiers` is the whole list; ' +
    'null clears the description, and removes a pair of metadata.',
  UPDATABLE,
  { description: '1952 Topps #311, PSA 8', metadata: { grade: 'PSA 8' } },
)

export function updateInventoryItemRoute(app: FastifyInstance): void {
  addChange(
    app,
    {
      operationId: 'updateInventoryItem',
      description:
        'Corrects an item: the members that are in the body, and no others. Each that gets another ' +
        'value is a correction on record. An item that has left the vault can be corrected as well.',
      method: 'PATCH',
      path: '/v1/inventory-items/{id}',
      permission: 'inventory_items:update',
      ...INVENTORY_ITEM_BY_ID,
      body: UPDATE,
      bodyBytesMax: LIST_BODY_BYTES_MAX,
      success: recordResponse('The item after the change.', INVENTORY_ITEM),
      versioned: true,
      expiresTransfersFirst: true,
      refusals: [
        'no_updatable_fields',
        'duplicate_identifier',
        'version_conflict',
        'identifier_taken',
      ],
    },
    {
      change: UPDATE_INVENTORY_ITEM,
      bodyViolations: (body) => {
        const { identifiers } = (body ?? {}) as { identifiers?: unknown }
        return identifierViolations(placedIdentifiers(identifiers, '/identifiers'))
      },
      input: ({ parameters, body, ifMatch }) => ({ ...parameters, ifMatch, changes: body }),
      respond: ({ item }) => recordReply(toInventoryItem(item), item),
    },
  )
}
