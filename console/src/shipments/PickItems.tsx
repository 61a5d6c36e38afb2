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
  readonly account: string
  readonly chosen: readonly string[]
  readonly choose: (ids: readonly string[]) => void
}

/** The items that the account has in the vault, to tick. */
export function PickItems(props: Props) {
  if (props.account === '') {
    return <EmptyState title="Pick the account first">Its items show here.</EmptyState>
  }
  return (
    <Permitted permission="inventory_items:read">
      <Items {...props} />
    </Permitted>
  )
}

function Items({ account, chosen, choose }: Props) {
  const { page, cursor } = useSearch({ from: '/shipments/new' })
  const query = { fboAccountId: account, status: 'in_vault', limit: 25, page, cursor } as const
  const list = useQuery(read('GET /v1/inventory-items', { query }))
  const shown = (list.data?.body.data ?? []).map(({ id }) => id)
  const had = new Set(chosen)
  const isAll = shown.length > 0 && shown.every((id) => had.has(id))
  const without = chosen.filter((id) => !shown.includes(id))
  return (
    <Stack gap="xs">
      {shown.length > 0 && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            In the vault and free, newest first. <kbd>j</kbd> <kbd>k</kbd> move, space ticks.
          </Text>
          <Button
            variant="default"
            size="xs"
            onClick={() => choose(isAll ? without : [...without, ...shown])}
          >
            {isAll ? 'Untick this page' : 'Tick this page'}
          </Button>
        </Group>
      )}
      <RecordTable
        label="Items in the vault"
        list={list}
        columns={columns(had, (id, isChosen) =>
          choose(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id)),
        )}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="This account has nothing that can leave">
            Items that are on hold, or claimed by a transfer or another shipment, are not shown.
          </EmptyState>
        }
      />
    </Stack>
  )
}

function columns(
  chosen: ReadonlySet<string>,
  set: (id: string, isChosen: boolean) => void,
): readonly Column<InventoryItem>[] {
  return [
    {
      header: 'Send',
      cell: ({ id, description }) => (
        <Checkbox
          aria-label={`Send ${description ?? id}`}
          checked={chosen.has(id)}
          onChange={(event) => set(id, event.currentTarget.checked)}
        />
      ),
    },
    { header: 'Item', cell: ({ id }) => <RecordLink type="item" id={id} isShort /> },
    { header: 'Description', cell: ({ description }) => description ?? '—' },
    {
      header: 'Declared value',
      cell: ({ declaredValueCents }) => money(declaredValueCents),
      isRight: true,
    },
  ]
}
