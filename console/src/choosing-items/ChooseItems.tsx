import { Stack, Tabs, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../api/queries.ts'
import type { ListedInventoryItem } from '../api/schema.ts'
import { DECLARED_VALUE } from '../display/columns.tsx'
import { useChangeSearch } from '../display/lists.tsx'
import { EmptyState, Permitted } from '../display/Page.tsx'
import { RecordLink, Remark } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { ScanField, useScan } from './ScanItems.tsx'
import type { Choice } from './use-choice.ts'

interface Props {
  /** Empty until one is chosen. */
  readonly account: string
  readonly choice: Choice
}

export function ChooseItems({ account, choice }: Props) {
  const [tab, setTab] = useState<string | null>('select')
  const scanning = useScan(
    (item) => choice.add([item]),
    () => setTab('scan'),
  )
  return (
    <Tabs value={tab} onChange={setTab}>
      <Tabs.List aria-label="Ways to choose items">
        <Tabs.Tab value="select">Select items</Tabs.Tab>
        <Tabs.Tab value="scan">Scan or paste</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="select" pt="sm">
        {account === '' ? (
          <EmptyState title="Choose the account of the items first">
            Its available items are listed here. Or scan or paste items.
          </EmptyState>
        ) : (
          <Permitted permission="inventory_items:read">
            <Items account={account} choice={choice} />
          </Permitted>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="scan" pt="sm">
        <ScanField {...scanning} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** The account's items that are in the vault and in no other record. The filter is in the URL. */
function Items({ account, choice }: Props) {
  const { page, cursor, q } = useSearch({ strict: false })
  const change = useChangeSearch(true)
  const filter = useDebouncedCallback((text: string) => {
    change({ q: [...text].length < 2 ? undefined : text })
  }, 200)
  const query = { fboAccountId: account, status: 'in_vault', page, cursor, q } as const
  const list = useRead('GET /v1/inventory-items', { query: { ...query, limit: 25 } })
  return (
    <Stack gap="xs">
      <TextInput
        label="Description or number"
        defaultValue={q}
        onChange={(event) => filter(event.currentTarget.value.trim())}
        maxLength={200}
      />
      <Text c="dimmed">Available items, newest first.</Text>
      <RecordTable
        label="Available items"
        list={list}
        columns={COLUMNS}
        ticks={{
          ids: choice.ids,
          nameOf: ({ id, description }) => description ?? id,
          set: (ids) => {
            choice.keep(({ id }) => ids.includes(id))
            choice.add(list.data?.body.data.filter(({ id }) => ids.includes(id)) ?? [])
          },
        }}
        empty={
          q === undefined ? (
            <EmptyState title="This account has no available items">
              Items on hold, or in another transfer or shipment, are not listed.
            </EmptyState>
          ) : (
            <EmptyState title="No available item matches" />
          )
        }
      />
    </Stack>
  )
}

const COLUMNS: readonly Column<ListedInventoryItem>[] = [
  {
    header: 'Item',
    cell: ({ id, description, identifiers }) => (
      <>
        <RecordLink type="item" id={id} name={description ?? undefined} />
        <Remark>{identifiers.map(({ value }) => value).join(', ')}</Remark>
      </>
    ),
  },
  DECLARED_VALUE,
]
