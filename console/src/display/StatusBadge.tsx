import { Badge } from '@mantine/core'
import { words } from './format.ts'

/** By status, from the theme. */
export const STATUS_COLORS: Record<string, string> = {
  in_vault: 'teal',
  completed: 'teal',
  delivered: 'teal',
  valid: 'teal',
  active: 'teal',
  healthy: 'teal',
  pending: 'yellow',
  invited: 'yellow',
  transfer_pending: 'yellow',
  pending_approval: 'yellow',
  shipment_pending: 'indigo',
  primary: 'indigo',
  packing: 'indigo',
  inspecting: 'indigo',
  approved: 'indigo',
  shipped: 'blue',
  on_hold: 'orange',
  suspended: 'orange',
  failing: 'red',
  rejected: 'red',
  failed: 'red',
  cancelled: 'gray',
  expired: 'gray',
  withdrawn: 'gray',
  revoked: 'gray',
  disabled: 'gray',
}

/** A status in words. The colour only repeats what the words say. */
export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge
      color={STATUS_COLORS[status] ?? 'gray'}
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
