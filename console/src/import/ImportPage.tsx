import {
  Alert,
  Button,
  Code,
  Group,
  SegmentedControl,
  Table,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { request } from '../api/request.ts'
import { money } from '../display/amounts.ts'
import { counted, words } from '../display/format.ts'
import { Page, Permitted, Section } from '../display/Page.tsx'
import { Remark } from '../display/RecordLink.tsx'
import { useCaller } from '../session/caller.tsx'
import { BegunImport, Refused, Running } from './BegunImport.tsx'
import { KIND_NAMES, KINDS, sumOf } from './import-kinds.ts'
import { type Importing, keyOf, useImport } from './use-import.ts'

/** Imports records from a CSV file: all of its rows, or none. */
export function ImportPage() {
  const { tokenId } = useCaller()
  return (
    <Page title="Import" permission="imports:create">
      <Text maw={720}>
        Import accounts, shipments or items from a CSV file. The file is checked first. If any row
        has a problem, nothing is imported. You can safely try again: within seven days, the same
        file is imported only once.
      </Text>
      {/* Another token may be of another organization: nothing of this one is sent with it. */}
      <Import key={tokenId} />
    </Page>
  )
}

function Import() {
  const importing = useImport()
  const { begun, sending, file, name, kind, setKind, forget } = importing
  return (
    <>
      <Group align="flex-end">
        <SegmentedControl
          aria-label="What to import"
          value={name}
          disabled={begun !== undefined}
          onChange={setKind}
          data={KIND_NAMES.map((value) => ({ value, label: words(`${KINDS[value].noun}s`) }))}
        />
        {(file !== undefined || begun !== undefined) && (
          <Button variant="default" disabled={sending.isPending} onClick={forget}>
            Choose another file
          </Button>
        )}
      </Group>
      {begun !== undefined ? (
        <BegunImport {...importing} begun={begun} />
      ) : (
        <Permitted permission={kind.permission}>
          {file === undefined ? (
            <ChooseFile {...importing} />
          ) : (
            <CheckedFile key={name} {...importing} file={file} />
          )}
        </Permitted>
      )}
    </>
  )
}

function CheckedFile({ name, kind, file, send }: Importing & { readonly file: File }) {
  const { data, error } = useQuery({
    queryKey: ['import preview', useId()],
    queryFn: ({ signal }) =>
      request('POST /v1/imports', {
        query: { type: kind.type, validateOnly: true },
        file,
        signal,
      }),
    // It may have a million rows: it is checked once.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  if (error !== null) return <Refused error={error} file={file} />
  if (data === undefined) {
    return <Running words={`Checking ${file.name}. Nothing is imported yet.`} />
  }
  const preview = data.body.data
  const { columns, firstRows, rowsTotal } = preview
  if (rowsTotal === 0) {
    return (
      <Alert color="yellow" title="The file has no rows" role="alert">
        The first line must name the columns. Each line below it is one {kind.noun}.
      </Alert>
    )
  }
  const cellOf = (text: string, index: number) =>
    text !== '' && columns[index] === kind.amount?.column ? `${text} = ${money(text)}` : text
  const sum = sumOf(kind, preview.amountCents)
  const rest = rowsTotal - firstRows.length
  return (
    <Section title={`${file.name}: ${counted('row', rowsTotal)}, no problems`}>
      <Table.ScrollContainer minWidth={130 * columns.length} type="native" tabIndex={0}>
        <Table
          aria-label={`First rows of ${file.name}`}
          data={{
            head: ['Line', ...columns],
            body: firstRows.map(({ line, cells }) => [line, ...cells.map(cellOf)]),
          }}
        />
      </Table.ScrollContainer>
      {rest > 0 && <Remark>And {rest.toLocaleString()} more.</Remark>}
      {sum && <Text>{sum}</Text>}
      <Group>
        <Button onClick={() => send({ id: keyOf(preview), kind: name, fileName: file.name, file })}>
          Import {counted(kind.noun, rowsTotal)}
        </Button>
      </Group>
    </Section>
  )
}

function ChooseFile({ kind, choose }: Importing) {
  const [text, setText] = useState('')
  return (
    <>
      <Text>
        Columns for {kind.noun}s, in any order: {kind.columns}. To keep IDs and dates from another
        system, add the columns <code>id</code> and <code>createdAt</code>. Enter amounts in cents:
        125000 is {money('125000')}.
      </Text>
      <Code block tabIndex={0}>
        {kind.example}
      </Code>
      <TextInput
        type="file"
        label="CSV file"
        description="Choose a file, or drop it here."
        accept=".csv,.tsv,.txt,text/csv"
        styles={{
          input: { height: 'auto', padding: 'var(--mantine-spacing-lg)', borderStyle: 'dashed' },
        }}
        onChange={({ currentTarget: { files } }) => files?.[0] && void choose(files[0])}
      />
      <Textarea
        label="Or paste the rows"
        description="Include the header as the first line. You can paste directly from a spreadsheet."
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Button
        variant="default"
        mr="auto"
        disabled={text.trim() === ''}
        onClick={() => void choose(new File([text], 'pasted rows'))}
      >
        Check these rows
      </Button>
    </>
  )
}
