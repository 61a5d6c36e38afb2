import { Stack, Table, Text, Title } from '@mantine/core'
import type { Fault, ImportFile } from './read-rows.ts'

const SHOWN = 100

interface Props {
  readonly file: ImportFile
  readonly faults: readonly Fault[]
}

/** What is wrong, by line and column. */
export function FaultTable({ file, faults }: Props) {
  if (faults.length === 0) return null
  const sorted = [...faults].sort((one, other) => one.line - other.line)
  const lines = new Set(faults.map(({ line }) => line)).size
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {faults.length === 1 ? '1 fault' : `${faults.length.toLocaleString()} faults`} in{' '}
        {lines === 1 ? '1 line' : `${lines.toLocaleString()} lines`}
      </Title>
      <Table.ScrollContainer minWidth={480} type="native" tabIndex={0}>
        <Table aria-label="Faults">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Line</Table.Th>
              <Table.Th>Column</Table.Th>
              <Table.Th>Cell</Table.Th>
              <Table.Th>Fault</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted.slice(0, SHOWN).map((fault) => (
              <Table.Tr key={`${fault.line} ${fault.column} ${fault.detail}`}>
                <Table.Td>{fault.line}</Table.Td>
                <Table.Td>{fault.column ?? '—'}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{cellOf(file, fault)}</Table.Td>
                <Table.Td>{fault.detail}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {faults.length > SHOWN && (
        <Text size="sm" c="dimmed">
          And {(faults.length - SHOWN).toLocaleString()} more.
        </Text>
      )}
    </Stack>
  )
}

function cellOf({ rows, columns }: ImportFile, { place, column }: Fault): string {
  const index = columns.findIndex((each) => each?.name === column)
  const cell = place === undefined ? undefined : rows[place]?.cells[index]
  return cell === undefined || cell === '' ? '—' : cell.slice(0, 80)
}
