import { Alert, Stack, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
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

/** The most codes that are looked up at a time. */
const AT_A_TIME = 8

/** In a longer list, the check of the transfer or shipment says which ids are of no item. */
const LOOKED_UP_MAX = 50

/** Adds items one by one with a scanner, or by a list from a spreadsheet. */
export function ScanItems({ add }: Props) {
  const mayRead = useMay('inventory_items:read')
  const [outcome, setOutcome] = useState(NOTHING)
  const [waiting, setWaiting] = useState(0)
  const [error, setError] = useState<unknown>()
  const before = useRef(Promise.resolve())
  const scan = async (codes: readonly string[]) => {
    const isTrusted = codes.length > LOOKED_UP_MAX
    for (let at = 0; at < codes.length; at += AT_A_TIME) {
      const some = codes.slice(at, at + AT_A_TIME)
      const found = await Promise.all(
        some.map((code) => (mayRead ? findItem(code, isTrusted) : { id: code })),
      )
      const items = found.filter((one) => one !== undefined)
      const repeated = add(items)
      setOutcome((known) => ({
        added: known.added + items.length - repeated.length,
        repeated: [...known.repeated, ...repeated],
        unknown: [...known.unknown, ...some.filter((_, index) => found[index] === undefined)],
      }))
      setWaiting((count) => count - some.length)
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

const SHOWN = 10

function Codes({ codes }: { readonly codes: readonly string[] }): ReactNode {
  const shown = [...new Set(codes)]
  return (
    <>
      {shown.slice(0, SHOWN).map((code) => (
        <span key={code} style={{ overflowWrap: 'anywhere' }}>
          <code>{code}</code>{' '}
        </span>
      ))}
      {shown.length > SHOWN && `and ${shown.length - SHOWN} more`}
    </>
  )
}
