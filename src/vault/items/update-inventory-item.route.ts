import { Type } from 'typebox'
import type { Violation } from '../../domain/errors.ts'
import { changesOf, reasonMember } from '../../domain/fields.ts'
import {
  identifierViolations,
  NEW_IDENTIFIERS,
  placedIdentifiers,
} from '../../domain/identifiers.ts'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { METADATA_PATCH } from '../../domain/metadata.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { INVENTORY_ITEM, INVENTORY_ITEM_BY_ID, toInventoryItem } from './inventory-item.ts'
import { UPDATE_INVENTORY_ITEM } from './update-inventory-item.ts'

const UPDATABLE = {
  description: INVENTORY_ITEM.properties.description,
  identifiers: NEW_IDENTIFIERS,
  metadata: METADATA_PATCH,
}

const EXAMPLE_REASON = 'Grade read again on the case'

const CHANGES = changesOf(
  'InventoryItemUpdate',
  'The members to change. An omitted member keeps its value. `identifiers` is the whole list; ' +
    'null clears the description, and removes a pair of metadata. The reason stays on record ' +
    'with each correction.',
  UPDATABLE,
  { description: '1952 Topps #311, PSA 8', metadata: { grade: 'PSA 8' }, reason: EXAMPLE_REASON },
)

const reason = Type.Optional(reasonMember('Why the item is corrected.', EXAMPLE_REASON))
const UPDATE = { ...CHANGES, properties: { ...CHANGES.properties, reason } }

export const updateInventoryItemRoute = changeOperation({
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
  success: versionedResponse('The item after the change.', INVENTORY_ITEM),
  expiresTransfersFirst: true,
  refusals: ['no_updatable_fields', 'duplicate_identifier', 'version_conflict', 'identifier_taken'],
  change: UPDATE_INVENTORY_ITEM,
  bodyViolations: updateViolations,
  input: ({ parameters, body: { reason: why = null, ...changes }, ifMatch }) => {
    return { ...parameters, ifMatch, changes, reason: why }
  },
  respond: ({ item }) => recordReply(toInventoryItem(item), item),
})

/** Violations of a body that may not be valid otherwise. */
function updateViolations(body: unknown): Violation[] {
  const { identifiers } = (body ?? {}) as { identifiers?: unknown }
  const violations = identifierViolations(placedIdentifiers(identifiers, '/identifiers'))
  const hasReasonAlone = Object.keys(body ?? {}).join() === 'reason'
  if (!hasReasonAlone) return violations
  const detail = `Send at least one of ${Object.keys(UPDATABLE).join(', ')}: a reason changes nothing.`
  return [{ pointer: '', code: 'no_updatable_fields', detail }]
}
