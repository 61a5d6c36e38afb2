import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { InventoryItem } from '../api/schema.ts'
import { Action, Actions } from '../display/Action.tsx'
import { ButtonLink } from '../display/RecordLink.tsx'
import { useMay } from '../session/caller.tsx'
import { EditItem } from './EditItem.tsx'
import { changeSince, checkUnchanged, reasonWords } from './item-changes.ts'
import { Revalue } from './Revalue.tsx'

const KNOWN = [
  { label: 'Transfer', permission: 'transfer_batches:create' },
  { label: 'Edit, hold, release and withdraw', permission: 'inventory_items:update' },
  { label: 'Revalue', permission: 'inventory_items:revalue' },
] as const

const STALE = ['fbo-accounts']

interface ItemProps {
  readonly item: InventoryItem
  readonly etag: string | undefined
}

/** The actions on the item. */
export function ItemActions({ item, etag }: ItemProps) {
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
      <EditItem item={item} etag={etag} />
      <Revalue item={item} etag={etag} />
      <ItemAction
        item={item}
        label="Put on hold"
        reason="required"
        explain={() =>
          'The item stays in its account. It cannot be transferred, shipped or withdrawn until it is released.'
        }
        isPossible={isFree}
        run={({ reason = '' }) => hold.mutateAsync({ path, body: { reason } })}
      />
      <ItemAction
        item={item}
        label="Release"
        noun="item"
        variant="filled"
        reason="optional"
        explain={(seen) => <ReleaseSummary item={seen} />}
        isPossible={status === 'on_hold'}
        run={({ reason }) => release.mutateAsync({ path, body: reason ? { reason } : {} })}
      />
      <ItemAction
        item={item}
        label="Withdraw"
        noun="item"
        color="red"
        reason="required"
        explain={() =>
          'Records that the item leaves the vault permanently without a shipment, for example because its owner collects it. This cannot be undone. The item and its history stay visible.'
        }
        isPossible={isFree}
        run={({ reason = '' }) => withdraw.mutateAsync({ path, body: { reason } })}
      />
    </Actions>
  )
}

function ReleaseSummary({ item }: { readonly item: InventoryItem }) {
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Reason for the hold: <bdi>{reasonWords(item)}</bdi>.
      </Text>
      <Text size="sm">Ends the hold. The item becomes available again, in the same account.</Text>
    </>
  )
}

type ActionProps = ComponentProps<typeof Action>
interface ItemActionProps
  extends Pick<ActionProps, 'label' | 'noun' | 'reason' | 'color' | 'variant' | 'run'> {
  readonly item: InventoryItem
  readonly isPossible: boolean
  /** The effect on the item as the person saw it when the dialog opened. */
  readonly explain: (seen: InventoryItem) => ActionProps['explanation']
}

/**
 * An action on the item as the person saw it. The service accepts it for any version, so the item
 * is read again just before, and a change stops the action.
 */
function ItemAction({ item, isPossible, explain, run, ...others }: ItemActionProps) {
  const client = useQueryClient()
  const [seen, setSeen] = useState(item)
  const [isOpen, setOpen] = useState(false)
  const onToggle = (now: boolean) => {
    setOpen(now)
    if (now) setSeen(item)
  }
  const notNow = isPossible ? undefined : 'The item does not allow this now.'
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
