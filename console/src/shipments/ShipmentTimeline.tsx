import { Skeleton, Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import type { Event, OutboundShipmentDetails } from '../api/schema.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'

interface Moment {
  readonly type: string
  readonly at: string | number
  readonly by?: string | undefined
  readonly reason?: string | null | undefined
}

const NAMES: Readonly<Record<string, string>> = {
  created: 'Created',
  imported: 'Imported',
  inspecting: 'Inspection started',
  submitted: 'Submitted for approval',
  approved: 'Approved',
  returned_to_packing: 'Returned to packing',
  held: 'Put on hold',
  released: 'Released',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

/** What happened to the shipment, newest first. */
export function ShipmentTimeline({ shipment }: { readonly shipment: OutboundShipmentDetails }) {
  const mayRead = useMay('events:read')
  const query = { subjectId: shipment.id, limit: 1000 }
  const events = useQuery({ ...read('GET /v1/events', { query }), enabled: mayRead })
  if (mayRead && events.isPending) return <Skeleton h={80} />
  const moments = merged(events.data?.body.data ?? [], fromMembers(shipment))
  return (
    <>
      <ProblemAlert error={events.error} />
      <Timeline bulletSize={14} lineWidth={2} active={moments.length}>
        {moments.map(({ type, at, by, reason }) => (
          <Timeline.Item key={`${type} ${at}`} title={NAMES[type] ?? type}>
            {reason && <Text size="sm">{reason}</Text>}
            <Text size="xs" c="dimmed" component="div">
              <Time at={at} relative />
              {by && ` · ${by}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {mayRead ? (
        <AppLink to="/events" search={{ subjectId: shipment.id } as never} size="sm">
          Its events in full
        </AppLink>
      ) : (
        <Text size="xs" c="dimmed">
          These are the moments that the record keeps. The whole story needs events:read.
        </Text>
      )}
    </>
  )
}

/** What the record itself says: less than the events, but also of the time before them. */
function fromMembers(shipment: OutboundShipmentDetails): Moment[] {
  const { createdAt, createdByTokenId, approvedAt, approvedByTokenId } = shipment
  const { heldAt, holdReason, cancelledAt, cancellationReason, shippedAt, deliveredAt } = shipment
  const all: readonly (Omit<Moment, 'at'> & { readonly at: Moment['at'] | null })[] = [
    { type: 'created', at: createdAt, by: createdByTokenId ?? undefined },
    { type: 'approved', at: approvedAt, by: approvedByTokenId ?? undefined },
    { type: 'held', at: heldAt, reason: holdReason },
    { type: 'shipped', at: shippedAt, reason: carriageOf(shipment) },
    { type: 'delivered', at: deliveredAt },
    { type: 'cancelled', at: cancelledAt, reason: cancellationReason },
  ]
  return all.flatMap((moment) => (moment.at === null ? [] : [{ ...moment, at: moment.at }]))
}

function carriageOf({ carrier, service, trackingNumber }: OutboundShipmentDetails): string {
  return [carrier, service, trackingNumber].filter((text) => text !== null).join(', ')
}

/** The events, and the moments of the record that no event tells; newest first. */
function merged(events: readonly Event[], members: readonly Moment[]): Moment[] {
  const told = events.map(({ type, occurredAt, actor }) => ({
    type: type.replace('outbound_shipment.', ''),
    at: occurredAt,
    by: actor.owner ?? actor.tokenId ?? actor.system?.replace('_', ' ') ?? undefined,
  }))
  const isSame = (one: Moment, other: Moment) =>
    one.type === other.type && Math.abs(instant(one) - instant(other)) < 1_000
  const explained = told.map((moment) => ({
    ...moment,
    reason: members.find((member) => isSame(member, moment))?.reason,
  }))
  const untold = members.filter((member) => !told.some((moment) => isSame(moment, member)))
  return [...explained, ...untold].sort((one, other) => instant(other) - instant(one))
}

function instant({ at }: Moment): number {
  return new Date(at).getTime()
}
