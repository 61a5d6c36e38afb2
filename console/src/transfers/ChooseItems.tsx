import { Button, Checkbox, Group, Stack, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../api/queries.ts'
import type { InventoryItem } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { Permitted } from '../display/Page.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import type { Pasted } from './item-choice.ts'
import { PasteItems } from './PasteItems.tsx'

interface Props {
  readonly account: string
  /** What is to be done with them. */
  readonly verb: 'Move' | 'Send'
  /** The name of the list. */
  readonly label: string
  /** Shown before the account is picked. */
  readonly unpicked: ReactNode
  /** Shown where the account has nothing to choose. */
  readonly empty: ReactNode
  readonly chosen: ReadonlySet<string>
  readonly add: (items: readonly InventoryItem[]) => void
  readonly remove: (ids: readonly string[]) => void
  /** Adds the ids of a text, and says what became of them. */
  readonly addText: (text: string) => Pasted
}

/** Items of an account are ticked, or the ids of any are pasted. */
export function ChooseItems(props: Props) {
  return (
    <Tabs defaultValue="tick">
      <Tabs.List aria-label="Ways to choose items">
        <Tabs.Tab value="tick">Tick items</Tabs.Tab>
        <Tabs.Tab value="paste">Paste ids</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="tick" pt="sm">
        {props.account === '' ? (
          props.unpicked
        ) : (
          <Permitted permission="inventory_items:read">
            <Items {...props} />
          </Permitted>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="paste" pt="sm">
        <PasteItems add={props.addText} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** The items that the account has in the vault. */
function Items(props: Props) {
  const { account, label, empty, chosen, add, remove } = props
  const { page, cursor } = useSearch({ strict: false })
  const query = { fboAccountId: account, status: 'in_vault', limit: 25, page, cursor } as const
  const list = useQuery(read('GET /v1/inventory-items', { query }))
  const shown = list.data?.body.data ?? []
  const isAll = shown.length > 0 && shown.every(({ id }) => chosen.has(id))
  const ofAll = isAll ? () => remove(shown.map(({ id }) => id)) : () => add(shown)
  return (
    <Stack gap="xs">
      {shown.length > 0 && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            In the vault and free, newest first. <kbd>j</kbd> <kbd>k</kbd> move, space ticks.
          </Text>
          <Button variant="default" size="xs" onClick={ofAll}>
            {isAll ? 'Untick this page' : 'Tick this page'}
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

function columns({ verb, chosen, add, remove }: Props): readonly Column<InventoryItem>[] {
  return [
    {
      header: verb,
      cell: (item) => (
        <Checkbox
          aria-label={`${verb} ${item.description ?? item.id}`}
          checked={chosen.has(item.id)}
          onChange={(event) => (event.currentTarget.checked ? add([item]) : remove([item.id]))}
        />
      ),
    },
    { header: 'Item', cell: ({ id }) => <RecordLink type="item" id={id} isShort /> },
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
