import { Button, List, Text } from '@mantine/core'
import { useChange } from '../api/queries.ts'
import { isOutcomeUnknown, localProblem } from '../api/request.ts'
import type { InventoryItem } from '../api/schema.ts'
import { itemCount } from '../display/format.ts'
import { ButtonLink } from '../display/RecordLink.tsx'
import { useDialogs } from '../display/use-dialog.tsx'
import { useMay } from '../session/caller.tsx'

interface Props {
  readonly items: readonly Pick<InventoryItem, 'id' | 'status' | 'fboAccountId' | 'description'>[]
  readonly untick: () => void
}

/** The actions for ticked items: those of one account that are free can leave it together. */
export function TickedActions({ items, untick }: Props) {
  const mayHold = useMay('inventory_items:update')
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
      {mayHold && (
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

/** Puts items on hold, each by a request of its own, and says which ones are refused. */
function useHoldItems() {
  const hold = useChange('POST /v1/inventory-items/{id}/hold', ['fbo-accounts'])
  const { confirm } = useDialogs()
  return ({ items, untick }: Props) => {
    const held = new Set<string>()
    const run = async ({ reason = '' }) => {
      const refused: { readonly line: string; readonly error: Error }[] = []
      for (const { id, description } of items.filter((item) => !held.has(item.id))) {
        await hold.mutateAsync({ path: { id }, body: { reason } }).then(
          () => held.add(id),
          (error: Error) => refused.push({ line: `${description ?? id}: ${error.message}`, error }),
        )
      }
      if (refused.length === 0) return
      throw localProblem({
        title: `${itemCount(refused.length)} could not be put on hold`,
        detail: refused.map(({ line }) => line).join(' '),
        ...(refused.some(({ error }) => isOutcomeUnknown(error))
          ? { status: 503, code: 'temporarily_unavailable' }
          : { status: 409, code: 'item_not_in_vault' }),
      })
    }
    confirm({
      label: 'Put on hold',
      noun: itemCount(items.length),
      reason: 'required',
      explanation: (
        <>
          They stay in their accounts, and cannot be transferred, shipped or withdrawn until they
          are released:
          <List size="sm" mah={240} style={{ overflow: 'auto' }}>
            {items.map(({ id, description }) => (
              <List.Item key={id}>{description ?? id}</List.Item>
            ))}
          </List>
        </>
      ),
      run,
      onDone: untick,
    })
  }
}
