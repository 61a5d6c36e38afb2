import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Permission } from '../session/caller.tsx'

interface Props {
  readonly title: string
  /** Shown beside the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A section of the home page. */
export function Section({ title, aside, children }: Props) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title} miw={0}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}

/** Shown instead of figures that the token may not read. */
export function Missing({ permission }: { readonly permission: Permission }) {
  return (
    <Text size="sm" c="dimmed">
      Requires the permission <code>{permission}</code>.
    </Text>
  )
}
