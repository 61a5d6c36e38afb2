import { Type } from 'typebox'
import { refusalOf, type Violation } from '../../domain/errors.ts'
import { changesOf, reasonMember } from '../../domain/fields.ts'
import {
  identifierViolations,
  NEW_IDENTIFIERS,
  placedIdentifiers,
} from '../../domain/identifiers.ts'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { METADATA_PATCH, mergedMetadata, metadataRefusal } from '../../domain/metadata.ts'
import { recordChange } from '../../http/record-change.ts'
import { hasLeft, INVENTORY_ITEM, ITEM, toInventoryItem } from './inventory-item.ts'
import {
  foldedIdentifiers,
  identifierHolders,
  insertIdentifiers,
  takenViolations,
} from './item-identifiers.ts'

const DELETE = `
  delete from inventory_item_identifiers where organization_id = $1 and inventory_item_id = $2`

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

/** Corrects the description, the identifiers or the metadata of an item. */
export const updateInventoryItemRoute = recordChange(ITEM, {
  operationId: 'updateInventoryItem',
  description:
    'Corrects an item: the members that are in the body, and no others. Each that gets another ' +
    'value is a correction on record. An item that has left the vault can be corrected as well.',
  path: '/v1/inventory-items/{id}',
  permission: 'inventory_items:update',
  body: UPDATE,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  response: ['The item after the change.', INVENTORY_ITEM],
  toView: toInventoryItem,
  expiresTransfersFirst: true,
  refusals: ['no_updatable_fields', 'duplicate_identifier', 'version_conflict', 'identifier_taken'],
  bodyViolations: updateViolations,
  lock: (tx, { id, body: { identifiers } }) => ({
    before: ITEM.lock(tx, id),
    holders: identifierHolders(tx, placedIdentifiers(identifiers, '/identifiers')),
  }),
  values: (item, { description = item.description, ...body }, { holders }) => {
    const metadata = mergedMetadata(item.metadata, body.metadata ?? {})
    const tooMany = metadataRefusal(metadata)
    if (tooMany !== undefined) return tooMany
    if (!hasLeft(item.status)) {
      const others = [...holders].filter(([, holder]) => holder.inventoryItemId !== item.id)
      const placed = placedIdentifiers(body.identifiers, '/identifiers')
      const taken = takenViolations(placed, new Map(others))
      if (taken.length > 0) return refusalOf(taken, 'state')
    }
    return { description, identifiers: body.identifiers ?? item.identifiers, metadata }
  },
  // The identifiers that find the item. One that has left the vault holds none of them.
  alsoWrite: (tx, { id, row, corrected, facts: { holders } }) => {
    if (corrected.every(({ member }) => member !== 'identifiers')) return
    void tx.run(DELETE, [id])
    const of = { inventoryItemId: id, isPresent: !hasLeft(row.status) }
    const identifiers = foldedIdentifiers(row.identifiers).map((one) => ({ ...one, ...of }))
    insertIdentifiers(tx, identifiers, holders)
  },
  event: 'inventory_item.updated',
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
