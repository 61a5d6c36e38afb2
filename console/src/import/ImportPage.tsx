import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { Page } from '../display/Page.tsx'
import { useCaller } from '../session/caller.tsx'
import { BegunImport } from './BegunImport.tsx'
import { CheckedFile } from './CheckedFile.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { type ImportKind, ITEMS, KINDS, kindOf } from './import-kinds.ts'
import { useImport } from './use-import.ts'

/** Imports records from a CSV file: all of its rows, or none. */
export function ImportPage() {
  const { tokenId } = useCaller()
  return (
    <Page title="Import" permission="imports:create">
      <Text size="sm" maw={720}>
        Bring accounts, shipments or items in from a CSV file. You see what is wrong with it before
        anything is imported; then all rows are imported, or none. The same file is imported once in
        seven days, however often it is sent.
      </Text>
      {/* Another token may be of another organization: nothing of this one is sent with it. */}
      <Import key={tokenId} />
    </Page>
  )
}

function Import() {
  const { permissions } = useCaller()
  const [chosenKind, setKind] = useState<ImportKind>(ITEMS)
  const [file, setFile] = useState<File>()
  const { begun, sending, send, forget } = useImport()
  const kind = KINDS.find(({ name }) => name === begun?.kind) ?? chosenKind
  const choose = async (chosen: File) => {
    setKind((await kindOf(chosen)) ?? kind)
    setFile(chosen)
  }
  const another = () => {
    setFile(undefined)
    forget()
  }
  return (
    <>
      <Group align="flex-end">
        <SegmentedControl
          aria-label="What to import"
          value={kind.name}
          disabled={begun !== undefined}
          onChange={(name) => setKind(KINDS.find((each) => each.name === name) ?? kind)}
          data={[
            { value: 'inventory-items', label: 'Items' },
            { value: 'fbo-accounts', label: 'Accounts' },
            { value: 'outbound-shipments', label: 'Shipments' },
          ]}
        />
        {(file !== undefined || begun !== undefined) && (
          <Button variant="default" disabled={sending.isPending} onClick={another}>
            Another file
          </Button>
        )}
      </Group>
      {begun !== undefined ? (
        <BegunImport
          {...{ begun, kind, sending, file }}
          sendAgain={(same) => send({ ...begun, file: same })}
        />
      ) : !permissions.includes(kind.permission) ? (
        <Alert color="yellow" title={`Your token may not import ${kind.plural}`}>
          It needs the permission <code>{kind.permission}</code>. Somebody who manages access tokens
          can issue one that has it.
        </Alert>
      ) : file === undefined ? (
        <ChooseFile kind={kind} choose={(chosen) => void choose(chosen)} />
      ) : (
        <CheckedFile key={kind.name} kind={kind} file={file} send={send} />
      )}
    </>
  )
}
