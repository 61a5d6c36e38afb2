import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Permission } from '../session/caller.tsx'

interface Props {
  readonly title: string
  /** Beside the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A part of the home page. */
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

/** Stands for figures that the token may not read. */
export function Needs({ permission }: { readonly permission: Permission }) {
  return (
    <Text size="sm" c="dimmed">
      Your token may not read these figures: they need the permission <code>{permission}</code>.
    </Text>
  )
}
