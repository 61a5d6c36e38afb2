import { Group, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { QueryOf } from '../api/request.ts'
import type { Holding } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { DayField } from '../display/DayField.tsx'
import { dayOf, endOfDay, readDay, ZONE } from '../display/days.ts'
import { EmptyState } from '../display/EmptyState.tsx'
import { ExportCsv } from '../display/ExportCsv.tsx'
import { Permitted } from '../display/Page.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { ShortId } from '../display/ShortId.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { useList } from '../display/use-list.ts'

const COLUMNS: readonly Column<Holding>[] = [
  {
    header: 'Item',
    cell: ({ inventoryItemId: id, description }) => (
      <RecordLink type="item" id={id} name={description ?? undefined} />
    ),
  },
  { header: 'Status on that date', cell: ({ status }) => <StatusBadge status={status} /> },
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
  {
    header: 'Declared value',
    cell: ({ declaredValueCents }) => money(declaredValueCents),
    isRight: true,
  },
  { header: 'In this status since', cell: ({ changedAt }) => <Time at={changedAt} /> },
  { header: 'ID', cell: ({ inventoryItemId }) => <ShortId id={inventoryItemId} /> },
]

/** The items that the account holds, or held at the end of a day, which is in the URL. */
export function Holdings({ id }: { readonly id: string }) {
  const search = useSearch({ from: '/accounts/$id' })
  const navigate = useNavigate()
  const today = dayOf(Date.now())
  const asked = readDay(search.day)
  const past = asked !== undefined && asked < today ? asked : undefined
  const set = (day: string | undefined) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        page: undefined,
        cursor: undefined,
        asOf: undefined,
        day: day === today ? undefined : day,
      }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Stack component="section" aria-labelledby="holdings" gap="xs">
      <Title order={2} size="h4" id="holdings">
        Holdings
      </Title>
      <Group gap="sm" align="flex-end">
        <DayField
          label="Date"
          day={past ?? today}
          set={set}
          maxDate={today}
          clearLabel={past && 'Back to today'}
          w={170}
        />
        <Text size="sm" c="dimmed" component="div" role="status">
          {past === undefined ? (
            'Current holdings. Choose a date to see the holdings on that day.'
          ) : (
            <>
              Holdings at the end of that day ({ZONE}): <Time at={endOfDay(past)} />
            </>
          )}
        </Text>
      </Group>
      <Permitted permission="inventory_items:read">
        <HoldingsTable id={id} past={past} />
      </Permitted>
    </Stack>
  )
}

interface TableProps {
  readonly id: string
  readonly past: string | undefined
}

function HoldingsTable({ id, past }: TableProps) {
  const { page, cursor, asOf: read } = useSearch({ from: '/accounts/$id' })
  const day = past === undefined ? undefined : new Date(endOfDay(past)).toISOString()
  // Further pages are of the moment that the first one was.
  const asOf = cursor === undefined ? day : (read ?? day)
  const query = { page, cursor, asOf } as QueryOf<'GET /v1/fbo-accounts/{id}/holdings'>
  const args = { path: { id }, query }
  const list = useList('GET /v1/fbo-accounts/{id}/holdings', args)
  return (
    <RecordTable
      label="Holdings"
      list={list}
      columns={past === undefined ? NOW_COLUMNS : COLUMNS}
      rowKey={({ inventoryItemId }) => inventoryItemId}
      tools={
        <ExportCsv
          operation="GET /v1/fbo-accounts/{id}/holdings"
          args={args}
          name={`holdings-${past ?? 'now'}`}
        />
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
  )
}

const NOW_COLUMNS = COLUMNS.map((column) =>
  column.header === 'Status on that date' ? { ...column, header: 'Status' } : column,
)
