import { type Static, Type } from 'typebox'
import { refusalOf } from '../../domain/errors.ts'
import { EVIDENCE_ENTRIES_MAX, LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { recordChange } from '../../http/record-change.ts'
import { type EVIDENCE_ENTRY, NEW_EVIDENCE } from './evidence-entry.ts'
import { INVENTORY_ITEM, ITEM, toInventoryItem } from './inventory-item.ts'

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

const BODY = Type.Object(
  { evidence: Type.Array(NEW_EVIDENCE.items, { ...NEW_EVIDENCE, minItems: 1 }) },
  { description: 'The evidence to add.', additionalProperties: false },
)

/** Added evidence is no correction: its event has the hashes. */
const { correctedAs: _, ...ITEM_EVIDENCE } = ITEM

/** Adds evidence to an item, behind what it has. Nothing of it can be taken away. */
export const addInventoryItemEvidenceRoute = recordChange(ITEM_EVIDENCE, {
  operationId: 'addInventoryItemEvidence',
  description:
    'Adds evidence to an item, behind what it has: the hashes of files, which stay in storage of ' +
    'your own. Nothing of it can be changed or taken away; the event has the hashes, so the ' +
    'sealed log proves them.',
  method: 'POST',
  path: '/v1/inventory-items/{id}/add-evidence',
  permission: 'inventory_items:update',
  body: BODY,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  response: ['The item with all of its evidence.', INVENTORY_ITEM],
  toView: toInventoryItem,
  expiresTransfersFirst: true,
  refusals: ['version_conflict'],
  lock: (tx, { id }) => ({ before: ITEM.lock(tx, id) }),
  values: ({ evidence: before }, body) => {
    const evidence = [...before, ...keptEvidence(body.evidence)]
    if (evidence.length <= EVIDENCE_ENTRIES_MAX) return { evidence }
    const detail =
      `The item would have ${evidence.length} files of evidence, and keeps at most ` +
      `${EVIDENCE_ENTRIES_MAX}: leave some out.`
    return refusalOf([{ pointer: '/evidence', code: 'invalid_value', detail }], 'request')
  },
  event: ({ before, row }) => {
    const added = row.evidence.slice(before.evidence.length)
    return [['inventory_item.evidence_added', { evidenceSha256: hashesOf(added) }]]
  },
})
