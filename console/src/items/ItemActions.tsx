import { Alert, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { localProblem, request } from '../api/request.ts'
import type { InventoryItem } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { IDENTIFIERS_FIELD, METADATA_FIELD } from '../display/EditRecord.tsx'
import { words } from '../display/format.ts'
import { RecordActions, type Step } from '../display/RecordActions.tsx'
import { ButtonLink, RecordLink } from '../display/RecordLink.tsx'
import { useMay } from '../session/caller.tsx'

const EDIT = {
  label: 'Edit item',
  permission: 'inventory_items:update',
  hasReason: true,
  fields: [
    { name: 'description', label: 'Description', description: 'No personal data: it stays.' },
    IDENTIFIERS_FIELD,
    METADATA_FIELD,
  ],
} as const

export function ItemActions({ item, etag }: { item: InventoryItem; etag: string | undefined }) {
  const mayTransfer = useMay('transfer_batches:create')
  const [pending, setPending] = useState<string>()
  const steps = useSteps(item, setPending)
  return (
    <>
      {pending && (
        <Alert variant="default" role="status" title="The new value waits for approval" w="100%">
          A second person has to approve{' '}
          <RecordLink type="revaluation" id={pending} name="the revaluation" />.
        </Alert>
      )}
      <RecordActions
        records="inventory-items"
        record={item}
        etag={etag}
        known={[{ label: 'Transfer', permission: 'transfer_batches:create' }]}
        edit={EDIT}
        steps={steps}
      >
        {item.status === 'in_vault' && mayTransfer && (
          <ButtonLink to="/transfers/new" search={{ from: item.fboAccountId, items: item.id }}>
            Transfer
          </ButtonLink>
        )}
      </RecordActions>
    </>
  )
}

const LEFT = ['shipped', 'delivered', 'withdrawn']

/** The step that changes the declared value; `wait` gets the id of a revaluation to approve. */
function revalue(item: InventoryItem, wait: (id: string) => void) {
  const value = money(item.declaredValueCents)
  return {
    verb: 'revalue',
    bodyOfList: ({ declaredValueCents, reason }) => {
      return { items: [{ inventoryItemId: item.id, declaredValueCents }], reason }
    },
    label: 'Revalue',
    permission: 'inventory_items:revalue',
    explanation: `The declared value is ${value}. The policy may ask a second person to approve the new one.`,
    reason: 'required',
    fields: [
      {
        name: 'declaredValueCents',
        label: 'Declared value',
        description: 'It counts toward the insured exposure of the account.',
        kind: 'amount',
      },
    ],
    unavailable: LEFT.includes(item.status) ? 'The item has left the vault.' : undefined,
    done: ({ status, body }) => {
      if (status === 202) wait((body as { data: { id: string } }).data.id)
      else notifications.show({ message: 'The item has its new value.', color: 'teal' })
    },
  } as const satisfies Step
}

/**
 * Steps of the item as the person saw it when the dialog opened. The service accepts them for any
 * version, so the item is read again just before, and a change stops the step.
 */
function useSteps(item: InventoryItem, wait: (id: string) => void): readonly Step[] {
  const client = useQueryClient()
  const [opened, setOpened] = useState<InventoryItem>()
  const seen = opened ?? item
  const check = async () => {
    const { body } = await request('GET /v1/inventory-items/{id}', { path: { id: item.id } })
    const changed = changeSince(seen, body.data)
    if (changed === undefined) return
    void client.invalidateQueries({ queryKey: ['inventory-items'] })
    throw localProblem({
      title: 'The item changed',
      detail: `${changed} Nothing was done. Close this dialog, check the item, then try again.`,
      status: 412,
      code: 'version_conflict',
    })
  }
  const checked = { onToggle: (isOpen: boolean) => setOpened(isOpen ? item : undefined), check }
  const step = (verb: string, from: InventoryItem['status']) => ({
    ...checked,
    verb,
    permission: 'inventory_items:update' as const,
    unavailable:
      seen.status === from ? changeSince(seen, item) : 'The item does not allow this now.',
  })
  return [
    { ...revalue(item, wait), ...checked },
    {
      ...step('hold', 'in_vault'),
      label: 'Put on hold',
      reason: 'required',
      explanation:
        'The item stays in its account. It cannot be transferred, shipped or withdrawn until it is released.',
    },
    {
      ...step('release', 'on_hold'),
      label: 'Release',
      noun: 'item',
      isNext: true,
      reason: 'optional',
      explanation: (
        <>
          <Text style={{ overflowWrap: 'anywhere' }}>
            Reason for the hold: <bdi>{reasonWords(seen)}</bdi>.
          </Text>
          Ends the hold. The item becomes available again, in the same account.
        </>
      ),
    },
    {
      ...step('withdraw', 'in_vault'),
      label: 'Withdraw',
      noun: 'item',
      color: 'red',
      reason: 'required',
      explanation:
        'Records that the item leaves the vault permanently without a shipment, for example because its owner collects it. This cannot be undone. The item and its history stay visible.',
    },
  ]
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
  if (seen.declaredValueCents !== now.declaredValueCents) {
    return `Its declared value is now ${money(now.declaredValueCents)}.`
  }
  if (seen.fboAccountId === now.fboAccountId) return undefined
  return `It is now in another account: ${now.fboAccountId}.`
}

function reasonWords({ holdReason }: InventoryItem): string {
  return holdReason === null ? 'no reason recorded' : `“${holdReason}”`
}
