import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { InventoryItem } from '../api/schema.ts'
import { EmptyState } from '../display/EmptyState.tsx'
import { money } from '../display/format.ts'
import { Permitted } from '../display/Page.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'

interface Props {
  readonly from: string
  readonly chosen: ReadonlySet<string>
  readonly add: (items: readonly InventoryItem[]) => void
  readonly remove: (ids: readonly string[]) => void
}

/** The items that the source account has in the vault, to tick. */
export function SourceItems(props: Props) {
  if (props.from === '') {
    return (
      <EmptyState title="Pick the account that the items come from">
        What it has in the vault shows here, to tick. Or paste the ids of items.
      </EmptyState>
    )
  }
  return (
    <Permitted permission="inventory_items:read">
      <Items {...props} />
    </Permitted>
  )
}

function Items({ from, chosen, add, remove }: Props) {
  const { page, cursor } = useSearch({ from: '/transfers/new' })
  const query = { fboAccountId: from, status: 'in_vault', limit: 25, page, cursor } as const
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
        label="Items of the source account"
        list={list}
        columns={columns(chosen, add, remove)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="This account has nothing that can move">
            None of its items is in the vault and free. Pick another account.
          </EmptyState>
        }
      />
    </Stack>
  )
}

function columns(
  chosen: Props['chosen'],
  add: Props['add'],
  remove: Props['remove'],
): readonly Column<InventoryItem>[] {
  return [
    {
      header: 'Move',
      cell: (item) => (
        <Checkbox
          aria-label={`Move ${item.description ?? item.id}`}
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
