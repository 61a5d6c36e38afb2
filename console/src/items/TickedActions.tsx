import { Button, Text } from '@mantine/core'
import { useChange } from '../api/queries.ts'
import type { InventoryItem } from '../api/schema.ts'
import { EachConfirmation } from '../display/EachConfirmation.tsx'
import { counted } from '../display/format.ts'
import { ButtonLink } from '../display/RecordLink.tsx'
import { useDialogs } from '../display/use-dialog.tsx'
import { useMay } from '../session/caller.tsx'

interface Props {
  readonly items: readonly Pick<InventoryItem, 'id' | 'status' | 'fboAccountId' | 'description'>[]
  readonly untick: () => void
}

/** The actions for ticked items: those of one account that are free can leave it together. */
export function TickedActions({ items, untick }: Props) {
  const mayTransfer = useMay('transfer_batches:create')
  const mayShip = useMay('outbound_shipments:create')
  const holdItems = useHoldItems()
  const account = items[0]?.fboAccountId
  const ids = items.map(({ id }) => id).join(',')
  const isFree = items.every((item) => item.status === 'in_vault' && item.fboAccountId === account)
  return (
    <>
      <ButtonLink to="/labels" size="xs" variant="default" search={{ items: ids }}>
        Print labels
      </ButtonLink>
      {useMay('inventory_items:update') && (
        <Button size="xs" variant="default" onClick={() => holdItems({ items, untick })}>
          Put on hold
        </Button>
      )}
      {mayTransfer && isFree && (
        <ButtonLink to="/transfers/new" size="xs" search={{ from: account, items: ids }}>
          Transfer
        </ButtonLink>
      )}
      {mayShip && isFree && (
        <ButtonLink to="/shipments/new" size="xs" search={{ account, items: ids }}>
          Ship
        </ButtonLink>
      )}
      {(mayTransfer || mayShip) && !isFree && (
        <Text c="dimmed">To transfer or ship them, select items in the vault of one account.</Text>
      )}
    </>
  )
}

/** Puts items on hold. The dialog is of the page: the ticks go with the rows that change. */
function useHoldItems() {
  const hold = useChange('POST /v1/inventory-items/{id}/hold', ['fbo-accounts'])
  const { open } = useDialogs()
  return ({ items, untick }: Props) => {
    const label = `Put ${counted('item', items.length)} on hold`
    open(
      label,
      <EachConfirmation
        label={label}
        explanation="They stay in their accounts, and cannot be transferred, shipped or withdrawn until they are released:"
        reason="required"
        records={items}
        lineOf={({ id, description }) => description ?? id}
        done="On hold"
        work={({ id }, reason) => hold.mutateAsync({ path: { id }, body: { reason } })}
        onDone={untick}
      />,
    )
  }
}
