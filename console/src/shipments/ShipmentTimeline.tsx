import { Skeleton, Text, Timeline } from '@mantine/core'
import type { OutboundShipmentDetails } from '../api/schema.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { TokenName } from '../display/TokenName.tsx'
import { useMay } from '../session/caller.tsx'
import { useMoments } from './shipment-moments.ts'

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

/** The steps of the shipment, newest first. */
export function ShipmentTimeline({ shipment }: { readonly shipment: OutboundShipmentDetails }) {
  const mayReadEvents = useMay('events:read')
  const { moments, isWaiting, error } = useMoments(shipment)
  if (isWaiting) return <Skeleton h={80} />
  return (
    <>
      <ProblemAlert error={error} />
      <Timeline bulletSize={14} lineWidth={2} active={moments.length} aria-label="History">
        {moments.map(({ type, at, actor, tokenId, text }) => (
          <Timeline.Item key={`${type} ${at}`} title={NAMES[type] ?? type}>
            {text && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {text}
              </Text>
            )}
            <Text size="xs" c="dimmed" component="div">
              <Time at={at} relative />
              {actor !== undefined && ` · ${actor}`}
              {actor === undefined && tokenId && (
                <>
                  {' · '}
                  <TokenName id={tokenId} />
                </>
              )}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {mayReadEvents ? (
        <AppLink to="/events" search={{ subjectId: shipment.id }} size="sm">
          View all events
        </AppLink>
      ) : (
        <Text size="xs" c="dimmed">
          Seeing who did each step requires the permission events:read.
        </Text>
      )}
    </>
  )
}
