import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { ScanBarcode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { counted } from '../display/format.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { useMay } from '../session/caller.tsx'
import { useScans } from '../shell/scans.ts'
import { type FoundItem, findItem, findScanned, readCodes } from './find-item.ts'

/** A field that takes scans, also while it does not have the focus. */
export function ScanItems({ add }: { readonly add: (item: FoundItem) => void }) {
  return <ScanField {...useScan(add)} />
}

/** The field has the focus as soon as it is in sight. */
export function ScanField({ scan, unknown, forget, waiting, error }: ReturnType<typeof useScan>) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  return (
    <Stack gap="xs">
      {/* Scanners type a code and Enter: the field is empty for the next one then. */}
      <form
        data-takes-scans
        onSubmit={(event) => {
          event.preventDefault()
          scan(text)
          setText('')
        }}
      >
        <TextInput
          ref={field}
          label="Item IDs or numbers"
          description="Scan or type an ID, serial or certificate number, then Enter. Or paste a list."
          leftSection={<ScanBarcode size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onPaste={(event) => {
            // The field has one line: a list from a spreadsheet would become one word.
            const pasted = event.clipboardData.getData('text')
            if (!pasted.trim().includes('\n')) return
            event.preventDefault()
            scan(pasted)
          }}
          autoComplete="off"
          spellCheck={false}
        />
      </form>
      <ProblemAlert error={error} />
      <Stack gap="xs" role="status">
        {waiting > 0 && <Text>Looking for {counted('item', waiting)}…</Text>}
        {unknown.length > 0 && (
          <Alert
            color="red"
            title="Not found, so not added"
            withCloseButton
            closeButtonLabel="Clear"
            onClose={forget}
          >
            <Text lineClamp={5} style={{ overflowWrap: 'anywhere' }}>
              No item, or more than one, has: {unknown.join(', ')}
            </Text>
          </Alert>
        )}
      </Stack>
    </Stack>
  )
}

/**
 * Looks for what is scanned, and adds it in its order.
 * @param scanned called for each scan that came while another thing had the focus
 */
export function useScan(add: (item: FoundItem) => void, scanned?: () => void) {
  const mayRead = useMay('inventory_items:read')
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [waiting, setWaiting] = useState(0)
  const [error, setError] = useState<unknown>()
  const before = useRef(Promise.resolve())
  const scan = (text: string, onUsKeyboard?: string) => {
    const codes = onUsKeyboard === undefined ? readCodes(text) : [text]
    // The check of the transfer or shipment says which ids of a list are of no item.
    const find = async (code: string) => {
      if (!mayRead) return { id: code }
      if (onUsKeyboard !== undefined) return await findScanned(code, onUsKeyboard)
      return await findItem(code, codes.length > 1)
    }
    setError(undefined)
    setWaiting((count) => count + codes.length)
    // A scan is looked for beside earlier ones, a list code by code. All are added in their order.
    const first = codes[0] === undefined ? undefined : find(codes[0])
    first?.catch(() => undefined)
    const addAll = async () => {
      for (const [place, code] of codes.entries()) {
        const found = await (place === 0 ? first : find(code))
        if (found !== undefined) add(found)
        else setUnknown((known) => [...new Set([...known, code])])
        setWaiting((count) => count - 1)
      }
    }
    before.current = before.current.then(addAll).catch((failure: unknown) => {
      setError(failure)
      setWaiting(0)
    })
  }
  useScans((...codes) => {
    scanned?.()
    scan(...codes)
  })
  return { scan, unknown, forget: () => setUnknown([]), waiting, error }
}
