import { Alert, Button, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { read } from '../api/queries.ts'
import { isOutcomeUnknown, ProblemError } from '../api/request.ts'
import type { Import } from '../api/schema.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { counted, type ImportKind, sumOf } from './import-kinds.ts'
import { Refused } from './Refused.tsx'
import type { Begun, useImport } from './use-import.ts'

interface Props extends Pick<ReturnType<typeof useImport>, 'sending' | 'send'> {
  readonly begun: Begun
  readonly kind: ImportKind
  /** Undefined after a reload: the browser does not keep files. */
  readonly file: File | undefined
}

/** An import that was sent: its progress and its outcome, even if the response was lost. */
export function BegunImport({ begun, kind, sending, file, send }: Props) {
  const { error, isPending } = sending
  const asked = useQuery({
    ...read('GET /v1/imports/{id}', { path: { id: begun.id } }),
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
      {(isPending || found !== undefined) && <Running fileName={begun.fileName} {...found} />}
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
          <Text size="sm" role="status">
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

function Running(props: Partial<Import> & { readonly fileName: string }) {
  const { fileName, state = 'receiving', rowsDone = 0, rowsTotal = 0 } = props
  const isReceiving = state === 'receiving'
  const words = isReceiving
    ? `Sending ${fileName}: ${rowsTotal.toLocaleString()} rows received`
    : `Importing: ${rowsDone.toLocaleString()} of ${rowsTotal.toLocaleString()} rows`
  return (
    <div>
      <Text size="sm" role="status">
        {words}
      </Text>
      <Progress
        value={isReceiving ? 100 : (100 * rowsDone) / Math.max(1, rowsTotal)}
        animated={isReceiving}
        aria-label={words}
      />
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
      <Text size="sm">
        All rows were imported on <Time at={found.completedAt ?? ''} />.{' '}
        <AppLink to={`/${kind.noun}s`} fz="sm" underline="always">
          View {kind.noun}s
        </AppLink>
      </Text>
      {sum && <Text size="sm">{sum}</Text>}
      {found.newIdsBegin !== null && (
        <Text size="sm">
          Rows without an ID received one that begins with <code>{found.newIdsBegin}</code>.
        </Text>
      )}
    </Alert>
  )
}
