import type { Static } from 'typebox'
import { correctionsOf, writeCorrections } from '../../database/changes/corrections.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { refusalOf } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { type NEW_IDENTIFIERS, placedIdentifiers } from '../../domain/identifiers.ts'
import { type MetadataPatch, mergedMetadata, metadataRefusal } from '../../domain/metadata.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { lockItem } from './change-item-status.store.ts'
import { hasLeft, inventoryItemNotFound } from './inventory-item.ts'
import { takenViolations } from './item-identifiers.rules.ts'
import { identifierHolders } from './item-identifiers.store.ts'
import { replaceIdentifiers, writeItem } from './update-inventory-item.store.ts'

interface ItemUpdate extends RecordToChange {
  readonly changes: {
    readonly description?: string | null
    readonly identifiers?: Static<typeof NEW_IDENTIFIERS>
    readonly metadata?: MetadataPatch
  }
  readonly reason: string | null
}

/** Corrects the description, the identifiers or the metadata of an item. */
export const UPDATE_INVENTORY_ITEM = unbatchedChange({
  name: 'update_inventory_item',
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
})
