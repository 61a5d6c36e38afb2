import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import { StatusBadge } from '../display/StatusBadge.tsx'

/** Says that a shipment of a list is on hold. The lists do not say it of each: it is read once. */
export function HeldBadge({ id }: { readonly id: string }) {
  const held = useQuery({
    ...read('GET /v1/outbound-shipments', { query: { held: true, limit: 100 } }),
    select: ({ body }) => new Set(body.data.map((shipment) => shipment.id)),
  })
  return held.data?.has(id) ? <StatusBadge status="on_hold" /> : null
}
