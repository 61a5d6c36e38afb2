import type { TransferDetails } from '../api/schema.ts'
import { TokenName } from '../display/RecordLink.tsx'

/** The person who requested the transfer. */
export function RequestedBy({ transfer }: { readonly transfer: TransferDetails }) {
  const { createdByTokenId } = transfer
  return createdByTokenId === null ? 'Imported' : <TokenName id={createdByTokenId} />
}

/** The person or policy that decided. */
export function DecidedBy({ transfer }: { readonly transfer: TransferDetails }) {
  const { status, approvedBySystem, decidedByTokenId } = transfer
  if (approvedBySystem) return 'Automatic approval'
  if (status === 'pending') return 'Waiting for an approver'
  if (decidedByTokenId !== null) return <TokenName id={decidedByTokenId} />
  return status === 'expired' ? 'Nobody (it expired)' : 'Imported'
}
