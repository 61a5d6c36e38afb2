import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { read } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import type { Violation } from '../api/schema.ts'
import { words } from '../display/format.ts'
import { RecordLink } from '../display/RecordLink.tsx'
import { useMay } from '../session/caller.tsx'

interface Props {
  readonly id: string
  readonly violation: Violation
}

/** Why an item cannot move, with a link to what holds it. */
export function FaultOfItem({ id, violation }: Props) {
  const { code, detail, itemStatus, activeTransferId, activeShipmentId } = violation
  if (activeTransferId !== undefined) {
    return (
      <Fault>
        Another transfer holds it: <RecordLink type="transfer" id={activeTransferId} />
      </Fault>
    )
  }
  if (activeShipmentId !== undefined) {
    return (
      <Fault>
        A shipment holds it: <RecordLink type="shipment" id={activeShipmentId} />
      </Fault>
    )
  }
  if (code === 'item_not_in_source_account') return <Elsewhere id={id} detail={detail} />
  if (itemStatus !== undefined) {
    return <Fault>It is not free: its status is “{words(itemStatus).toLowerCase()}”.</Fault>
  }
  return <Fault>{detail}</Fault>
}

/** The item is in another account, or there is none. */
function Elsewhere({ id, detail }: { readonly id: string; readonly detail: string }) {
  const mayRead = useMay('inventory_items:read')
  const { data, error } = useQuery({
    ...read('GET /v1/inventory-items/{id}', { path: { id } }),
    enabled: mayRead,
    placeholderData: undefined,
  })
  if (data !== undefined) {
    return (
      <Fault>
        It is not in the source account, but in{' '}
        <RecordLink type="account" id={data.body.data.fboAccountId} />
      </Fault>
    )
  }
  const isUnknown = error instanceof ProblemError && error.problem.status === 404
  return <Fault>{isUnknown ? 'There is no item with this id.' : detail}</Fault>
}

function Fault({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="var(--mantine-color-error)" data-fault>
      <CircleAlert size={14} aria-label="Fault:" role="img" /> {children}
    </Text>
  )
}
