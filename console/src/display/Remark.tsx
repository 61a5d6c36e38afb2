import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A line of less weight, such as below the text of a cell. */
export function Remark({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed" component="div">
      {children}
    </Text>
  )
}
