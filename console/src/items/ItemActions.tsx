import { useChange } from '../api/queries.ts'
import type { InventoryItem } from '../api/schema.ts'
import { Action, Actions } from '../display/Action.tsx'
import { ButtonLink } from '../display/ButtonLink.tsx'
import { useMay } from '../session/caller.tsx'

const KNOWN = [
  { label: 'Transfer', permission: 'transfer_batches:create' },
  { label: 'Hold, release and withdraw', permission: 'inventory_items:update' },
] as const

/** What can be done with the item now. */
export function ItemActions({ item }: { readonly item: InventoryItem }) {
  const mayTransfer = useMay('transfer_batches:create')
  const hold = useChange('POST /v1/inventory-items/{id}/hold', ['fbo-accounts'])
  const release = useChange('POST /v1/inventory-items/{id}/release', ['fbo-accounts'])
  const withdraw = useChange('POST /v1/inventory-items/{id}/withdraw', ['fbo-accounts'])
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
      <Action
        label="Put on hold"
        permission="inventory_items:update"
        reason="required"
        explanation="Until it is released, nothing can transfer, ship or withdraw it. It stays in its account."
        unavailable={isFree ? undefined : 'It is not free.'}
        run={({ reason = '' }) => hold.mutateAsync({ path, body: { reason } })}
      />
      <Action
        label="Release"
        permission="inventory_items:update"
        variant="filled"
        reason="optional"
        explanation="The hold ends: the item is in the vault again, in the same account."
        unavailable={status === 'on_hold' ? undefined : 'It is not on hold.'}
        run={({ reason }) => release.mutateAsync({ path, body: reason ? { reason } : {} })}
      />
      <Action
        label="Withdraw"
        permission="inventory_items:update"
        color="red"
        reason="required"
        explanation="It leaves the vault for good, without a shipment, for example because its owner collects it. This cannot be undone: the item and its history stay readable."
        unavailable={isFree ? undefined : 'It is not free.'}
        run={({ reason = '' }) => withdraw.mutateAsync({ path, body: { reason } })}
      />
    </Actions>
  )
}
