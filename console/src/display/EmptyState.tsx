import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  /** The next step, or the reason why there is nothing. */
  readonly children?: ReactNode
}

/** Says that there is nothing to show, and what to do about it. */
export function EmptyState({ title, children }: Props) {
  return (
    <Stack align="center" gap="xs" py="xl">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={480} component="div">
        {children}
      </Text>
    </Stack>
  )
}
