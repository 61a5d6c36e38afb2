import { Alert, Button, Progress, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useRead } from '../api/queries.ts'
import { isOutcomeUnknown, ProblemError } from '../api/request.ts'
import type { Import } from '../api/schema.ts'
import { ScrollIntoView } from '../display/DialogForm.tsx'
import { counted } from '../display/format.ts'
import { Section } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink, Remark } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { labelOf } from '../words/problems.ts'
import { type ImportKind, sumOf } from './import-kinds.ts'
import type { Importing } from './use-import.ts'

interface Props extends Importing {
  readonly begun: NonNullable<Importing['begun']>
}

/** An import that was sent: its progress and its outcome, even if the response was lost. */
export function BegunImport({ begun, kind, sending, file, send }: Props) {
  const { error, isPending } = sending
  const asked = useRead('GET /v1/imports/{id}', {
    path: { id: begun.id },
    refetchInterval: ({ state }) =>
      state.data?.body.data.state === 'completed' ? false : isPending ? 1_000 : 3_000,
  })
  const isAbsent = asked.error instanceof ProblemError && asked.error.problem.status === 404
  const found = sending.data?.body.data ?? (isAbsent ? undefined : asked.data?.body.data)
  if (found?.state === 'completed') return <Completed kind={kind} found={found} />
  if (error !== null && file !== undefined && !mayHaveBegun(error)) {
    return <Refused error={error} file={file} />
  }
  return (
    <Stack gap="md">
      {(isPending || found !== undefined) && <Running {...progressOf(begun.fileName, found)} />}
      <ProblemAlert error={error} />
      {!isPending && (
        <>
          {isAbsent ? (
            <Alert color="yellow" title={`${begun.fileName} was not imported`} role="status">
              The service did not receive the whole file, or refused it.
            </Alert>
          ) : (
            <ProblemAlert error={asked.error} />
          )}
          <Text role="status">
            {error !== null && 'We cannot tell yet whether the file was imported. '}
            This page checks every few seconds. You can safely send the same file again: the import
            continues where it stopped, and nothing is imported twice.
          </Text>
          {file !== undefined && (
            <Button mr="auto" onClick={() => send({ ...begun, file })}>
              Send the file again
            </Button>
          )}
        </>
      )}
    </Stack>
  )
}

/** Whether the import may be running, or done, although its response is an error. */
function mayHaveBegun(error: ProblemError): boolean {
  const { code, status } = error.problem
  return isOutcomeUnknown(error) || code === 'idempotency_in_progress' || status === 429
}

function progressOf(fileName: string, found: Partial<Import> = {}) {
  const { state = 'receiving', rowsDone = 0, rowsTotal = 0 } = found
  const total = rowsTotal.toLocaleString()
  if (state === 'receiving') return { words: `Sending ${fileName}: ${total} rows received` }
  const words = `Importing: ${rowsDone.toLocaleString()} of ${total} rows`
  return { words, percent: (100 * rowsDone) / Math.max(1, rowsTotal) }
}

/** The progress of the service; without a number, that it is at work. */
export function Running({ words, percent }: { readonly words: string; readonly percent?: number }) {
  return (
    <div>
      <Text role="status">{words}</Text>
      <Progress value={percent ?? 100} animated={percent === undefined} aria-label={words} />
    </div>
  )
}

function focus(node: HTMLElement | null): void {
  node?.focus({ preventScroll: true })
}

function Completed({ kind, found }: { readonly kind: ImportKind; readonly found: Import }) {
  const sum = sumOf(kind, found.amountCents)
  return (
    <Alert
      ref={focus}
      tabIndex={-1}
      role="status"
      color="teal"
      icon={<CircleCheck />}
      title={`${counted(kind.noun, found.rowsTotal)} imported`}
    >
      <Text>
        All rows were imported on <Time at={found.completedAt ?? ''} />.{' '}
        <AppLink to={`/${kind.noun}s`} underline="always">
          View {kind.noun}s
        </AppLink>
      </Text>
      {sum && <Text>{sum}</Text>}
      {found.newIdsBegin !== null && (
        <Text>
          Rows without an ID received one that begins with <code>{found.newIdsBegin}</code>.
        </Text>
      )}
    </Alert>
  )
}

/** Lines of larger files are not shown: reading them would make the browser slow. */
const SHOWN_BYTES_MAX = 50_000_000

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
    const text = (
      <span key="text" style={{ overflowWrap: 'anywhere' }}>
        {lines[Number(line) - 1]?.slice(0, 200) ?? '—'}
      </span>
    )
    return line === undefined ? [] : [[line, columnOf(column), detail, text]]
  })
  if (rows.length === 0) return <ProblemAlert error={error} />
  return (
    <ScrollIntoView>
      <Section title={`Nothing was imported: ${counted('problem', errorsTotal)}`}>
        <Text>Correct the file, then choose it again.</Text>
        <Table.ScrollContainer minWidth={640} type="native" tabIndex={0}>
          <Table
            aria-label="Problems"
            data={{ head: ['Line', 'Column', 'Problem', 'Line in the file'], body: rows }}
          />
        </Table.ScrollContainer>
        {errorsTotal > rows.length && (
          <Text c="dimmed">And {(errorsTotal - rows.length).toLocaleString()} more.</Text>
        )}
      </Section>
    </ScrollIntoView>
  )
}

/** A column by its label for people, and by its name in the file. */
function columnOf(name: string | undefined): ReactNode {
  if (name === undefined) return '—'
  return (
    <>
      {labelOf(`/${name}`)}
      <Remark>{name.replaceAll('~1', '/').replaceAll('~0', '~')}</Remark>
    </>
  )
}
