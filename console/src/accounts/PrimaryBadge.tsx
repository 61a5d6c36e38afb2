import { Badge } from '@mantine/core'

/** The organization's own account. */
export function PrimaryBadge() {
  return (
    <Badge variant="light" radius="sm" tt="none" autoContrast>
      Primary
    </Badge>
  )
}
