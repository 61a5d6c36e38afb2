import { Badge, Stack, Table, Text, Title } from '@mantine/core'
import { money } from '../display/amounts.ts'
import type { ImportFile } from './read-rows.ts'
import { Sum } from './Sum.tsx'

const SHOWN = 5

/** The first rows, with what each column is taken for. */
export function Preview({ file }: { readonly file: ImportFile }) {
  const { name, header, columns, rows, kind } = file
  const leftOut = columns.flatMap((column) =>
    column?.leftOut === undefined ? [] : [[column.name, column.leftOut] as const],
  )
  const unknown = header.filter((cell, index) => cell !== '' && columns[index] === undefined)
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {name}: {rows.length === 1 ? '1 row' : `${rows.length.toLocaleString()} rows`}
      </Title>
      <Table.ScrollContainer
        minWidth={Math.max(400, header.length * 130)}
        type="native"
        tabIndex={0}
      >
        <Table aria-label={`First rows of ${name}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Line</Table.Th>
              {header.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a header may repeat a cell
                <Table.Th key={index}>
                  {columns[index]?.name ?? cell}
                  {columns[index] === undefined || columns[index]?.leftOut !== undefined ? (
                    <Badge ml={6} size="xs" variant="default" tt="none">
                      not sent
                    </Badge>
                  ) : null}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, SHOWN).map(({ line, cells }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                {header.map((_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row stay in place
                  <Table.Td key={index}>
                    {cells[index]}
                    <Printed file={file} index={index} cell={cells[index] ?? ''} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length > SHOWN && (
        <Text size="xs" c="dimmed">
          And {(rows.length - SHOWN).toLocaleString()} more.
        </Text>
      )}
      <Sum file={file} rows={rows} />
      {leftOut.map(([column, why]) => (
        <Text key={column} size="sm">
          <code>{column}</code> is not sent. {why}
        </Text>
      ))}
      {unknown.length > 0 && (
        <Text size="sm">
          Not sent, because {kind.plural} have no such column: <code>{unknown.join(', ')}</code>.
          Check the spelling.
        </Text>
      )}
    </Stack>
  )
}

/** Cents, printed as the amount that they are. */
function Printed(props: {
  readonly file: ImportFile
  readonly index: number
  readonly cell: string
}) {
  const { file, index, cell } = props
  const column = file.columns[index]
  if (column?.name !== file.kind.amount.column || cell === '' || column.rule?.(cell)) return null
  return (
    <Text span size="xs" c="dimmed">
      {' '}
      = {money(cell)}
    </Text>
  )
}
