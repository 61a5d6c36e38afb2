import { Button, Group, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { Holding } from '../api/schema.ts'
import { DECLARED_VALUE, STATUS, timeColumn } from '../display/columns.tsx'
import { DateField } from '../display/fields.tsx'
import { dayOf, endOfDay, readDay, ZONE } from '../display/format.ts'
import { RecordList } from '../display/ListPage.tsx'
import { useChangeSearch } from '../display/lists.tsx'
import { EmptyState, Permitted, Section } from '../display/Page.tsx'
import { RecordLink, ShortId } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'
import { TickedActions } from '../items/TickedActions.tsx'

export const HELD = 'GET /v1/fbo-accounts/{id}/holdings'

const COLUMNS: readonly Column<Holding>[] = [
  { header: 'Item', cell: ({ inventoryItemId: id }) => <RecordLink type="item" id={id} /> },
  STATUS,
  {
    header: 'Transfer or shipment',
    cell: ({ activeTransferId, activeShipmentId }) =>
      activeTransferId !== null ? (
        <RecordLink type="transfer" id={activeTransferId} />
      ) : activeShipmentId !== null ? (
        <RecordLink type="shipment" id={activeShipmentId} />
      ) : (
        '—'
      ),
  },
  DECLARED_VALUE,
  timeColumn('In this status since', 'changedAt'),
  { header: 'ID', cell: ({ inventoryItemId }) => <ShortId id={inventoryItemId} /> },
]

const PAST_COLUMNS = COLUMNS.map((column) =>
  column === STATUS ? { ...STATUS, header: 'Status on that date' } : column,
)

/** The day in the URL and its last moment, if it is over. */
export function usePastDay() {
  const day = readDay(useSearch({ from: '/accounts/$id' }).day)
  if (day === undefined || day >= dayOf(Date.now())) return undefined
  return { day, end: endOfDay(day), asOf: new Date(endOfDay(day)).toISOString() }
}

/** The items that the account holds, or held at the end of a day, which is in the URL. */
export function Holdings({ id }: { readonly id: string }) {
  const change = useChangeSearch()
  const today = dayOf(Date.now())
  const past = usePastDay()
  const set = (day: string | undefined) => change({ day: day === today ? undefined : day })
  return (
    <Section title="Holdings">
      <Group gap="sm" align="flex-end">
        <DateField label="Date" value={past?.day ?? today} set={set} max={today} w={170} />
        {past && (
          <Button variant="default" onClick={() => set(undefined)}>
            Back to today
          </Button>
        )}
        <Text c="dimmed" component="div" role="status">
          {past === undefined ? (
            'Current holdings. Choose a date to see the holdings on that day.'
          ) : (
            <>
              Holdings at the end of that day ({ZONE}): <Time at={past.end} />
            </>
          )}
        </Text>
      </Group>
      <Permitted permission="inventory_items:read">
        <RecordList
          label="Holdings"
          file={`holdings-${past?.day ?? 'now'}`}
          operation={HELD}
          args={{ path: { id }, ...(past && { query: { asOf: past.asOf } }) }}
          columns={past === undefined ? COLUMNS : PAST_COLUMNS}
          rowKey={({ inventoryItemId }) => inventoryItemId}
          actions={
            past === undefined
              ? (rows, untick) => <TickedActions items={rows.map(itemOf(id))} untick={untick} />
              : undefined
          }
          empty={
            past === undefined ? (
              <EmptyState title="No items">
                Take in an item for this account, or transfer one to it.
              </EmptyState>
            ) : (
              <EmptyState title="No items on that day">Choose another date.</EmptyState>
            )
          }
        />
      </Permitted>
    </Section>
  )
}

function itemOf(fboAccountId: string) {
  return ({ inventoryItemId, status, description }: Holding) => {
    return { id: inventoryItemId, status, fboAccountId, description }
  }
}
