import { List, Text } from '@mantine/core'
import { useRef } from 'react'
import { useChange } from '../api/queries.ts'
import { localProblem } from '../api/request.ts'
import type { ListedInventoryItem } from '../api/schema.ts'
import { Action } from '../display/Action.tsx'
import { itemCount } from '../display/format.ts'
import { ButtonLink } from '../display/RecordLink.tsx'
import { useMay } from '../session/caller.tsx'

interface TickedProps {
  readonly items: readonly Pick<
    ListedInventoryItem,
    'id' | 'status' | 'fboAccountId' | 'description'
  >[]
  readonly untick: () => void
}

/** Labels of ticked items; those of one account that are free can leave it together. */
export function TickedActions({ items, untick }: TickedProps) {
  const mayTransfer = useMay('transfer_batches:create')
  const mayShip = useMay('outbound_shipments:create')
  const account = items[0]?.fboAccountId
  const ids = items.map(({ id }) => id).join(',')
  const isFree = items.every((item) => item.status === 'in_vault' && item.fboAccountId === account)
  return (
    <>
      <ButtonLink to="/labels" size="xs" variant="default" search={{ items: ids }}>
        Print labels
      </ButtonLink>
      <HoldTicked items={items} untick={untick} />
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
        <Text size="sm" c="dimmed">
          To transfer or ship them, select items in the vault of one account.
        </Text>
      )}
    </>
  )
}

/** Puts ticked items on hold, each by a request of its own, and says which ones are refused. */
function HoldTicked({ items, untick }: TickedProps) {
  const hold = useChange('POST /v1/inventory-items/{id}/hold', ['fbo-accounts'])
  const held = useRef(new Set<string>())
  const run = async ({ reason = '' }) => {
    const refused: string[] = []
    for (const { id, description } of items.filter((item) => !held.current.has(item.id))) {
      await hold.mutateAsync({ path: { id }, body: { reason } }).then(
        () => held.current.add(id),
        (error: Error) => refused.push(`${description ?? id}: ${error.message}`),
      )
    }
    if (refused.length === 0) return
    throw localProblem({
      title: `${itemCount(refused.length)} could not be put on hold`,
      detail: refused.join(' '),
      status: 409,
      code: 'item_not_in_vault',
    })
  }
  return (
    <Action
      label="Put on hold"
      noun={itemCount(items.length)}
      permission="inventory_items:update"
      size="xs"
      reason="required"
      explanation={
        <>
          They stay in their accounts, and cannot be transferred, shipped or withdrawn until they
          are released:
          <List size="sm" mah={240} style={{ overflow: 'auto' }}>
            {items.map(({ id, description }) => (
              <List.Item key={id}>{description ?? id}</List.Item>
            ))}
          </List>
        </>
      }
      run={run}
      onToggle={() => held.current.clear()}
      onDone={untick}
    />
  )
}
