import { Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { ProblemError } from '../api/request.ts'
import { ScrollIntoView } from '../display/DialogForm.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { labelOf } from '../words/problems.ts'
import { counted } from './import-kinds.ts'

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
  const rows = errors.flatMap(({ pointer, detail }) => {
    const [, line, column] = /^\/(\d+)(?:\/(.*))?$/.exec(pointer ?? '') ?? []
    const text = lines[Number(line) - 1]?.slice(0, 200) ?? '—'
    return line === undefined ? [] : [[line, columnOf(column), detail, text]]
  })
  if (rows.length === 0) return <ProblemAlert error={error} />
  return (
    <ScrollIntoView>
      <Stack gap="xs">
        <Title order={2} size="h4">
          Nothing was imported: {counted('problem', errorsTotal)}
        </Title>
        <Text size="sm">Correct the file, then choose it again.</Text>
        <Table.ScrollContainer minWidth={640} type="native" tabIndex={0}>
          <Table
            aria-label="Problems"
            style={{ overflowWrap: 'anywhere' }}
            data={{ head: ['Line', 'Column', 'Problem', 'Line in the file'], body: rows }}
          />
        </Table.ScrollContainer>
        {errorsTotal > rows.length && (
          <Text size="sm" c="dimmed">
            And {(errorsTotal - rows.length).toLocaleString()} more.
          </Text>
        )}
      </Stack>
    </ScrollIntoView>
  )
}

/** A column by its label for people, and by its name in the file. */
function columnOf(name: string | undefined): ReactNode {
  if (name === undefined) return '—'
  return (
    <>
      {labelOf(`/${name}`)}
      <Text size="xs" c="dimmed">
        {name.replaceAll('~1', '/').replaceAll('~0', '~')}
      </Text>
    </>
  )
}
