import { Skeleton, Stack } from '@mantine/core'

export function Loading() {
  return (
    <Stack gap="xs" aria-busy="true" aria-label="Loading">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} h={32} />
      ))}
    </Stack>
  )
}
