import { Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { OutboundShipment } from '../api/schema.ts'
import { words } from '../display/format.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink, RecordLink } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { HeldBadge } from './HeldBadge.tsx'
import { SHIPMENT_STATUSES, type ShipmentStatus } from './shipment-steps.ts'

/** The number of cards in a column; the list has the others. */
const CARDS = 12

/** Each status as a column, with its newest shipments. */
export function ShipmentBoard() {
  const { fboAccountId } = useSearch({ from: '/shipments' })
  const summary = useQuery(read('GET /v1/summary')).data?.body.data
  // The summary counts the shipments of all accounts.
  const counts = fboAccountId === undefined ? summary?.shipmentsByStatus : undefined
  const held = fboAccountId === undefined ? (summary?.heldShipments ?? 0) : 0
  return (
    <Stack gap="xs">
      {held > 0 && (
        <Text size="sm" c="dimmed">
          <AppLink to="/shipments" search={{ view: 'list', held: 'true' }} inherit>
            {held === 1 ? '1 shipment is' : `${held.toLocaleString()} shipments are`} on hold
          </AppLink>
        </Text>
      )}
      <Group
        component="section"
        aria-label="Board"
        align="stretch"
        gap="xs"
        wrap="nowrap"
        pb="xs"
        style={{ overflowX: 'auto', scrollSnapType: 'x proximity' }}
      >
        {SHIPMENT_STATUSES.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            fboAccountId={fboAccountId}
            count={counts?.[status]}
          />
        ))}
      </Group>
    </Stack>
  )
}

interface ColumnProps {
  readonly status: ShipmentStatus
  readonly fboAccountId: string | undefined
  readonly count: number | undefined
}

function BoardColumn({ status, fboAccountId, count }: ColumnProps) {
  const account = fboAccountId === undefined ? {} : { fboAccountId }
  const list = useQuery(
    read('GET /v1/outbound-shipments', { query: { ...account, status, limit: CARDS } }),
  )
  const shipments = list.data?.body.data
  const seen = shipments && `${shipments.length}${list.data?.body.pagination.hasMore ? '+' : ''}`
  return (
    <Paper
      component="section"
      aria-label={words(status)}
      withBorder
      p="xs"
      miw={{ base: 240, sm: 156 }}
      style={{ flex: '1 0 0', scrollSnapAlign: 'start' }}
    >
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" gap={4} mih={36}>
          <Title order={2} size="sm" lh={1.2}>
            {words(status)}
          </Title>
          {(count !== undefined || seen !== undefined) && (
            <Badge variant="default" radius="sm" style={{ flexShrink: 0 }}>
              {count?.toLocaleString() ?? seen}
            </Badge>
          )}
        </Group>
        {list.data === undefined && <ProblemAlert error={list.error} />}
        {list.isPending && <Skeleton h={56} />}
        {shipments?.length === 0 && (
          <Text size="sm" c="dimmed">
            None
          </Text>
        )}
        {shipments?.map((shipment) => (
          <Card key={shipment.id} shipment={shipment} />
        ))}
        {shipments?.length !== 0 && (
          <AppLink
            to="/shipments"
            search={{ ...account, view: 'list', status }}
            size="sm"
            aria-label={`Show all: ${words(status)}`}
          >
            Show all
          </AppLink>
        )}
      </Stack>
    </Paper>
  )
}

function Card({ shipment }: { readonly shipment: OutboundShipment }) {
  const { id, fboAccountId, createdAt, shippedAt } = shipment
  return (
    <Paper withBorder px="xs" py={6} shadow="xs">
      <Group gap={4} justify="space-between">
        <RecordLink type="account" id={fboAccountId} />
        <HeldBadge id={id} />
      </Group>
      <RecordLink type="shipment" id={id} />
      <Text size="xs" component="div">
        <Time at={shippedAt ?? createdAt} relative="only" />
      </Text>
    </Paper>
  )
}
