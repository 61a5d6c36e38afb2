import { Stack, Table, Text, Title } from '@mantine/core'
import type { Import } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import type { ImportKind } from './import-kinds.ts'

interface Props {
  readonly kind: ImportKind
  readonly fileName: string
  readonly preview: Import
}

/** The first rows of a file, and the sum of its amounts. */
export function Preview({ kind, fileName, preview }: Props) {
  const { columns, firstRows, rowsTotal } = preview
  const rest = rowsTotal - firstRows.length
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {fileName}: {rowsTotal === 1 ? '1 row' : `${rowsTotal.toLocaleString()} rows`}, no problems
      </Title>
      <Table.ScrollContainer
        minWidth={Math.max(400, columns.length * 130)}
        type="native"
        tabIndex={0}
      >
        <Table aria-label={`First rows of ${fileName}`}>
          <Table.Thead>
            <Table.Tr>
              {['Line', ...columns].map((column) => (
                <Table.Th key={column}>{column}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {firstRows.map(({ line, cells }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                {columns.map((column, index) => (
                  <Table.Td key={column}>
                    {cells[index]}
                    {column === kind.amount?.column && cells[index] && (
                      <Text span size="xs" c="dimmed">
                        {' '}
                        = {money(cells[index])}
                      </Text>
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rest > 0 && (
        <Text size="xs" c="dimmed">
          And {rest.toLocaleString()} more.
        </Text>
      )}
      <Sum kind={kind} cents={preview.amountCents} />
    </Stack>
  )
}

/** The sum of the amounts: it reveals a file in another unit than cents. */
export function Sum({ kind, cents }: { readonly kind: ImportKind; readonly cents: string | null }) {
  if (kind.amount === undefined || cents === null) return null
  return (
    <Text size="sm">
      {kind.amount.words}: <b>{money(cents)}</b>
    </Text>
  )
}
