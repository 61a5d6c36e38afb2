import type { Static } from 'typebox'
import { type CorrectedMember, correctionsOf } from '../corrections/correction.ts'
import { writeCorrections } from '../corrections/corrections.store.ts'
import { type ChangeRequest, type DecisionTime, unbatched } from '../database/changes/change.ts'
import { refusalOf } from '../domain/errors.ts'
import { eventOf } from '../domain/events.ts'
import { type NEW_IDENTIFIERS, placedIdentifiers } from '../domain/identifiers.ts'
import { type MetadataPatch, mergedMetadata, metadataViolations } from '../domain/metadata.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { lockItem } from './change-item-status.store.ts'
import { hasLeft, type InventoryItemRow, inventoryItemNotFound } from './inventory-item.ts'
import { takenViolations } from './item-identifiers.rules.ts'
import { type IdentifierHolder, identifierHolders } from './item-identifiers.store.ts'
import { replaceIdentifiers, writeItem } from './update-inventory-item.store.ts'

interface ItemUpdate {
  readonly id: string
  /** The versions of the item that may be changed. */
  readonly ifMatch: IfMatch
  readonly changes: {
    readonly description?: string | null
    readonly identifiers?: Static<typeof NEW_IDENTIFIERS>
    readonly metadata?: MetadataPatch
  }
  readonly reason: string | null
}

interface ItemFacts {
  readonly item: InventoryItemRow | undefined
  readonly holders: ReadonlyMap<string, IdentifierHolder>
}

interface UpdatedItem {
  readonly item: InventoryItemRow
  /** None if nothing changes: then nothing is written. */
  readonly corrected: readonly CorrectedMember[]
  readonly holders: ItemFacts['holders']
  readonly at: Date
}

/** Corrects the description, the identifiers or the metadata of an item. */
export const UPDATE_INVENTORY_ITEM = unbatched<ItemUpdate, ItemFacts, UpdatedItem>({
  name: 'update_inventory_item',
  lock: async (tx, { id, changes }) => {
    const [item, holders] = await Promise.all([
      lockItem(tx, id),
      identifierHolders(tx, placedIdentifiers(changes.identifiers, '/identifiers')),
    ])
    return { item, holders }
  },
  judge: judgeUpdate,
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
})

function judgeUpdate(
  { input: { ifMatch, changes } }: ChangeRequest<ItemUpdate>,
  { item, holders }: ItemFacts,
  { nowMs }: DecisionTime,
) {
  if (item === undefined) return inventoryItemNotFound()
  const { version } = item
  const stale = versionRefusal('item', { version, ifMatch })
  if (stale !== undefined) return stale
  const metadata = mergedMetadata(item.metadata, changes.metadata ?? {})
  const tooMany = metadataViolations(metadata)
  if (tooMany.length > 0) return refusalOf(tooMany, 'request')
  if (!hasLeft(item.status)) {
    const others = [...holders].filter(([, holder]) => holder.inventoryItemId !== item.id)
    const placed = placedIdentifiers(changes.identifiers, '/identifiers')
    const taken = takenViolations(placed, new Map(others))
    if (taken.length > 0) return refusalOf(taken, 'state')
  }
  const { description = item.description, identifiers = item.identifiers } = changes
  const changed = { ...item, description, identifiers, metadata }
  const corrected = correctionsOf(item, changed, ['description', 'identifiers', 'metadata'])
  const after = corrected.length === 0 ? item : { ...changed, version: version + 1 }
  return { item: after, corrected, holders, at: new Date(nowMs) }
}
