import { Paper, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** Names and values. Those without a value are left out. */
  readonly items: readonly (readonly [string, ReactNode])[]
}

/** The fields of a record. */
export function DescriptionList({ items }: Props) {
  const shown = items.filter(([, value]) => value || value === 0)
  if (shown.length === 0) return null
  return (
    <Paper withBorder p="md">
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" m={0}>
        {shown.map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Paper>
  )
}
