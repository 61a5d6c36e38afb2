import { Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { read, useRead } from '../api/queries.ts'
import type { OutboundShipment } from '../api/schema.ts'
import { words } from '../display/format.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink, RecordLink } from '../display/RecordLink.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { SHIPMENT_STATUSES } from './shipment-words.ts'

/** The number of cards in a column; the list has the others. */
const CARDS = 12

/** Each status as a column, with its newest shipments. */
export function ShipmentBoard() {
  const { fboAccountId: account } = useSearch({ from: '/shipments' })
  const summary = useRead('GET /v1/summary').data?.body.data
  // The summary counts the shipments of all accounts.
  const figures = account === undefined ? summary : undefined
  const held = figures?.heldShipments ?? 0
  return (
    <Stack gap="xs">
      {held > 0 && (
        <AppLink to="/shipments" search={{ view: 'list', held: 'true' }} mr="auto">
          {held === 1 ? '1 shipment is' : `${held.toLocaleString()} shipments are`} on hold
        </AppLink>
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
            query={{ status, ...(account !== undefined && { fboAccountId: account }) }}
            count={figures?.shipmentsByStatus?.[status]}
          />
        ))}
      </Group>
    </Stack>
  )
}

interface ColumnProps {
  readonly query: { readonly status: OutboundShipment['status']; readonly fboAccountId?: string }
  readonly count: number | undefined
}

function BoardColumn({ query, count }: ColumnProps) {
  const name = words(query.status)
  const list = useRead('GET /v1/outbound-shipments', { query: { ...query, limit: CARDS } })
  const { data: shipments, pagination } = list.data?.body ?? {}
  const seen = shipments && `${shipments.length}${pagination?.hasMore ? '+' : ''}`
  return (
    <Paper
      component="section"
      aria-label={name}
      withBorder
      p="xs"
      miw={{ base: 240, sm: 156 }}
      style={{ flex: '1 0 0', scrollSnapAlign: 'start' }}
    >
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" gap={4} mih={36}>
          <Title order={2} size="sm" lh={1.2}>
            {name}
          </Title>
          {(count ?? seen) !== undefined && (
            <Badge variant="default" radius="sm" style={{ flexShrink: 0 }}>
              {count?.toLocaleString() ?? seen}
            </Badge>
          )}
        </Group>
        {shipments === undefined && <ProblemAlert error={list.error} />}
        {list.isPending && <Skeleton h={56} />}
        {shipments?.length === 0 && <Text c="dimmed">None</Text>}
        {shipments?.map((shipment) => (
          <Paper key={shipment.id} withBorder px="xs" py={6} shadow="xs">
            <RecordLink type="shipment" id={shipment.id} /> <HeldBadge id={shipment.id} />
            <Text size="xs" component="div">
              <Time at={shipment.shippedAt ?? shipment.createdAt} />
            </Text>
          </Paper>
        ))}
        <AppLink
          to="/shipments"
          search={{ ...query, view: 'list' }}
          aria-label={`Show all: ${name}`}
        >
          Show all
        </AppLink>
      </Stack>
    </Paper>
  )
}

/** Says that a shipment of a list is on hold. The lists do not say it of each: it is read once. */
export function HeldBadge({ id }: { readonly id: string }) {
  const held = useQuery({
    ...read('GET /v1/outbound-shipments', { query: { held: true, limit: 100 } }),
    select: ({ body }) => new Set(body.data.map((shipment) => shipment.id)),
  })
  return held.data?.has(id) ? <StatusBadge status="on_hold" /> : null
}
