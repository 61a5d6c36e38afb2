import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { read } from '../api/queries.ts'
import { isOutcomeUnknown, ProblemError } from '../api/request.ts'
import type { Import } from '../api/schema.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import type { Begun } from './begun-import.ts'
import { counted, type ImportKind } from './import-kinds.ts'
import { Sum } from './Preview.tsx'
import { Refused } from './Refused.tsx'
import type { Sending } from './use-import.ts'

interface Props {
  readonly begun: Begun
  readonly kind: ImportKind
  readonly sending: Sending
  /** Undefined after a reload: the browser does not keep files. */
  readonly file: File | undefined
  readonly sendAgain: (file: File) => void
}

/** An import that was sent: its progress and its outcome, even if the response was lost. */
export function BegunImport({ begun, kind, sending, file, sendAgain }: Props) {
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
      {(isPending || found !== undefined) && <Running begun={begun} found={found} />}
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
            <Group>
              <Button onClick={() => sendAgain(file)}>Send the file again</Button>
            </Group>
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

function Running(props: { readonly begun: Begun; readonly found: Import | undefined }) {
  const { state = 'receiving', rowsDone = 0, rowsTotal = 0 } = props.found ?? {}
  const words =
    state === 'receiving'
      ? `Sending ${props.begun.fileName}: ${rowsTotal.toLocaleString()} rows received`
      : `Importing: ${rowsDone.toLocaleString()} of ${rowsTotal.toLocaleString()} rows`
  return (
    <div>
      <Text size="sm" role="status">
        {words}
      </Text>
      <Progress
        value={state === 'receiving' ? 100 : (100 * rowsDone) / Math.max(1, rowsTotal)}
        animated={state === 'receiving'}
        aria-label={words}
      />
    </div>
  )
}

function Completed({ kind, found }: { readonly kind: ImportKind; readonly found: Import }) {
  return (
    <Alert
      ref={focus}
      tabIndex={-1}
      role="status"
      color="teal"
      icon={<CircleCheck />}
      title={`${counted(kind, found.rowsTotal)} imported`}
    >
      <Text size="sm">
        All rows were imported on <Time at={found.completedAt ?? ''} />.{' '}
        <AppLink to={kind.page} fz="sm" underline="always">
          View {kind.plural}
        </AppLink>
      </Text>
      <Sum kind={kind} cents={found.amountCents} />
      {found.newIdsBegin !== null && (
        <Text size="sm">
          Rows without an ID received one that begins with <code>{found.newIdsBegin}</code>.
        </Text>
      )}
    </Alert>
  )
}

function focus(node: HTMLElement | null): void {
  node?.focus({ preventScroll: true })
}
