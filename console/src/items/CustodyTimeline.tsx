import { Button, Group, Stack, Text, Timeline, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../api/request.ts'
import type { InventoryMovement } from '../api/schema.ts'
import { words } from '../display/format.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { Loading } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'
import { TokenName } from '../display/TokenName.tsx'
import { MOVEMENT_WORDS } from './movement-words.ts'

const MOVEMENTS = 'GET /v1/inventory-items/{id}/movements'

/** The custody of the item: each movement, oldest first. */
export function CustodyTimeline({ id }: { readonly id: string }) {
  const movements = useMovements(id)
  const [isReadingAll, setReadingAll] = useState(false)
  const readAll = async () => {
    setReadingAll(true)
    for (let hasNext = true; hasNext; ) {
      const { hasNextPage, isError } = await movements.fetchNextPage()
      hasNext = hasNextPage && !isError
    }
    setReadingAll(false)
  }
  const { data, error, hasNextPage, isFetchingNextPage } = movements
  const shown = data?.pages.flatMap(({ body }) => body.data) ?? []
  return (
    <Stack component="section" aria-labelledby="custody" gap="sm">
      <Title order={2} size="h4" id="custody">
        Custody history
      </Title>
      <ProblemAlert error={error} />
      {data === undefined && error === null && <Loading />}
      <Timeline role="list" active={shown.length} bulletSize={28} lineWidth={2}>
        {shown.map((movement) => {
          const { icon: Icon, label } = MOVEMENT_WORDS[movement.kind]
          return (
            <Timeline.Item
              key={movement.number}
              role="listitem"
              bullet={<Icon size={15} aria-hidden />}
              title={<Text fw={600}>{label}</Text>}
            >
              <Movement movement={movement} />
            </Timeline.Item>
          )
        })}
      </Timeline>
      {hasNextPage && (
        <Group>
          <Button
            variant="default"
            onClick={() => void movements.fetchNextPage()}
            loading={isFetchingNextPage && !isReadingAll}
            disabled={isReadingAll}
          >
            Show more
          </Button>
          <Button variant="default" onClick={() => void readAll()} loading={isReadingAll}>
            Show all
          </Button>
          <Text size="sm" c="dimmed" role="status">
            Showing the first {shown.length} movements.
          </Text>
        </Group>
      )}
    </Stack>
  )
}

function useMovements(id: string) {
  return useInfiniteQuery({
    queryKey: ['inventory-items', MOVEMENTS, { id }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      request(MOVEMENTS, { path: { id }, query: { limit: 50, ...pageParam }, signal }),
    initialPageParam: {} as { page?: number; cursor?: string },
    getNextPageParam: ({ links: { next } }) =>
      next && { page: Number(next.get('page')), cursor: next.get('cursor') ?? '' },
  })
}

/** The time, author, accounts, statuses and reason of a movement. */
function Movement({ movement }: { readonly movement: InventoryMovement }) {
  const { at, kind, tokenId, reason, transferBatchId, outboundShipmentId } = movement
  return (
    <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" c="dimmed" component="div">
        <Time at={at} relative /> · by{' '}
        {kind === 'transfer_expired' ? 'the system' : <TokenName id={tokenId} />}
      </Text>
      <FromTo movement={movement} />
      {transferBatchId !== null && (
        <Text size="sm" component="div">
          Transfer <RecordLink type="transfer" id={transferBatchId} />
        </Text>
      )}
      {outboundShipmentId !== null && (
        <Text size="sm" component="div">
          Shipment <RecordLink type="shipment" id={outboundShipmentId} />
        </Text>
      )}
      {reason !== null && <Text size="sm">Reason: “{reason}”</Text>}
    </Stack>
  )
}

function FromTo({ movement }: { readonly movement: InventoryMovement }) {
  const { fromFboAccountId, toFboAccountId, fromStatus, toStatus } = movement
  const isElsewhere = fromFboAccountId !== toFboAccountId
  return (
    <>
      {isElsewhere && (
        <Text size="sm" component="div">
          {fromFboAccountId === null ? (
            'Into account '
          ) : (
            <>
              From account <RecordLink type="account" id={fromFboAccountId} /> to{' '}
            </>
          )}
          <RecordLink type="account" id={toFboAccountId} />
        </Text>
      )}
      {fromStatus !== toStatus && (
        <Text size="sm">
          {fromStatus === null ? '' : `${words(fromStatus)} → `}
          {words(toStatus)}
        </Text>
      )}
    </>
  )
}
