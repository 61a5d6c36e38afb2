import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { InventoryItem } from '../api/schema.ts'
import { Action, Actions } from '../display/Action.tsx'
import { ButtonLink } from '../display/ButtonLink.tsx'
import { useMay } from '../session/caller.tsx'
import { changeSince, checkUnchanged, reasonWords } from './item-changes.ts'

const KNOWN = [
  { label: 'Transfer', permission: 'transfer_batches:create' },
  { label: 'Hold, release and withdraw', permission: 'inventory_items:update' },
] as const

const STALE = ['fbo-accounts']

/** What can be done with the item now. */
export function ItemActions({ item }: { readonly item: InventoryItem }) {
  const mayTransfer = useMay('transfer_batches:create')
  const hold = useChange('POST /v1/inventory-items/{id}/hold', STALE)
  const release = useChange('POST /v1/inventory-items/{id}/release', STALE)
  const withdraw = useChange('POST /v1/inventory-items/{id}/withdraw', STALE)
  const { id, fboAccountId, status } = item
  const path = { id }
  const isFree = status === 'in_vault'
  return (
    <Actions known={KNOWN}>
      {isFree && mayTransfer && (
        <ButtonLink
          to="/transfers/new"
          search={{ from: fboAccountId, items: id } as never}
          variant="filled"
        >
          Transfer
        </ButtonLink>
      )}
      <ItemAction
        item={item}
        label="Put on hold"
        reason="required"
        explain={() =>
          'Until it is released, nothing can transfer, ship or withdraw it. It stays in its account.'
        }
        isPossible={isFree}
        run={({ reason = '' }) => hold.mutateAsync({ path, body: { reason } })}
      />
      <ItemAction
        item={item}
        label="Release"
        variant="filled"
        reason="optional"
        explain={(seen) => <WhatReleaseDoes item={seen} />}
        isPossible={status === 'on_hold'}
        run={({ reason }) => release.mutateAsync({ path, body: reason ? { reason } : {} })}
      />
      <ItemAction
        item={item}
        label="Withdraw"
        color="red"
        reason="required"
        explain={() =>
          'It leaves the vault for good, without a shipment, for example because its owner collects it. This cannot be undone: the item and its history stay readable.'
        }
        isPossible={isFree}
        run={({ reason = '' }) => withdraw.mutateAsync({ path, body: { reason } })}
      />
    </Actions>
  )
}

function WhatReleaseDoes({ item }: { readonly item: InventoryItem }) {
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        It is on hold because: <bdi>{reasonWords(item)}</bdi>.
      </Text>
      <Text size="sm">The hold ends: it is in the vault again, in the same account.</Text>
    </>
  )
}

type ActionProps = ComponentProps<typeof Action>
interface ItemActionProps
  extends Pick<ActionProps, 'label' | 'reason' | 'color' | 'variant' | 'run'> {
  readonly item: InventoryItem
  readonly isPossible: boolean
  /** What it does to the item as the person saw it when the dialog opened. */
  readonly explain: (seen: InventoryItem) => ActionProps['explanation']
}

/**
 * An action on the item as the person saw it. The service takes it for any version: the item is
 * read again just before, and what changed stops it.
 */
function ItemAction({ item, isPossible, explain, run, ...others }: ItemActionProps) {
  const client = useQueryClient()
  const [seen, setSeen] = useState(item)
  const [isOpen, setOpen] = useState(false)
  const onToggle = (now: boolean) => {
    setOpen(now)
    if (now) setSeen(item)
  }
  const notNow = isPossible ? undefined : 'The item does not take it now.'
  return (
    <Action
      {...others}
      permission="inventory_items:update"
      explanation={explain(seen)}
      onToggle={onToggle}
      unavailable={isOpen ? changeSince(seen, item) : notNow}
      run={async (input) => {
        try {
          await checkUnchanged(seen)
        } catch (error) {
          void client.invalidateQueries({ queryKey: ['inventory-items'] })
          throw error
        }
        return await run(input)
      }}
    />
  )
}
