import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { useCaller } from '../session/caller.tsx'
import { ByCommand } from './ByCommand.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { ImportRun } from './ImportRun.tsx'
import { type ImportKind, ITEMS, KINDS, kindOf } from './import-kinds.ts'
import type { CsvRecord } from './read-csv.ts'
import { readRows } from './read-rows.ts'

interface Source {
  readonly name: string
  readonly records: readonly CsvRecord[]
}

/** Brings accounts or items in from a CSV file. */
export function ImportPage() {
  const [kind, setKind] = useState<ImportKind>(ITEMS)
  const [source, setSource] = useState<Source>()
  const [unreadable, setUnreadable] = useState<unknown>()
  const [isRunning, setRunning] = useState(false)
  const read = async (name: string, content: ArrayBuffer | string) => {
    setSource(undefined)
    setUnreadable(undefined)
    // The parser is loaded with the first file.
    const csv = await import('./read-csv.ts')
    try {
      const records = csv.readCsv(typeof content === 'string' ? content : csv.decode(content))
      setKind(kindOf(records[0]?.cells ?? []) ?? kind)
      setSource({ name, records })
    } catch (error) {
      setUnreadable(
        error instanceof csv.UnreadableCsv ? `Line ${error.line}: ${error.message}` : error,
      )
    }
  }
  const file = useMemo(() => source && readRows(kind, source.name, source.records), [kind, source])
  return (
    <Page title="Import">
      <Text size="sm" maw={720}>
        Bring accounts or items in from a CSV file. You see what is wrong with it before anything is
        sent, and the same file never makes anything twice within seven days.
      </Text>
      <Group align="flex-end">
        <SegmentedControl
          aria-label="What to import"
          value={kind.name}
          disabled={isRunning}
          onChange={(name) => setKind(KINDS.find((each) => each.name === name) ?? kind)}
          data={[
            { value: 'items', label: 'Items' },
            { value: 'accounts', label: 'Accounts' },
          ]}
        />
        {file !== undefined && (
          <Button variant="default" disabled={isRunning} onClick={() => setSource(undefined)}>
            Another file
          </Button>
        )}
      </Group>
      <MissingPermission kind={kind} />
      {typeof unreadable === 'string' ? (
        <Alert color="red" title="The file cannot be read" role="alert">
          {unreadable}
        </Alert>
      ) : (
        <ProblemAlert error={unreadable} />
      )}
      {file === undefined ? (
        <ChooseFile kind={kind} read={read} />
      ) : file.rows.length === 0 ? (
        <Alert color="yellow" title="There is no row behind the header" role="alert">
          The first line names the columns; each line behind it is one {kind.singular}.
        </Alert>
      ) : (
        <ImportRun key={`${file.digest} ${file.name}`} file={file} running={setRunning} />
      )}
      <ByCommand kind={kind} />
    </Page>
  )
}

function MissingPermission({ kind }: { readonly kind: ImportKind }) {
  const { permissions } = useCaller()
  if (permissions.includes(kind.permission)) return null
  return (
    <Alert color="yellow" title={`Your token may not import ${kind.plural}`}>
      <Stack gap={4}>
        <Text size="sm">
          It needs the permission <code>{kind.permission}</code>. Somebody who manages access tokens
          can issue one that has it. You can still look for faults in a file here.
        </Text>
      </Stack>
    </Alert>
  )
}
