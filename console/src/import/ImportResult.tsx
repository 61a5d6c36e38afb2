import { Alert, Button, CopyButton, Group, Stack, Table, Text, Title } from '@mantine/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { IntoView } from '../display/IntoView.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import type { Fault, ImportFile, ImportRow } from './read-rows.ts'
import { missingCsv, resultCsv } from './result-csv.ts'
import { Sum } from './Sum.tsx'
import type { Outcome } from './send-rows.ts'

const SHOWN = 100

interface Props {
  readonly file: ImportFile
  readonly outcomes: ReadonlyMap<number, Outcome>
  /** Why rows were left out. */
  readonly faults: readonly Fault[]
  /** Checks and sends what is missing; undefined while it is being checked. */
  readonly again: (() => Promise<void>) | undefined
}

/** What was made, what was not and why, and what can be done about it. */
export function ImportResult({ file, outcomes, faults, again }: Props) {
  const { kind, rows } = file
  const made = rows.filter(({ place }) => idOf(outcomes, place) !== undefined)
  const missing = rows.length - made.length
  const faulty = new Set(faults.map(({ place }) => place))
  const isWorthSending = rows.some(
    ({ place }) => idOf(outcomes, place) === undefined && !faulty.has(place),
  )
  return (
    <Stack gap="md">
      <Outline file={file} done={made} />
      <Group gap="xs">
        {missing > 0 && (
          <Button
            variant={isWorthSending ? 'filled' : 'default'}
            onClick={() => void again?.()}
            loading={again === undefined}
          >
            Send {missing === 1 ? 'the missing row' : `the ${count(missing)} missing rows`} again
          </Button>
        )}
        <Files file={file} outcomes={outcomes} faults={faults} isMissing={missing > 0} />
      </Group>
      {missing > 0 && <Failures file={file} outcomes={outcomes} />}
      {made.length > 0 && (
        <>
          <Title order={2} size="h4">
            Imported
          </Title>
          <Table aria-label="Imported">
            <Table.Tbody>
              {made.slice(0, SHOWN).map(({ place, line, cells }) => (
                <Table.Tr key={place}>
                  <Table.Td w={64}>{line}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    <RecordLink
                      type={kind.name === 'items' ? 'item' : 'account'}
                      id={idOf(outcomes, place) ?? ''}
                    />
                    <Text size="xs" c="dimmed">
                      {cells.filter((cell) => cell !== '').join(' · ')}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {made.length > SHOWN && (
            <Text size="sm" c="dimmed">
              And {count(made.length - SHOWN)} more, in the result.
            </Text>
          )}
        </>
      )}
    </Stack>
  )
}

/** How much was made. It is where the person looks on: the page was at its foot. */
function Outline({ file, done }: Pick<Props, 'file'> & { readonly done: readonly ImportRow[] }) {
  const { kind, rows } = file
  const made = done.length
  const missing = rows.length - made
  const many = made === 1 ? `1 ${kind.singular}` : `${count(made)} ${kind.plural}`
  return (
    <IntoView>
      <Alert
        ref={focus}
        tabIndex={-1}
        role="status"
        color={missing === 0 ? 'teal' : 'yellow'}
        icon={missing === 0 ? <CircleCheck /> : <CircleAlert />}
        title={`${many} imported${missing === 0 ? '' : `, ${count(missing)} not`}`}
      >
        {missing === 0
          ? 'Every row is in. The result has the new id of each.'
          : 'Sending rows again makes nothing twice. Rows with a fault need a mended file.'}
        <Sum file={file} rows={done} />
      </Alert>
    </IntoView>
  )
}

function focus(node: HTMLElement | null): void {
  node?.focus({ preventScroll: true })
}

function Files({
  file,
  outcomes,
  faults,
  isMissing,
}: Omit<Props, 'again'> & { isMissing: boolean }) {
  const stem = file.name.replace(/\.\w+$/, '').replaceAll(' ', '-')
  return (
    <>
      <Button
        variant="default"
        onClick={() => download(`${stem}.result.csv`, resultCsv(file, outcomes, faults))}
      >
        Download the result
      </Button>
      <CopyButton value={resultCsv(file, outcomes, faults)}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy the result'}
          </Button>
        )}
      </CopyButton>
      {isMissing && (
        <Button
          variant="default"
          onClick={() => download(`${stem}.missing.csv`, missingCsv(file, outcomes))}
        >
          Download the missing rows
        </Button>
      )}
    </>
  )
}

/** The rows that were sent and refused; those with a fault are in the table of faults. */
function Failures({ file, outcomes }: Pick<Props, 'file' | 'outcomes'>) {
  const failed = file.rows.flatMap(({ place, line }) => {
    const outcome = outcomes.get(place)
    return outcome !== undefined && 'problem' in outcome ? [{ line, problem: outcome.problem }] : []
  })
  if (failed.length === 0) return null
  return (
    <>
      <Title order={2} size="h4">
        Not imported
      </Title>
      <Table aria-label="Not imported">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={64}>Line</Table.Th>
            <Table.Th>Why</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {failed.slice(0, SHOWN).map(({ line, problem }) => (
            <Table.Tr key={line}>
              <Table.Td>{line}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {problem.detail}{' '}
                {problem.requestId !== '' && (
                  <Text span size="xs" c="dimmed">
                    Request {problem.requestId}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {failed.length > SHOWN && (
        <Text size="sm" c="dimmed">
          And {count(failed.length - SHOWN)} more, in the result.
        </Text>
      )}
    </>
  )
}

function idOf(outcomes: ReadonlyMap<number, Outcome>, place: number): string | undefined {
  const outcome = outcomes.get(place)
  return outcome !== undefined && 'id' in outcome ? outcome.id : undefined
}

function count(number: number): string {
  return number.toLocaleString()
}

/** Gives the browser a file, as if it came from the service. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: the browser has yet to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
