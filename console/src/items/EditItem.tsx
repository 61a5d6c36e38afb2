import { useChange } from '../api/queries.ts'
import type { InventoryItem } from '../api/schema.ts'
import {
  EditRecord,
  METADATA_FIELD,
  metadataPatch,
  pairsOf,
  pairsText,
} from '../display/EditRecord.tsx'

interface Props {
  readonly item: InventoryItem
  readonly etag: string | undefined
}

const FIELDS = [
  { name: 'description', label: 'Description', description: 'No personal data: it stays.' },
  {
    name: 'identifiers',
    label: 'Identifiers',
    description: 'One on a line, such as “serial: 73274787”.',
    kind: 'lines',
  },
  METADATA_FIELD,
] as const

/** Corrects what describes the item, with a reason. */
export function EditItem({ item, etag }: Props) {
  const { id, description, identifiers, metadata } = item
  const update = useChange('PATCH /v1/inventory-items/{id}', ['fbo-accounts', 'events'])
  return (
    <EditRecord
      label="Edit item"
      permission="inventory_items:update"
      fields={FIELDS}
      values={{
        description: description ?? '',
        identifiers: pairsText(identifiers.map(({ scheme, value }) => [scheme, value])),
        metadata: pairsText(Object.entries(metadata)),
      }}
      etag={etag}
      hasReason
      save={(changed, ifMatch, reason) => {
        const { description: text, identifiers: numbers, metadata: pairs } = changed
        const body = {
          ...(text !== undefined && { description: text || null }),
          ...(numbers !== undefined && {
            identifiers: pairsOf(numbers).map(([scheme, value]) => ({ scheme, value })),
          }),
          ...(pairs !== undefined && { metadata: metadataPatch(metadata, pairs) }),
          reason,
        }
        return update.mutateAsync({ path: { id }, body, ifMatch })
      }}
    />
  )
}
