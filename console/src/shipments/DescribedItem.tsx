import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { request } from '../api/request.ts'
import type { InventoryItem } from '../api/schema.ts'

interface Props {
  readonly id: string
  readonly show: (item: InventoryItem) => ReactNode
}

/** Something of an item that only its id is known of. */
export function DescribedItem({ id, show }: Props) {
  const item = useQuery({
    // Not under `inventory-items`: what happens to other items would read all of these again.
    queryKey: ['outbound-shipment-items', id],
    queryFn: ({ signal }) => request('GET /v1/inventory-items/{id}', { path: { id }, signal }),
    staleTime: 60_000,
    retry: false,
  })
  if (item.isPending) return <Skeleton h={14} w={80} />
  return item.data === undefined ? '—' : show(item.data.body.data)
}
