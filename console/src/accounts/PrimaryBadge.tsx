import { Badge } from '@mantine/core'

/** The organization's own account. */
export function PrimaryBadge() {
  return (
    <Badge variant="light" radius="sm" tt="none" miw="max-content">
      Primary
    </Badge>
  )
}
