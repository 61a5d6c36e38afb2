import { type Static, Type } from 'typebox'
import type { ChangeRequest } from '../../database/changes/change.ts'
import { refusalOf } from '../../domain/errors.ts'
import { eventOf, type NewEvent } from '../../domain/events.ts'
import { EVIDENCE_ENTRIES_MAX, LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { change } from '../../http/change.ts'
import { recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { lockItem } from './change-item-status.ts'
import { type EVIDENCE_ENTRY, NEW_EVIDENCE } from './evidence-entry.ts'
import {
  INVENTORY_ITEM,
  INVENTORY_ITEM_BY_ID,
  inventoryItemNotFound,
  toInventoryItem,
} from './inventory-item.ts'
import { writeItem } from './update-inventory-item.ts'

export type Evidence = Static<typeof EVIDENCE_ENTRY>

/** The entries as they are kept. */
export function keptEvidence(sent: Static<typeof NEW_EVIDENCE> = []): Evidence[] {
  return sent.map(({ takenAt = null, takenBy = null, url = null, ...entry }) => ({
    ...entry,
    takenAt: takenAt === null ? null : new Date(takenAt).toISOString(),
    takenBy,
    url,
  }))
}

export function hashesOf(evidence: readonly Evidence[]): string[] {
  return evidence.map(({ sha256 }) => sha256)
}

interface EvidenceOfItem {
  readonly id: string
  readonly version: number
  readonly at: Date
  readonly added: readonly Evidence[]
}

/** The event of evidence that an item got; none without evidence. */
export function evidenceEvent(
  request: Pick<ChangeRequest<unknown>, 'caller' | 'requestId'>,
  { id, version, at, added }: EvidenceOfItem,
): NewEvent[] {
  if (added.length === 0) return []
  const subject = { type: 'inventory_item' as const, id }
  const data = { version, evidenceSha256: hashesOf(added) }
  return [eventOf(request, 'inventory_item.evidence_added', { occurredAt: at, subject, data })]
}

interface AddedEvidence extends RecordToChange {
  readonly evidence: Static<typeof NEW_EVIDENCE>
}

const BODY = Type.Object(
  { evidence: Type.Array(NEW_EVIDENCE.items, { ...NEW_EVIDENCE, minItems: 1 }) },
  { description: 'The evidence to add.', additionalProperties: false },
)

/** Adds evidence to an item, behind what it has. Nothing of it can be taken away. */
export const addInventoryItemEvidenceRoute = change({
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
  input: ({ parameters, body, ifMatch }): AddedEvidence => ({ ...parameters, ifMatch, ...body }),
  lock: (tx, { id }) => ({ item: lockItem(tx, id) }),
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
  respond: ({ item }) => recordReply(toInventoryItem(item), item),
})
