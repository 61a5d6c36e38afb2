import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../api/queries.ts'
import type { QueryOf } from '../api/request.ts'
import type { InventoryItem } from '../api/schema.ts'
import { EmptyState } from '../display/EmptyState.tsx'
import { money } from '../display/format.ts'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'

interface Props {
  readonly account: string
  readonly chosen: readonly string[]
  readonly choose: (ids: readonly string[]) => void
}

/** The items that the account has in the vault, to tick; and a field to paste ids into. */
export function PickItems(props: Props) {
  return (
    <Stack gap="xs">
      {useMay('inventory_items:read') && <Ticks {...props} />}
      <Paste {...props} />
    </Stack>
  )
}

function Ticks({ account, chosen, choose }: Props) {
  const { page, cursor } = useSearch({ from: '/shipments/new' })
  const query = { fboAccountId: account, status: 'in_vault', limit: 25, page, cursor } as const
  const list = useQuery(
    read('GET /v1/inventory-items', { query: query as QueryOf<'GET /v1/inventory-items'> }),
  )
  const columns: readonly Column<InventoryItem>[] = [
    {
      header: 'Send',
      cell: ({ id }) => (
        <Checkbox
          aria-label={`Send ${id}`}
          checked={chosen.includes(id)}
          onChange={({ currentTarget: { checked } }) =>
            choose(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
          }
        />
      ),
    },
    { header: 'Item', cell: ({ id }) => <RecordLink type="item" id={id} /> },
    { header: 'Description', cell: ({ description }) => description ?? '—' },
    {
      header: 'Declared value',
      cell: ({ declaredValueCents }) => money(declaredValueCents),
      isRight: true,
    },
    { header: 'Last change', cell: ({ changedAt }) => <Time at={changedAt} /> },
  ]
  return (
    <RecordTable
      label="Items in the vault"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="This account has nothing in the vault">
          Items that are on hold, or claimed by a transfer or another shipment, are not shown.
        </EmptyState>
      }
    />
  )
}

function Paste({ chosen, choose }: Props) {
  const [text, setText] = useState('')
  const ids = text.split(/[\s,;]+/).filter((id) => id !== '')
  const add = () => {
    choose([...new Set([...chosen, ...ids])])
    setText('')
  }
  return (
    <Group align="flex-end" gap="xs">
      <Textarea
        label="Or paste item ids"
        description="One per line, or with spaces or commas between them."
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={1}
        maxRows={6}
        style={{ flex: '1 1 280px' }}
        spellCheck={false}
      />
      <Button variant="default" onClick={add} disabled={ids.length === 0}>
        {ids.length > 1 ? `Add ${ids.length.toLocaleString()} items` : 'Add'}
      </Button>
    </Group>
  )
}
