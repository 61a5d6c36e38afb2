import { Text, type TextProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A line of less weight, such as below the text of a cell. */
export function Remark(props: TextProps & Omit<ComponentProps<'div'>, keyof TextProps>) {
  return <Text size="xs" c="dimmed" component="div" {...props} />
}
