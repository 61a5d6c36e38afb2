import { Text } from '@mantine/core'
import { money } from '../display/amounts.ts'
import type { ImportFile, ImportRow } from './read-rows.ts'

interface Props {
  readonly file: ImportFile
  readonly rows: readonly ImportRow[]
}

/** What the amounts of the rows come to: a file in another unit than cents is seen by it. */
export function Sum({ file: { kind }, rows }: Props) {
  const { column, words } = kind.amount
  const rule = kind.columns.find(({ name }) => name === column)?.rule
  const amounts = rows
    .map(({ body }) => String((body as Record<string, unknown>)[column] ?? 0))
    .filter((cell) => rule?.(cell) === undefined)
  const sum = amounts.reduce((all, cents) => all + BigInt(cents), 0n)
  return (
    <Text size="sm">
      {words} together: <b>{money(`${sum}`)}</b>
      {amounts.length < rows.length && ' without the cells that are no whole number of cents'}
    </Text>
  )
}
