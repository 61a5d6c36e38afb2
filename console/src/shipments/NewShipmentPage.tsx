import { Button, Group, Paper, Stack, Tabs, Text, Textarea } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useChange } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import type { NewOutboundShipment } from '../api/schema.ts'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { useUnsent } from '../display/use-unsent.ts'
import { AccountPicker } from '../transfers/AccountPicker.tsx'
import { readIds } from '../transfers/item-choice.ts'
import { PasteItems } from '../transfers/PasteItems.tsx'
import { ChosenItems } from './ChosenItems.tsx'
import { PickItems } from './PickItems.tsx'
import { useShipmentCheck } from './use-shipment-check.ts'

export function NewShipmentPage() {
  return (
    <Page title="New shipment" permission="outbound_shipments:create">
      <Form />
    </Page>
  )
}

function Form() {
  const navigate = useNavigate()
  const { account = '', items = '' } = useSearch({ from: '/shipments/new' })
  const [given] = useState(() => readIds(items, []).ids)
  const [ids, setIds] = useState<readonly string[]>(given)
  const [notes, setNotes] = useState('')
  const shipment = shipmentOf(account, ids, notes)
  const { send, isSending, error } = useSend()
  useUnsent((ids.join() !== given.join() || notes.trim() !== '') && !isSending)
  // What is being created is not checked: its items are taken then, by itself.
  const check = useShipmentCheck(isSending ? undefined : shipment)
  const paste = (text: string) => {
    const had = ids.map((id) => ({ id, reason: 'request' as const }))
    const { ids: added, pasted } = readIds(text, had)
    setIds([...ids, ...added])
    return pasted
  }
  return (
    <Stack>
      <AccountPicker
        label="Account"
        value={account}
        onChange={(id) =>
          void navigate({ to: '/shipments/new', search: { account: id }, replace: true })
        }
        error={check.verdict?.ofAccount}
      />
      <ProblemAlert error={check.verdict?.ofWhole ?? check.error} />
      <Tabs defaultValue="tick">
        <Tabs.List aria-label="Ways to choose items">
          <Tabs.Tab value="tick">Tick items</Tabs.Tab>
          <Tabs.Tab value="paste">Paste ids</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tick" pt="sm">
          <PickItems account={account} chosen={ids} choose={setIds} />
        </Tabs.Panel>
        <Tabs.Panel value="paste" pt="sm">
          <PasteItems add={paste} />
        </Tabs.Panel>
      </Tabs>
      <ChosenItems ids={ids} faults={check.verdict?.ofItems ?? new Map()} choose={setIds} />
      <Textarea
        label="Notes"
        description="For those who pack it, and who read it later."
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
        maxLength={2000}
        autosize
        minRows={2}
      />
      <ProblemAlert error={error} />
      <Paper withBorder p="sm" pos="sticky" bottom={0} style={{ zIndex: 2 }}>
        <Group justify="space-between">
          <Outlook account={account} count={ids.length} check={check} />
          <Button
            onClick={() => shipment && void send(shipment)}
            disabled={shipment === undefined}
            loading={isSending}
          >
            Create the shipment
          </Button>
        </Group>
      </Paper>
    </Stack>
  )
}

interface OutlookProps {
  readonly account: string
  readonly count: number
  readonly check: ReturnType<typeof useShipmentCheck>
}

/** What is missing, or what the service would say. */
function Outlook({ account, count, check: { verdict, isCurrent, error } }: OutlookProps) {
  const faults =
    verdict === undefined
      ? 0
      : [...verdict.ofItems.values()].flat().length +
        verdict.unlisted +
        (verdict.ofAccount === undefined ? 0 : 1) +
        (verdict.ofWhole === undefined ? 0 : 1)
  const text = () => {
    if (account === '') return 'Still needed: the account whose items leave.'
    if (count === 0) return 'Still needed: at least one item.'
    if (!isCurrent) return error === null ? 'Checking…' : 'It could not be checked.'
    if (faults === 0) return 'No faults: the shipment can be created.'
    return faults === 1 ? '1 fault: see above.' : `${faults.toLocaleString()} faults: see above.`
  }
  return (
    <Text size="sm" role="status" fw={faults > 0 && isCurrent ? 600 : undefined}>
      {text()}
    </Text>
  )
}

/** Sends the shipment, once, and goes to it. */
function useSend() {
  const navigate = useNavigate()
  const isSent = useRef(false)
  const create = useChange('POST /v1/outbound-shipments', ['inventory-items', 'fbo-accounts'])
  const send = async (body: NewOutboundShipment) => {
    if (isSent.current) return
    isSent.current = true
    try {
      const answer = await create.mutateAsync({ body })
      await navigate({ to: '/shipments/$id', params: { id: answer.body.data.id } })
    } catch {
      // The check, which runs again now, shows why beside what it is about.
      isSent.current = false
    }
  }
  // The faults stand beside what they are about.
  const error = create.error && new ProblemError({ ...create.error.problem, errors: [] })
  return { send, isSending: create.isPending || create.isSuccess, error }
}

/** The request; undefined until it has an account and an item. */
function shipmentOf(
  fboAccountId: string,
  ids: readonly string[],
  notes: string,
): NewOutboundShipment | undefined {
  const [first, ...others] = ids.map((inventoryItemId) => ({ inventoryItemId }))
  if (fboAccountId === '' || first === undefined) return undefined
  return {
    ...{ fboAccountId, items: [first, ...others] },
    ...(notes.trim() !== '' && { notes: notes.trim() }),
  }
}
