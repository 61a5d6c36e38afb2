import { Alert, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { useMay } from '../session/caller.tsx'
import { type FoundItem, findItem, readCodes } from './find-item.ts'
import { countItems } from './item-choice.ts'
import { ScanField } from './ScanField.tsx'

interface Props {
  readonly add: (item: FoundItem) => void
}

/** Adds items one by one with a scanner, or by a list from a spreadsheet. */
export function ScanItems({ add }: Props) {
  const mayRead = useMay('inventory_items:read')
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [waiting, setWaiting] = useState(0)
  const [error, setError] = useState<unknown>()
  const before = useRef(Promise.resolve())
  const scan = async (codes: readonly string[]) => {
    for (const code of codes) {
      // The check of the transfer or shipment says which ids of a list are of no item.
      const found = mayRead ? await findItem(code, codes.length > 1) : { id: code }
      if (found !== undefined) add(found)
      else setUnknown((known) => [...new Set([...known, code])])
      setWaiting((count) => count - 1)
    }
  }
  const scanned = (text: string) => {
    const codes = readCodes(text)
    setError(undefined)
    setWaiting((count) => count + codes.length)
    // One after the other: the items stay in the order of their scans.
    before.current = before.current
      .then(() => scan(codes))
      .catch((failure: unknown) => {
        setError(failure)
        setWaiting(0)
      })
  }
  return (
    <Stack gap="xs">
      <ScanField
        label="Item IDs or numbers"
        description="Scan or type an ID, serial or certificate number, then Enter. Or paste a list."
        onScan={scanned}
      />
      <ProblemAlert error={error} />
      <Stack gap="xs" role="status">
        {waiting > 0 && <Text size="sm">Looking for {countItems(waiting)}…</Text>}
        {unknown.length > 0 && (
          <Alert
            color="red"
            title="Not found, so not added"
            withCloseButton
            closeButtonLabel="Clear"
            onClose={() => setUnknown([])}
          >
            <Text size="sm" lineClamp={5} style={{ overflowWrap: 'anywhere' }}>
              No item, or more than one, has: {unknown.join(', ')}
            </Text>
          </Alert>
        )}
      </Stack>
    </Stack>
  )
}
