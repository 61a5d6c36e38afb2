import { Stack, Tabs, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../api/queries.ts'
import type { ListedInventoryItem } from '../api/schema.ts'
import { DECLARED_VALUE } from '../display/columns.tsx'
import { EmptyState, Permitted } from '../display/Page.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { Remark } from '../display/Remark.tsx'
import { ScanItems } from './ScanItems.tsx'
import type { Choice } from './use-choice.ts'

interface Props {
  /** The name of the list. */
  readonly label: string
  /** Shown until an account is chosen. */
  readonly unpicked: ReactNode
  /** Shown if the account has nothing to choose. */
  readonly empty: ReactNode
  readonly account: string
  readonly choice: Choice
}

/** Chooses items: from the list of an account, or by scanning or pasting. */
export function ChooseItems(props: Props) {
  return (
    <Tabs defaultValue="select">
      <Tabs.List aria-label="Ways to choose items">
        <Tabs.Tab value="select">Select items</Tabs.Tab>
        <Tabs.Tab value="scan">Scan or paste</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="select" pt="sm">
        {props.account === '' ? (
          props.unpicked
        ) : (
          <Permitted permission="inventory_items:read">
            <Items {...props} />
          </Permitted>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="scan" pt="sm">
        <ScanItems add={(item) => props.choice.add([item])} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** The items of the account that are in the vault and in no other record. */
function Items({ account, label, empty, choice }: Props) {
  const { page, cursor, q } = useSearch({ strict: false })
  const query = { fboAccountId: account, status: 'in_vault', page, cursor, q } as const
  const list = useQuery(read('GET /v1/inventory-items', { query: { ...query, limit: 25 } }))
  const shown = (list.data?.body.data ?? []).map((item) => ({ id: item.id, item }))
  return (
    <Stack gap="xs">
      <ItemFilter />
      <Text c="dimmed">Available items, newest first.</Text>
      <RecordTable
        label={label}
        list={list}
        columns={COLUMNS}
        ticks={{
          ids: choice.ids,
          nameOf: ({ id, description }) => description ?? id,
          set: (ids) => {
            choice.remove([...choice.ids].filter((id) => !ids.includes(id)))
            choice.add(shown.filter(({ id }) => ids.includes(id)))
          },
        }}
        empty={q === undefined ? empty : <EmptyState title="No available item matches" />}
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

/** Finds among the items of the account. The text is in the URL. */
function ItemFilter() {
  const navigate = useNavigate()
  const { q } = useSearch({ strict: false })
  const filter = useDebouncedCallback((text: string) => {
    const wanted = [...text].length < 2 ? undefined : text
    const change = { page: undefined, cursor: undefined, q: wanted }
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...change }),
      replace: true,
    })
  }, 200)
  return (
    <TextInput
      label="Description or number"
      defaultValue={q}
      onChange={(event) => filter(event.currentTarget.value.trim())}
      maxLength={200}
    />
  )
}
