import { Badge } from '@mantine/core'

/** Marks the organization's own account. */
export function PrimaryBadge() {
  return (
    <Badge variant="light" radius="sm" tt="none" miw="max-content">
      Primary
    </Badge>
  )
}
