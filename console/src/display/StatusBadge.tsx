import { Badge } from '@mantine/core'
import { words } from './format.ts'

/** By status, from the theme. */
export const STATUS_COLORS: Record<string, string> = {
  ...{ in_vault: 'teal', completed: 'teal', delivered: 'teal', valid: 'teal', healthy: 'teal' },
  ...{ pending: 'yellow', transfer_pending: 'yellow', pending_approval: 'yellow' },
  ...{ shipment_pending: 'indigo', packing: 'indigo', inspecting: 'indigo', approved: 'indigo' },
  ...{ shipped: 'blue', on_hold: 'orange', failing: 'red', rejected: 'red', failed: 'red' },
  ...{ cancelled: 'gray', expired: 'gray', withdrawn: 'gray', revoked: 'gray', disabled: 'gray' },
}

/** A status in words. The colour only repeats what the words say. */
export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge
      color={STATUS_COLORS[status] ?? 'gray'}
      c="var(--mantine-color-text)"
      variant="light"
      miw="max-content"
      radius="sm"
      tt="none"
    >
      {words(status)}
    </Badge>
  )
}
