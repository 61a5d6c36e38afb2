import { Alert, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useChange } from '../api/queries.ts'
import { localProblem, request } from '../api/request.ts'
import type { InventoryItem } from '../api/schema.ts'
import { Action, Actions } from '../display/Action.tsx'
import { AmountField } from '../display/AmountField.tsx'
import { centsOf, money } from '../display/amounts.ts'
import {
  EditRecord,
  METADATA_FIELD,
  metadataPatch,
  pairsOf,
  pairsText,
} from '../display/EditRecord.tsx'
import { words } from '../display/format.ts'
import { ButtonLink, RecordLink } from '../display/RecordLink.tsx'
import { useMay } from '../session/caller.tsx'

const KNOWN = [
  { label: 'Transfer', permission: 'transfer_batches:create' },
  { label: 'Edit, hold, release and withdraw', permission: 'inventory_items:update' },
  { label: 'Revalue', permission: 'inventory_items:revalue' },
] as const

/** Reads that a change of the item makes stale. */
const STALE = ['fbo-accounts', 'events']

interface Props {
  readonly item: InventoryItem
  readonly etag: string | undefined
}

/** The actions on the item. */
export function ItemActions({ item, etag }: Props) {
  const mayTransfer = useMay('transfer_batches:create')
  return (
    <Actions known={KNOWN}>
      {item.status === 'in_vault' && mayTransfer && (
        <ButtonLink
          to="/transfers/new"
          search={{ from: item.fboAccountId, items: item.id }}
          variant="filled"
        >
          Transfer
        </ButtonLink>
      )}
      <EditItem item={item} etag={etag} />
      <Revalue item={item} etag={etag} />
      <Step verb="hold" item={item} />
      <Step verb="release" item={item} />
      <Step verb="withdraw" item={item} />
    </Actions>
  )
}

const FIELDS = [
  { name: 'description', label: 'Description', description: 'No personal data: it stays.' },
  {
    name: 'identifiers',
    label: 'Identifiers',
    description: 'One on a line, such as “serial: 73274787”.',
    kind: 'lines',
  },
  METADATA_FIELD,
] as const

/** Corrects what describes the item, with a reason. */
function EditItem({ item: { id, description, identifiers, metadata }, etag }: Props) {
  const update = useChange('PATCH /v1/inventory-items/{id}', STALE)
  return (
    <EditRecord
      label="Edit item"
      permission="inventory_items:update"
      fields={FIELDS}
      values={{
        description: description ?? '',
        identifiers: pairsText(identifiers.map(({ scheme, value }) => [scheme, value])),
        metadata: pairsText(Object.entries(metadata)),
      }}
      etag={etag}
      hasReason
      save={({ description: text, identifiers: numbers, metadata: pairs }, ifMatch, reason) => {
        const body = {
          ...(text !== undefined && { description: text || null }),
          ...(numbers !== undefined && {
            identifiers: pairsOf(numbers).map(([scheme, value]) => ({ scheme, value })),
          }),
          ...(pairs !== undefined && { metadata: metadataPatch(metadata, pairs) }),
          reason,
        }
        return update.mutateAsync({ path: { id }, body, ifMatch })
      }}
    />
  )
}

const LEFT = ['shipped', 'delivered', 'withdrawn']

/** Changes the declared value. The policy may ask for a second person. */
function Revalue({ item: { id, status, declaredValueCents }, etag }: Props) {
  const [amount, setAmount] = useState('')
  const [pending, setPending] = useState<string>()
  const revalue = useChange('POST /v1/inventory-items/{id}/revalue', STALE)
  const cents = centsOf(amount)
  return (
    <>
      <Action
        label="Revalue"
        permission="inventory_items:revalue"
        explanation={`The declared value is ${money(declaredValueCents)}. The policy may ask a second person to approve the new one.`}
        reason="required"
        fields={
          <AmountField
            label="Declared value"
            description="It counts toward the insured exposure of the account."
            value={amount}
            onChange={setAmount}
          />
        }
        isIncomplete={cents === undefined}
        unavailable={LEFT.includes(status) ? 'The item has left the vault.' : undefined}
        etag={etag}
        onToggle={() => setAmount('')}
        run={({ reason = '', ifMatch }) => {
          const body = { declaredValueCents: cents ?? '', reason }
          return revalue.mutateAsync({ path: { id }, body, ifMatch })
        }}
        onDone={({ status: code, body }) => {
          if (code === 202) setPending(body.data.id)
          else notifications.show({ message: 'The item has its new value.', color: 'teal' })
        }}
      />
      {pending && (
        <Alert variant="default" role="status" title="The new value waits for approval" w="100%">
          A second person has to approve{' '}
          <RecordLink type="revaluation" id={pending} name="the revaluation" />.
        </Alert>
      )}
    </>
  )
}

