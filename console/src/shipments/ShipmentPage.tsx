import { Alert, Progress, Stack, Stepper, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CircleX, Hand } from 'lucide-react'
import { read } from '../api/queries.ts'
import type { OutboundShipmentDetails } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { words } from '../display/format.ts'
import { ListedItems } from '../display/ListedItems.tsx'
import { useName } from '../display/names.ts'
import { RecordPage } from '../display/Page.tsx'
import { AppLink, RecordLink } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { Activity, type Moment, readAll, said } from '../events/Activity.tsx'
import { useMay } from '../session/caller.tsx'
import { ShipmentActions } from './ShipmentActions.tsx'
import { ShipmentDetails } from './ShipmentDetails.tsx'
import { SHIPMENT_STATUSES } from './statuses.ts'

export function ShipmentPage() {
  const { id } = useParams({ from: '/shipments/$id' })
  return <Shipment key={id} id={id} />
}

function Shipment({ id }: { readonly id: string }) {
  const query = useQuery({
    ...read('GET /v1/outbound-shipments/{id}', { path: { id } }),
    enabled: useMay('outbound_shipments:read'),
  })
  const { data: shipment } = query.data?.body ?? {}
  const etag = query.data?.etag
  const { recipient = null, insuredValueCents: cents } = shipment ?? {}
  const to = recipient?.name ?? recipient?.company
  const title = useName('outbound_shipment', id) ?? 'Shipment'
  return (
    <RecordPage
      id={id}
      title={title}
      permission="outbound_shipments:read"
      query={query}
      statuses={[
        shipment?.cancelledAt === null && shipment.status,
        shipment?.heldAt && !shipment.cancelledAt && 'on_hold',
        shipment?.cancelledAt && 'cancelled',
      ]}
      facts={
        shipment && [
          <span key="parties">
            <RecordLink type="account" id={shipment.fboAccountId} />
            {to && ` to ${to}`}
          </span>,
          cents && `Insured for ${money(cents)}`,
          <AppLink key="slip" to="/shipments/$id/slip" params={{ id }}>
            Packing slip
          </AppLink>,
        ]
      }
      actions={shipment && <ShipmentActions shipment={shipment} etag={etag} />}
    >
      {shipment && (
        <Stack gap="lg">
          <Interruption shipment={shipment} />
          {shipment.cancelledAt === null && <Steps shipment={shipment} />}
          <ShipmentDetails shipment={shipment} />
          <ListedItems of="outbound-shipments" record={shipment} version={etag} />
          <ShipmentActivity shipment={shipment} />
        </Stack>
      )}
    </RecordPage>
  )
}

interface PartProps {
  readonly shipment: OutboundShipmentDetails
}

/**
 * The history, also from what the token may read beside the events: the custody of an item has the
 * reasons and is older than the events, and the record has the rest.
 */
function ShipmentActivity({ shipment }: PartProps) {
  const mayReadItems = useMay('inventory_items:read')
  const path = { id: shipment.id }
  const items = useQuery({
    ...read('GET /v1/outbound-shipments/{id}/items', { path, query: { limit: 1 } }),
    enabled: mayReadItems,
  })
  const id = items.data?.body.data[0]?.inventoryItemId
  const movements = useQuery({
    ...readAll('GET /v1/inventory-items/{id}/movements', id ?? ''),
    enabled: id !== undefined,
  })
  const custody = (movements.data ?? [])
    .filter(({ outboundShipmentId }) => outboundShipmentId === shipment.id)
    .map(({ kind, at, tokenId, reason }): Moment => {
      return { type: kind.replace('shipment_', ''), at, tokenId, lines: said(reason) }
    })
  return (
    <Activity
      id={shipment.id}
      corrections="GET /v1/outbound-shipments/{id}/corrections"
      moments={[...custody, ...momentsOf(shipment)]}
      isWaiting={(mayReadItems && items.isPending) || (id !== undefined && movements.isPending)}
      error={items.error ?? movements.error}
    />
  )
}

function momentsOf(shipment: OutboundShipmentDetails): Moment[] {
  const { carrier, service, trackingNumber } = shipment
  const carriage = [carrier, service, trackingNumber].filter(Boolean).join(', ')
  return [
    { type: 'created', at: shipment.createdAt, tokenId: shipment.createdByTokenId },
    { type: 'approved', at: shipment.approvedAt, tokenId: shipment.approvedByTokenId },
    { type: 'held', at: shipment.heldAt, lines: said(shipment.holdReason) },
    { type: 'shipped', at: shipment.shippedAt, lines: [carriage] },
    { type: 'delivered', at: shipment.deliveredAt },
    { type: 'cancelled', at: shipment.cancelledAt, lines: said(shipment.cancellationReason) },
  ]
}

/** The reason why the shipment is stopped. */
function Interruption({ shipment }: PartProps) {
  const { heldAt, holdReason, cancelledAt, cancellationReason } = shipment
  if (cancelledAt !== null) {
    return (
      <Alert color="gray" icon={<CircleX />} title="Cancelled">
        <Time at={cancelledAt} />: {cancellationReason ?? 'no reason was given'}. Its items became
        available again.
      </Alert>
    )
  }
  if (heldAt === null) return null
  return (
    <Alert color="orange" icon={<Hand />} title="On hold">
      Since <Time at={heldAt} />: {holdReason ?? 'no reason was given'}. It cannot go on until
      somebody releases it.
    </Alert>
  )
}

/** The progress of the shipment: each step, or on a narrow screen its number. */
function Steps({ shipment: { status, heldAt } }: PartProps) {
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const number = SHIPMENT_STATUSES.indexOf(status) + 1
  const next = SHIPMENT_STATUSES[number]
  const color = heldAt === null ? {} : { color: 'orange' }
  if (isWide) {
    return (
      <section aria-label="Steps">
        <Stepper active={next ? number - 1 : number} size="sm" iconSize={28} {...color}>
          {SHIPMENT_STATUSES.map((step) => (
            <Stepper.Step
              key={step}
              label={words(step)}
              allowStepSelect={false}
              component="div"
              {...(step === status && { 'aria-current': 'step' as const })}
            />
          ))}
        </Stepper>
      </section>
    )
  }
  return (
    <section aria-label="Steps">
      <Text size="sm" mb={6}>
        Step {number} of {SHIPMENT_STATUSES.length}: <strong>{words(status)}</strong>
        {next && `, then ${words(next).toLowerCase()}`}
      </Text>
      <Progress
        value={(100 * number) / SHIPMENT_STATUSES.length}
        aria-label="Progress"
        {...color}
      />
    </section>
  )
}
