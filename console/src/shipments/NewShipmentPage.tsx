import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ProblemError } from '../api/request.ts'
import type { NewOutboundShipment } from '../api/schema.ts'
import { EmptyState } from '../display/EmptyState.tsx'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { UnknownOutcome } from '../display/UnknownOutcome.tsx'
import { AccountPicker } from '../transfers/AccountPicker.tsx'
import { ChooseItems } from '../transfers/ChooseItems.tsx'
import { countFaults, useDryRun } from '../transfers/dry-run.ts'
import { readIds } from '../transfers/item-choice.ts'
import { useCreate } from '../transfers/use-create.ts'
import { ChosenItems } from './ChosenItems.tsx'

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
  const { send, isSending, refusedAt, error } = useCreate(
    'POST /v1/outbound-shipments',
    shipment,
    '/shipments/$id',
    ids.join() !== given.join() || notes.trim() !== '',
  )
  // What is being created is not checked: its items are taken then, by itself.
  const check = useDryRun(
    'POST /v1/outbound-shipments',
    isSending ? undefined : shipment,
    refusedAt,
  )
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
        error={check.verdict?.ofAccounts.get('/fboAccountId')}
      />
      <ProblemAlert error={check.verdict?.ofWhole ?? check.error} />
      <ChooseItems
        account={account}
        verb="Send"
        label="Items in the vault"
        unpicked={<EmptyState title="Pick the account first">Its items show here.</EmptyState>}
        empty={
          <EmptyState title="This account has nothing that can leave">
            Items that are on hold, or claimed by a transfer or another shipment, are not shown.
          </EmptyState>
        }
        chosen={new Set(ids)}
        add={(items) => setIds([...new Set([...ids, ...items.map(({ id }) => id)])])}
        remove={(those) => setIds(ids.filter((id) => !those.includes(id)))}
        addText={paste}
      />
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
      <CreateBar
        outlook={<Outlook account={account} count={ids.length} check={check} />}
        isDisabled={shipment === undefined}
        {...{ error, isSending, send }}
      />
    </Stack>
  )
}

interface CreateBarProps {
  readonly outlook: ReactNode
  readonly isDisabled: boolean
  readonly isSending: boolean
  readonly error: ProblemError | null
  readonly send: () => void
}

/** Stays in sight: what is missing, and the button that creates the shipment. */
function CreateBar({ outlook, isDisabled, isSending, error, send }: CreateBarProps) {
  return (
    <>
      <ProblemAlert error={error} />
      <UnknownOutcome error={error} />
      <Paper withBorder p="sm" pos="sticky" bottom={0} style={{ zIndex: 2 }}>
        <Group justify="space-between">
          {outlook}
          <Button onClick={send} disabled={isDisabled} loading={isSending}>
            Create the shipment
          </Button>
        </Group>
      </Paper>
    </>
  )
}

interface OutlookProps {
  readonly account: string
  readonly count: number
  readonly check: ReturnType<typeof useDryRun>
}

/** What is missing, or what the service would say. */
function Outlook({ account, count, check: { verdict, isCurrent, error } }: OutlookProps) {
  const faults = countFaults(verdict)
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
