import { Badge } from '@mantine/core'
import { words } from './format.ts'

const STATUSES_BY_COLOR = Object.entries({
  teal: ['in_vault', 'completed', 'delivered', 'valid', 'active', 'healthy'],
  yellow: ['pending', 'invited', 'transfer_pending', 'pending_approval'],
  indigo: ['primary', 'shipment_pending', 'packing', 'inspecting', 'approved'],
  blue: ['shipped'],
  orange: ['on_hold', 'suspended'],
  red: ['failing', 'rejected', 'failed'],
})

/** A status in words. The colour only repeats what the words say. */
export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge
      color={STATUSES_BY_COLOR.find(([, statuses]) => statuses.includes(status))?.[0] ?? 'gray'}
      variant="light"
      radius="sm"
      tt="none"
      miw="max-content"
      // The colour's own text has too little contrast on its tint.
      styles={{ label: { color: 'var(--mantine-color-text)' } }}
    >
      {words(status)}
    </Badge>
  )
}
