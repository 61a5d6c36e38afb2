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
import { violationWords } from '../words/problems.ts'

interface Props {
  readonly id: string
  readonly violation: Violation
}

/** Says why an item cannot be chosen, with a link to the record that claims it. */
export function ItemViolation({ id, violation }: Props) {
  const { code, detail, itemStatus, activeTransferId, activeShipmentId } = violation
  if (activeTransferId !== undefined) {
    return (
      <Message>
        Already in another transfer: <RecordLink type="transfer" id={activeTransferId} />
      </Message>
    )
  }
  if (activeShipmentId !== undefined) {
    return (
      <Message>
        Already in a shipment: <RecordLink type="shipment" id={activeShipmentId} />
      </Message>
    )
  }
  if (code === 'item_not_in_source_account') return <Elsewhere id={id} detail={detail} />
  if (itemStatus !== undefined) {
    return <Message>Not available: its status is “{words(itemStatus).toLowerCase()}”.</Message>
  }
  return <Message>{violationWords(violation)}</Message>
}

/** The item is in another account, or does not exist. */
function Elsewhere({ id, detail }: { readonly id: string; readonly detail: string }) {
  const { data, error } = useQuery({
    ...read('GET /v1/inventory-items/{id}', { path: { id } }),
    enabled: useMay('inventory_items:read'),
    placeholderData: undefined,
  })
  if (data !== undefined) {
    return (
      <Message>
        In a different account: <RecordLink type="account" id={data.body.data.fboAccountId} />
      </Message>
    )
  }
  const isUnknown = error instanceof ProblemError && error.problem.status === 404
  return <Message>{isUnknown ? 'There is no item with this ID.' : detail}</Message>
}

function Message({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="var(--mantine-color-error)" data-problem>
      <CircleAlert size={14} aria-label="Problem:" role="img" /> {children}
    </Text>
  )
}
