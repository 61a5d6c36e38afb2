import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { request } from '../api/request.ts'
import { type Begun, keyOf } from './begun-import.ts'
import { counted, type ImportKind } from './import-kinds.ts'
import { Preview } from './Preview.tsx'
import { Refused } from './Refused.tsx'

interface Props {
  readonly kind: ImportKind
  readonly file: File
  readonly send: (import_: Begun & { readonly file: File }) => void
}

/** A file as the service reads it: its first rows, or its violations. */
export function CheckedFile({ kind, file, send }: Props) {
  const { data, error } = useQuery({
    queryKey: ['import preview', useId()],
    queryFn: ({ signal }) =>
      request('POST /v1/imports', { query: { kind: kind.name, preview: true }, file, signal }),
    // It may have a million rows: it is checked once.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  if (error !== null) return <Refused error={error} file={file} />
  if (data === undefined) {
    return (
      <Group role="status">
        <Loader size="sm" />
        <Text size="sm">Checking {file.name}. Nothing is imported yet.</Text>
      </Group>
    )
  }
  const preview = data.body.data
  if (preview.rowsTotal === 0) {
    return (
      <Alert color="yellow" title="The file has no rows" role="alert">
        The first line must name the columns. Each line below it is one {kind.singular}.
      </Alert>
    )
  }
  const begun = { id: keyOf(preview), kind: kind.name, fileName: file.name }
  return (
    <>
      <Preview kind={kind} fileName={file.name} preview={preview} />
      <Group>
        <Button onClick={() => send({ ...begun, file })}>
          Import {counted(kind, preview.rowsTotal)}
        </Button>
      </Group>
    </>
  )
}
