import { Alert, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { useMay } from '../session/caller.tsx'
import { type FoundItem, findItem, readCodes } from './find-item.ts'
import { countItems } from './item-choice.ts'
import { ScanField } from './ScanField.tsx'

interface Props {
  /** Adds items to the choice; returns the ids that were chosen already. */
  readonly add: (items: readonly FoundItem[]) => readonly string[]
}

interface Outcome {
  readonly added: number
  readonly repeated: readonly string[]
  /** Codes of no item, or of several. */
  readonly unknown: readonly string[]
}

const NOTHING: Outcome = { added: 0, repeated: [], unknown: [] }

/** Adds items one by one with a scanner, or by a list from a spreadsheet. */
export function ScanItems({ add }: Props) {
  const mayRead = useMay('inventory_items:read')
  const [outcome, setOutcome] = useState(NOTHING)
  const [waiting, setWaiting] = useState(0)
  const [error, setError] = useState<unknown>()
  const before = useRef(Promise.resolve())
  const scan = async (codes: readonly string[]) => {
    for (const code of codes) {
      // The check of the transfer or shipment says which ids of a list are of no item.
      const found = mayRead ? await findItem(code, codes.length > 1) : { id: code }
      const repeated = found === undefined ? [] : add([found])
      setOutcome((known) => ({
        added: known.added + (found !== undefined && repeated.length === 0 ? 1 : 0),
        repeated: [...known.repeated, ...repeated],
        unknown: found === undefined ? [...known.unknown, code] : known.unknown,
      }))
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
        {outcome.added > 0 && <Text size="sm">{countItems(outcome.added)} added.</Text>}
        {outcome.repeated.length > 0 && (
          <Text size="sm">
            Already chosen: <Codes codes={outcome.repeated} />
          </Text>
        )}
        {outcome.unknown.length > 0 && (
          <Alert
            color="red"
            title="Not found, so not added"
            withCloseButton
            closeButtonLabel="Clear"
            onClose={() => setOutcome(NOTHING)}
          >
            No item, or more than one, has: <Codes codes={outcome.unknown} />
          </Alert>
        )}
      </Stack>
    </Stack>
  )
}

function Codes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <Text span size="sm" lineClamp={5} style={{ overflowWrap: 'anywhere' }}>
      {[...new Set(codes)].join(', ')}
    </Text>
  )
}
