import { Paper, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** The fields of a record: names and values. */
export function DescriptionList({
  items,
}: {
  readonly items: readonly (readonly [string, ReactNode])[]
}) {
  return (
    <Paper withBorder p="md">
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" m={0}>
        {items.map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value ?? '—'}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Paper>
  )
}
