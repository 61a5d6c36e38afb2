import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { read, useChange } from '../api/queries.ts'
import { localProblem } from '../api/request.ts'
import type { ListedInventoryItem } from '../api/schema.ts'
import { Action } from '../display/Action.tsx'
import { ACCOUNT, DECLARED_VALUE, ID, STATUS, timeColumn } from '../display/columns.tsx'
import { type Filter, goodSearch, TEXT } from '../display/filters.ts'
import { itemCount } from '../display/format.ts'
import { ListPage } from '../display/ListPage.tsx'
import { AppLink, ButtonLink, RecordLink } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { useMay } from '../session/caller.tsx'

const STATUSES: readonly ListedInventoryItem['status'][] = [
  'in_vault',
  'transfer_pending',
  'shipment_pending',
  'on_hold',
  'shipped',
  'delivered',
  'withdrawn',
]

const FILTERS: readonly Filter[] = [
  TEXT,
  { name: 'status', label: 'Status', kind: 'many', values: STATUSES },
  { name: 'fboAccountId', label: 'Account', kind: 'account' },
  { name: 'declaredValueFrom', label: 'Declared value from', kind: 'amount' },
  { name: 'declaredValueTo', label: 'Declared value to', kind: 'amount' },
  {
    name: 'identifier',
    label: 'Identifier',
    kind: 'text',
    placeholder: 'serial:12345',
    form: [/^[a-z][a-z0-9_]{0,39}:.{1,128}$/, 'Enter a scheme and a value, like serial:12345.'],
  },
  { name: 'createdFrom', label: 'Taken in on or after', kind: 'day' },
  { name: 'createdBefore', label: 'Taken in before', kind: 'day' },
  { name: 'changedFrom', label: 'Changed on or after', kind: 'day' },
  { name: 'changedBefore', label: 'Changed before', kind: 'day' },
]

const COLUMNS: readonly Column<ListedInventoryItem>[] = [
  {
    header: 'Item',
    cell: ({ id }) => <RecordLink type="item" id={id} />,
  },
  STATUS,
  ACCOUNT,
  DECLARED_VALUE,
  timeColumn('Taken in', 'createdAt', 'createdAt'),
  timeColumn('Last changed', 'changedAt'),
  ID,
]

/** The service sorts by value only the items of one account. */
const COLUMNS_OF_ACCOUNT = COLUMNS.map((column) =>
  column === DECLARED_VALUE ? { ...column, sort: 'declaredValueCents' } : column,
)

export function ItemsPage() {
  const mayTakeIn = useMay('inventory_items:create')
  const search = goodSearch(useSearch({ from: '/items' }), FILTERS)
  return (
    <ListPage
      title="Items"
      permission="inventory_items:read"
      actions={mayTakeIn && <ButtonLink to="/items/new">Take in an item</ButtonLink>}
      operation="GET /v1/inventory-items"
      filters={FILTERS}
      columns={search.fboAccountId === undefined ? COLUMNS : COLUMNS_OF_ACCOUNT}
      total={useTotal(search)}
      tickedActions={(items, untick) => <TickedActions items={items} untick={untick} />}
      noneYet={
        <>
          Take in an item, or{' '}
          <AppLink to="/import" underline="always">
            import a CSV file
          </AppLink>
          .
        </>
      }
    />
  )
}

/** The summary counts all items by their status. */
function useTotal({ status, ...search }: Readonly<Record<string, unknown>>): number | undefined {
  const summary = useQuery(read('GET /v1/summary')).data?.body.data
  const counts = Object.entries(summary?.itemsByStatus ?? {})
  if (counts.length === 0 || FILTERS.some(({ name }) => search[name] !== undefined))
    return undefined
  return counts
    .filter(([each]) => status === undefined || String(status).split(',').includes(each))
    .reduce((sum, [, count]) => sum + count, 0)
}

interface TickedProps {
  readonly items: readonly ListedInventoryItem[]
  readonly untick: () => void
}

/** Labels of ticked items; those of one account that are free can leave it together. */
function TickedActions({ items, untick }: TickedProps) {
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
