import { Button, Checkbox, Group, Stack, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../api/queries.ts'
import type { ListedInventoryItem } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { Permitted } from '../display/Page.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { PasteItems } from './PasteItems.tsx'
import type { Choice } from './use-choice.ts'

interface Props {
  readonly account: string
  /** The heading of the column of checkboxes. */
  readonly verb: 'Transfer' | 'Add'
  /** The name of the list. */
  readonly label: string
  /** Shown until an account is chosen. */
  readonly unpicked: ReactNode
  /** Shown if the account has nothing to choose. */
  readonly empty: ReactNode
  readonly choice: Choice
}

/** Chooses items: from the list of an account, or by pasting ids. */
export function ChooseItems(props: Props) {
  return (
    <Tabs defaultValue="select">
      <Tabs.List aria-label="Ways to choose items">
        <Tabs.Tab value="select">Select items</Tabs.Tab>
        <Tabs.Tab value="paste">Paste IDs</Tabs.Tab>
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
      <Tabs.Panel value="paste" pt="sm">
        <PasteItems add={props.choice.addText} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** The items of the account that are in the vault and in no other record. */
function Items(props: Props) {
  const { account, label, empty } = props
  const { ids, addItems, remove } = props.choice
  const { page, cursor } = useSearch({ strict: false })
  const query = { fboAccountId: account, status: 'in_vault', limit: 25, page, cursor } as const
  const list = useQuery(read('GET /v1/inventory-items', { query }))
  const shown = list.data?.body.data ?? []
  const isAll = shown.length > 0 && shown.every(({ id }) => ids.has(id))
  const toggleAll = isAll ? () => remove(shown.map(({ id }) => id)) : () => addItems(shown)
  return (
    <Stack gap="xs">
      {shown.length > 0 && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            Available items, newest first. <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>Space</kbd>{' '}
            selects.
          </Text>
          <Button variant="default" size="xs" onClick={toggleAll}>
            {isAll ? 'Deselect all on this page' : 'Select all on this page'}
          </Button>
        </Group>
      )}
      <RecordTable
        label={label}
        list={list}
        columns={columns(props)}
        rowKey={({ id }) => id}
        empty={empty}
      />
    </Stack>
  )
}

function columns({ verb, choice }: Props): readonly Column<ListedInventoryItem>[] {
  return [
    {
      header: verb,
      cell: (item) => (
        <Checkbox
          aria-label={`${verb} ${item.description ?? item.id}`}
          checked={choice.ids.has(item.id)}
          onChange={(event) =>
            event.currentTarget.checked ? choice.addItems([item]) : choice.remove([item.id])
          }
        />
      ),
    },
    { header: 'Item', cell: ({ id }) => <RecordLink type="item" id={id} /> },
    {
      header: 'Description',
      cell: ({ description }) => (
        <Text size="sm" miw={200}>
          {description ?? '—'}
        </Text>
      ),
    },
    {
      header: 'Declared value',
      cell: ({ declaredValueCents }) => money(declaredValueCents),
      isRight: true,
    },
  ]
}
