import { type Static, Type } from 'typebox'
import { correctionsOf, writeCorrections } from '../../database/changes/corrections.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { refusalOf, type Violation } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { changesOf, reasonMember } from '../../domain/fields.ts'
import {
  identifierViolations,
  NEW_IDENTIFIERS,
  placedIdentifiers,
} from '../../domain/identifiers.ts'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import {
  METADATA_PATCH,
  type MetadataPatch,
  mergedMetadata,
  metadataRefusal,
} from '../../domain/metadata.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { change } from '../../http/change.ts'
import { recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { lockItem } from './change-item-status.ts'
import {
  hasLeft,
  INVENTORY_ITEM,
  INVENTORY_ITEM_BY_ID,
  type InventoryItemRow,
  inventoryItemNotFound,
  toInventoryItem,
} from './inventory-item.ts'
import {
  foldedIdentifiers,
  type IdentifierHolder,
  identifierHolders,
  insertIdentifiers,
  takenViolations,
} from './item-identifiers.ts'

const WRITE = `
  update inventory_items
  set description = $3, identifiers = $4::text::jsonb, metadata = $5::text::jsonb,
    evidence = $6::text::jsonb, correction_count = correction_count + 1
  where organization_id = $1 and id = $2`

/** Writes what can be corrected of an item that this transaction has locked. */
export function writeItem(tx: OrganizationTransaction, item: InventoryItemRow): void {
  void tx.run(WRITE, [
    item.id,
    item.description,
    JSON.stringify(item.identifiers),
    JSON.stringify(item.metadata),
    JSON.stringify(item.evidence),
  ])
}

const DELETE = `
  delete from inventory_item_identifiers where organization_id = $1 and inventory_item_id = $2`

/** Writes the identifiers that find an item. One that has left the vault holds none of them. */
export function replaceIdentifiers(
  tx: OrganizationTransaction,
  { id, status, identifiers }: InventoryItemRow,
  holders: ReadonlyMap<string, IdentifierHolder>,
): void {
  void tx.run(DELETE, [id])
  const isPresent = !hasLeft(status)
  insertIdentifiers(
    tx,
    foldedIdentifiers(identifiers).map((one) => ({ ...one, inventoryItemId: id, isPresent })),
    holders,
  )
}

interface ItemUpdate extends RecordToChange {
  readonly changes: {
    readonly description?: string | null
    readonly identifiers?: Static<typeof NEW_IDENTIFIERS>
    readonly metadata?: MetadataPatch
  }
  readonly reason: string | null
}

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
export const updateInventoryItemRoute = change({
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
  bodyViolations: updateViolations,
  input: ({ parameters, body: { reason: why = null, ...changes }, ifMatch }) => {
    return { ...parameters, ifMatch, changes, reason: why }
  },
  lock: (tx, { id, changes }: ItemUpdate) => ({
    item: lockItem(tx, id),
    holders: identifierHolders(tx, placedIdentifiers(changes.identifiers, '/identifiers')),
  }),
  judge: ({ input: { ifMatch, changes } }, { item, holders }, { nowMs }) => {
    if (item === undefined) return inventoryItemNotFound()
    const { version } = item
    const metadata = mergedMetadata(item.metadata, changes.metadata ?? {})
    const refusal = versionRefusal('item', { version, ifMatch }) ?? metadataRefusal(metadata)
    if (refusal !== undefined) return refusal
    if (!hasLeft(item.status)) {
      const others = [...holders].filter(([, holder]) => holder.inventoryItemId !== item.id)
      const placed = placedIdentifiers(changes.identifiers, '/identifiers')
      const taken = takenViolations(placed, new Map(others))
      if (taken.length > 0) return refusalOf(taken, 'state')
    }
    const { description = item.description, identifiers = item.identifiers } = changes
    const changed = { ...item, description, identifiers, metadata }
    const corrected = correctionsOf(item, changed, ['description', 'identifiers', 'metadata'])
    // If no value changes, the version stays, and nothing is written.
    const after = corrected.length === 0 ? item : { ...changed, version: version + 1 }
    return { item: after, corrected, holders, at: new Date(nowMs) }
  },
  write: (tx, { caller, input, result: { item, corrected, holders, at } }) => {
    if (corrected.length === 0) return
    writeItem(tx, item)
    if (corrected.some(({ member }) => member === 'identifiers')) {
      replaceIdentifiers(tx, item, holders)
    }
    const subject = { subjectType: 'inventory_item', subjectId: item.id } as const
    const made = { at, reason: input.reason, tokenId: caller.tokenId }
    writeCorrections(tx, [{ ...subject, ...made, corrected }])
  },
  events: (one) => {
    const { item, corrected, at } = one.result
    if (corrected.length === 0) return []
    return eventOf(one, 'inventory_item.updated', {
      occurredAt: at,
      subject: { type: 'inventory_item', id: item.id },
      data: { version: item.version, changedMembers: corrected.map(({ member }) => member) },
    })
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
