import { Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IntoView } from '../display/IntoView.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { useUnsent } from '../display/use-unsent.ts'
import { useMay } from '../session/caller.tsx'
import { FaultTable } from './FaultTable.tsx'
import { ImportResult } from './ImportResult.tsx'
import { Preview } from './Preview.tsx'
import type { ImportFile, ImportRow } from './read-rows.ts'
import { Sum } from './Sum.tsx'
import { useCheck } from './use-check.ts'
import { useSending } from './use-sending.ts'

interface Props {
  readonly file: ImportFile
  readonly running: (isRunning: boolean) => void
}

/** One file: looked at, checked, sent. */
export function ImportRun({ file, running }: Props) {
  const { kind, rows } = file
  const may = useMay(kind.permission)
  const queries = useQueryClient()
  const check = useCheck(file, may)
  const sending = useSending(file, async (isRunning) => {
    running(isRunning)
    if (!isRunning) await queries.invalidateQueries()
  })
  useUnsent(sending.isRunning, 'Rows are being sent. Leave, and stop?')
  const good = rows.filter(({ place }) => !check.faultyPlaces.has(place))
  const again = async () => {
    const missing = new Set(
      rows.map(({ place }) => place).filter((place) => !sending.made.has(place)),
    )
    const faulty = await check.again(missing)
    if (faulty === undefined) return
    await sending.send(new Set([...missing].filter((place) => !faulty.has(place))))
  }
  return (
    <Stack gap="md">
      {sending.isRunning && (
        <IntoView>
          <Running label="Sending" done={sending.done} total={sending.total} />
          <Button variant="default" mt="md" onClick={sending.stop}>
            Stop
          </Button>
        </IntoView>
      )}
      <ProblemAlert error={sending.error} />
      {sending.hasRun && !sending.isRunning && (
        <ImportResult
          file={file}
          outcomes={sending.outcomes}
          faults={check.faults}
          again={check.isRunning ? undefined : again}
        />
      )}
      <Preview file={file} />
      {check.isRunning && (
        <Running
          label={`Checking ${rows.length.toLocaleString()} rows; nothing is sent yet`}
          done={check.done}
          total={rows.length}
        />
      )}
      <ProblemAlert error={check.error} />
      {!sending.isRunning && <FaultTable file={file} faults={check.faults} />}
      {!sending.hasRun && !check.isRunning && may && check.error === undefined && (
        <Start
          key={check.faultyPlaces.size}
          file={file}
          good={good}
          isRefused={check.faults.some(({ place }) => place === undefined)}
          start={() => sending.send(new Set(good.map(({ place }) => place)))}
        />
      )}
    </Stack>
  )
}

function Running(props: { readonly label: string; readonly done: number; readonly total: number }) {
  const { label, done, total } = props
  return (
    <div>
      <Text size="sm" role="status">
        {label}: {done.toLocaleString()} of {total.toLocaleString()}
      </Text>
      <Progress
        value={total === 0 ? 0 : (100 * done) / total}
        aria-label={label}
        transitionDuration={200}
      />
    </div>
  )
}

function Start(props: {
  readonly file: ImportFile
  readonly good: readonly ImportRow[]
  /** The header has a fault: no row can be sent. */
  readonly isRefused: boolean
  readonly start: () => Promise<void>
}) {
  const { file, good, isRefused, start } = props
  const { kind, rows } = file
  const [isLeftOut, setLeftOut] = useState(false)
  const faulty = rows.length - good.length
  if (isRefused) return <Text size="sm">Mend the header, then choose the file again.</Text>
  if (good.length === 0) return <Text size="sm">Every row has a fault: mend the file first.</Text>
  const rowsWith = faulty === 1 ? 'row' : `${faulty.toLocaleString()} rows`
  const many =
    good.length === 1 ? `1 ${kind.singular}` : `${good.length.toLocaleString()} ${kind.plural}`
  return (
    <Stack gap="xs">
      {faulty > 0 ? (
        <Checkbox
          label={`Leave out the ${rowsWith} with a fault`}
          description="What is left out can be downloaded. Or mend the file, and choose it again."
          checked={isLeftOut}
          onChange={(event) => setLeftOut(event.currentTarget.checked)}
        />
      ) : (
        <Text size="sm" role="status">
          No fault was found.
        </Text>
      )}
      {faulty > 0 && isLeftOut && <Sum file={file} rows={good} />}
      <Group>
        <Button disabled={faulty > 0 && !isLeftOut} onClick={() => void start()}>
          Import {many}
        </Button>
      </Group>
    </Stack>
  )
}
