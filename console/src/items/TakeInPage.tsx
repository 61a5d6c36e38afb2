import { Alert, Button, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { InventoryItem } from '../api/schema.ts'
import { AccountPicker } from '../choosing-items/AccountPicker.tsx'
import { AmountField } from '../display/AmountField.tsx'
import { centsOf, money } from '../display/amounts.ts'
import { faultOf } from '../display/faults.ts'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink, RecordLink } from '../display/RecordLink.tsx'
import { useMay } from '../session/caller.tsx'

/** Takes one item in by hand. Many at once come by a file. */
export function TakeInPage() {
  return (
    <Page title="Take in an item" permission="inventory_items:create">
      {useMay('imports:create') && (
        <Text size="sm" c="dimmed">
          Many at once?{' '}
          <AppLink to="/import" fz="sm" underline="always">
            Import a file
          </AppLink>
          .
        </Text>
      )}
      <TakeIn />
    </Page>
  )
}

function TakeIn() {
  const { account: linked = '' } = useSearch({ from: '/items/new' })
  const [account, setAccount] = useState(linked)
  const [description, setDescription] = useState('')
  const [amount, setAmount] = useState('')
  const [done, setDone] = useState<InventoryItem | undefined>()
  const descriptionField = useRef<HTMLInputElement>(null)
  const takeIn = useChange('POST /v1/inventory-items', ['fbo-accounts'])
  const cents = amount.trim() === '' ? '0' : centsOf(amount)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (takeIn.isPending || cents === undefined) return
    const item = { fboAccountId: account, description: description.trim() || null }
    const { body } = await takeIn.mutateAsync({ body: { ...item, declaredValueCents: cents } })
    setDone([body.data].flat()[0])
    setDescription('')
    setAmount('')
    descriptionField.current?.focus()
  }
  const { error } = takeIn
  return (
    <Paper withBorder p="md" maw={560}>
      <form onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate>
        <Stack>
          {done !== undefined && <Done item={done} />}
          <AccountPicker
            label="Account"
            value={account}
            onChange={setAccount}
            error={faultOf(error, 'fboAccountId')}
          />
          <TextInput
            ref={descriptionField}
            label="Description"
            description="What it is, so that others recognise it. No personal data: it is kept for good."
            placeholder="1952 Topps #311, PSA 8"
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            error={faultOf(error, 'description')}
          />
          <AmountField
            label="Declared value"
            description="It counts towards the insured exposure of the account. Empty means 0."
            placeholder={money('1250000')}
            text={amount}
            set={setAmount}
            error={faultOf(error, 'declaredValueCents')}
          />
          <ProblemAlert error={error} />
          <Button
            type="submit"
            ml="auto"
            loading={takeIn.isPending}
            disabled={account === '' || cents === undefined}
          >
            Take in
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}

/** What was taken in last. */
function Done({ item }: { readonly item: InventoryItem }) {
  return (
    <Alert variant="default" icon={<CircleCheck />} title="Taken in" role="status">
      <RecordLink type="item" id={item.id} /> is in the vault, with the declared value{' '}
      <b>{money(item.declaredValueCents)}</b>. The next one can follow.
      {item.description !== null && (
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{item.description}</bdi>
        </Text>
      )}
    </Alert>
  )
}
