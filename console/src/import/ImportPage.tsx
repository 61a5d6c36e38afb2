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
            Choose another file
          </Button>
        )}
      </Group>
      {begun !== undefined ? (
        <BegunImport
          begun={begun}
          kind={kind}
          sending={sending}
          file={file}
          sendAgain={(same) => send({ ...begun, file: same })}
        />
      ) : !permissions.includes(kind.permission) ? (
        <Alert color="yellow" title={`You do not have permission to import ${kind.plural}`}>
          This requires the permission <code>{kind.permission}</code>. Ask somebody who manages
          access tokens for a token that has it.
        </Alert>
      ) : file === undefined ? (
        <ChooseFile kind={kind} choose={(chosen) => void choose(chosen)} />
      ) : (
        <CheckedFile key={kind.name} kind={kind} file={file} send={send} />
      )}
    </>
  )
}
