import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
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
export function ItemViolation(props: Props) {
  return (
    <Text size="sm" c="var(--mantine-color-error)" data-problem>
      <CircleAlert size={14} aria-label="Problem:" role="img" /> <Why {...props} />
    </Text>
  )
}

function Why({ id, violation }: Props) {
  const { code, detail, itemStatus, activeTransferId, activeShipmentId } = violation
  if (activeTransferId !== undefined) {
    return (
      <>
        Already in another transfer: <RecordLink type="transfer" id={activeTransferId} />
      </>
    )
  }
  if (activeShipmentId !== undefined) {
    return (
      <>
        Already in a shipment: <RecordLink type="shipment" id={activeShipmentId} />
      </>
    )
  }
  if (code === 'item_not_in_source_account') return <Elsewhere id={id} detail={detail} />
  return itemStatus === undefined
    ? violationWords(violation)
    : `Not available: its status is “${words(itemStatus).toLowerCase()}”.`
}

/** The item is in another account, or does not exist. */
function Elsewhere({ id, detail }: { readonly id: string; readonly detail: string }) {
  const { data, error } = useQuery({
    ...read('GET /v1/inventory-items/{id}', { path: { id } }),
    enabled: useMay('inventory_items:read'),
    placeholderData: undefined,
  })
  if (data === undefined) {
    const isUnknown = error instanceof ProblemError && error.problem.status === 404
    return isUnknown ? 'There is no item with this ID.' : detail
  }
  return (
    <>
      In a different account: <RecordLink type="account" id={data.body.data.fboAccountId} />
    </>
  )
}