interface StepWords
  extends Pick<ComponentProps<typeof Action>, 'label' | 'noun' | 'reason' | 'color' | 'variant'> {
  /** The status in which the item allows it. */
  readonly from: InventoryItem['status']
  readonly explain: (item: InventoryItem) => ReactNode
}

const STEPS: Readonly<Record<'hold' | 'release' | 'withdraw', StepWords>> = {
  hold: {
    label: 'Put on hold',
    reason: 'required',
    from: 'in_vault',
    explain: () =>
      'The item stays in its account. It cannot be transferred, shipped or withdrawn until it is released.',
  },
  release: {
    label: 'Release',
    noun: 'item',
    variant: 'filled',
    reason: 'optional',
    from: 'on_hold',
    explain: (item) => (
      <>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Reason for the hold: <bdi>{reasonWords(item)}</bdi>.
        </Text>
        <Text size="sm">Ends the hold. The item becomes available again, in the same account.</Text>
      </>
    ),
  },
  withdraw: {
    label: 'Withdraw',
    noun: 'item',
    color: 'red',
    reason: 'required',
    from: 'in_vault',
    explain: () =>
      'Records that the item leaves the vault permanently without a shipment, for example because its owner collects it. This cannot be undone. The item and its history stay visible.',
  },
}

/** Required where the step asks for one. */
type Reason = { readonly reason: string }

interface StepProps extends Pick<Props, 'item'> {
  readonly verb: keyof typeof STEPS
}

/**
 * A step of the item as the person saw it when the dialog opened. The service accepts it for any
 * version, so the item is read again just before, and a change stops the step.
 */
function Step({ verb, item }: StepProps) {
  const { from, explain, ...shown } = STEPS[verb]
  const client = useQueryClient()
  const change = useChange(`POST /v1/inventory-items/{id}/${verb}`, STALE)
  const [seen, setSeen] = useState<InventoryItem>()
  const notNow = item.status === from ? undefined : 'The item does not allow this now.'
  return (
    <Action
      {...shown}
      permission="inventory_items:update"
      explanation={explain(seen ?? item)}
      onToggle={(isOpen) => setSeen(isOpen ? item : undefined)}
      unavailable={seen ? changeSince(seen, item) : notNow}
      run={async ({ reason }) => {
        const path = { id: item.id }
        const { body } = await request('GET /v1/inventory-items/{id}', { path })
        const changed = changeSince(seen ?? item, body.data)
        if (changed === undefined) {
          return await change.mutateAsync({ path, body: { ...(reason && { reason }) } as Reason })
        }
        void client.invalidateQueries({ queryKey: ['inventory-items'] })
        throw localProblem({
          title: 'The item changed',
          detail: `${changed} Nothing was done. Close this dialog, check the item, then try again.`,
          status: 412,
          code: 'version_conflict',
        })
      }}
    />
  )
}

/** The relevant change of the item since the person saw it; undefined if there is none. */
function changeSince(seen: InventoryItem, now: InventoryItem): string | undefined {
  const [before, after] = [seen, now].map(({ status }) => `“${words(status).toLowerCase()}”`)
  if (seen.status !== now.status) {
    const reason = now.holdReason === null ? '' : ` (reason: ${reasonWords(now)})`
    return `Its status changed from ${before} to ${after}${reason}.`
  }
  if (seen.holdReason !== now.holdReason) {
    return `It is now on hold for another reason: ${reasonWords(now)}.`
  }
  if (seen.fboAccountId === now.fboAccountId) return undefined
  return `It is now in another account: ${now.fboAccountId}.`
}

function reasonWords({ holdReason }: InventoryItem): string {
  return holdReason === null ? 'no reason recorded' : `“${holdReason}”`
}
