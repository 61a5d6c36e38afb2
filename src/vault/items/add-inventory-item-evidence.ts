import type { Static } from 'typebox'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { refusalOf } from '../../domain/errors.ts'
import { EVIDENCE_ENTRIES_MAX } from '../../domain/limits.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { lockItem } from './change-item-status.store.ts'
import { evidenceEvent, keptEvidence, type NEW_EVIDENCE } from './evidence.ts'
import { inventoryItemNotFound } from './inventory-item.ts'
import { writeItem } from './update-inventory-item.store.ts'

interface AddedEvidence extends RecordToChange {
  readonly evidence: Static<typeof NEW_EVIDENCE>
}

/** Adds evidence to an item, behind what it has. Nothing of it can be taken away. */
export const ADD_INVENTORY_ITEM_EVIDENCE = unbatchedChange({
  name: 'add_inventory_item_evidence',
  lock: (tx, { id }: AddedEvidence) => ({ item: lockItem(tx, id) }),
  judge: ({ input }, { item }, { nowMs }) => {
    if (item === undefined) return inventoryItemNotFound()
    const { version } = item
    const stale = versionRefusal('item', { version, ifMatch: input.ifMatch })
    if (stale !== undefined) return stale
    const added = keptEvidence(input.evidence)
    const evidence = [...item.evidence, ...added]
    if (evidence.length > EVIDENCE_ENTRIES_MAX) {
      const detail =
        `The item would have ${evidence.length} files of evidence, and keeps at most ` +
        `${EVIDENCE_ENTRIES_MAX}: leave some out.`
      return refusalOf([{ pointer: '/evidence', code: 'invalid_value', detail }], 'request')
    }
    return { item: { ...item, evidence, version: version + 1 }, added, at: new Date(nowMs) }
  },
  write: (tx, { result }) => writeItem(tx, result.item),
  events: (one) => {
    const { item, added, at } = one.result
    return evidenceEvent(one, { id: item.id, version: item.version, at, added })
  },
})
