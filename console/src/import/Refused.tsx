import { Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ProblemError } from '../api/request.ts'
import { ScrollIntoView } from '../display/DialogForm.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'

/** Lines of larger files are not shown: reading them would make the browser slow. */
const SHOWN_BYTES_MAX = 50_000_000

/** The violations of a file, each beside its line. */
export function Refused({ error, file }: { readonly error: Error; readonly file: File }) {
  const { data: lines = [] } = useQuery({
    queryKey: ['import lines', useId()],
    queryFn: async () =>
      file.size > SHOWN_BYTES_MAX ? [] : (await file.text()).split(/\r\n|\n|\r/),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { errors = [], errorsTotal = 0 } = error instanceof ProblemError ? error.problem : {}
  const violations = errors.flatMap(({ pointer = '', detail }) => {
    const [, line, column] = /^\/(\d+)(?:\/(.*))?$/.exec(pointer) ?? []
    if (line === undefined) return []
    return [{ line: Number(line), column: column?.replace(/~1/g, '/').replace(/~0/g, '~'), detail }]
  })
  if (violations.length === 0) return <ProblemAlert error={error} />
  return (
    <ScrollIntoView>
      <Stack gap="xs">
        <Title order={2} size="h4">
          Nothing was imported:{' '}
          {errorsTotal === 1 ? '1 problem' : `${errorsTotal.toLocaleString()} problems`}
        </Title>
        <Text size="sm">Correct the file, then choose it again.</Text>
        <Table.ScrollContainer minWidth={640} type="native" tabIndex={0}>
          <Table aria-label="Problems">
            <Table.Thead>
              <Table.Tr>
                {['Line', 'Column', 'Problem', 'Line in the file'].map((heading) => (
                  <Table.Th key={heading}>{heading}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {violations.map(({ line, column, detail }) => (
                <Table.Tr key={`${line} ${column} ${detail}`}>
                  <Table.Td>{line}</Table.Td>
                  <Table.Td>{column ?? '—'}</Table.Td>
                  <Table.Td>{detail}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {lines[line - 1]?.slice(0, 200) ?? '—'}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {errorsTotal > violations.length && (
          <Text size="sm" c="dimmed">
            And {(errorsTotal - violations.length).toLocaleString()} more.
          </Text>
        )}
      </Stack>
    </ScrollIntoView>
  )
}
