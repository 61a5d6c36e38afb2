import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import type { Event, TransferDetails } from '../api/schema.ts'
import { useCaller, useMay } from '../session/caller.tsx'

/** The person who requested the transfer. */
export function RequestedBy({ transfer }: { readonly transfer: TransferDetails }) {
  const { id, createdByTokenId } = transfer
  if (createdByTokenId === null) return 'Imported'
  return <Person tokenId={createdByTokenId} transferId={id} type="transfer.created" />
}

/** The person or policy that decided. */
export function DecidedBy({ transfer }: { readonly transfer: TransferDetails }) {
  const { id, status, approvedBySystem, decidedByTokenId } = transfer
  if (approvedBySystem) return 'Automatic approval'
  if (status === 'pending') return 'Waiting for an approver'
  if (decidedByTokenId !== null) {
    return <Person tokenId={decidedByTokenId} transferId={id} type={`transfer.${status}`} />
  }
  return status === 'expired' ? 'Nobody (it expired)' : 'Imported'
}

interface PersonProps {
  readonly tokenId: string
  readonly transferId: string
  /** The event of their action, which names the owner of the token. */
  readonly type: Event['type']
}

function Person({ tokenId, transferId, type }: PersonProps) {
  const mayRead = useMay('events:read')
  const isMine = useCaller().tokenId === tokenId
  const events = useQuery({
    ...read('GET /v1/events', { query: { subjectId: transferId, type, limit: 1 } }),
    enabled: mayRead,
    staleTime: 60_000,
    placeholderData: undefined,
  })
  const actor = events.data?.body.data.find((event) => event.actor.tokenId === tokenId)?.actor
  const owner = actor?.person?.name ?? actor?.owner
  return (
    <>
      {owner && <bdi>{owner}</bdi>}
      {isMine && (owner ? ' (you)' : 'You')}
      <Text size="xs" c="dimmed">
        Token <code>{tokenId}</code>
        {!mayRead && ' (seeing its owner requires the permission events:read)'}
      </Text>
    </>
  )
}
