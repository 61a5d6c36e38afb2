import Type, { type Static } from 'typebox'
import { EXAMPLE_IDS } from '../example-ids.ts'
import { instant, recordId } from '../members.ts'

/** The states of an outbound shipment, in the order that it goes through them. */
export const SHIPMENT_STATUSES = [
  'packing',
  'inspecting',
  'pending_approval',
  'approved',
  'shipped',
  'delivered',
] as const

export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

/** The states in which a shipment has left the vault, and so has a `shippedAt`. */
export const SHIPPED_STATUSES: readonly ShipmentStatus[] = ['shipped', 'delivered']

export const OUTBOUND_SHIPMENT = Type.Object(
  {
    id: recordId('Identifier of the shipment.', EXAMPLE_IDS.outboundShipment),
    fboAccountId: recordId('The FBO account that the shipment belongs to.', EXAMPLE_IDS.fboAccount),
    organizationId: recordId('Identifier of the owning organization.', EXAMPLE_IDS.organization),
    status: Type.Enum([...SHIPMENT_STATUSES], {
      description: 'Where the shipment stands.',
      examples: ['shipped'],
    }),
    shippedAt: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description:
        'When the shipment left the vault, in milliseconds since the Unix epoch; null until then.',
      examples: [1763712000000],
    }),
    createdAt: instant('the shipment was created', '2026-11-20T14:05:00.000Z'),
  },
  {
    title: 'OutboundShipment',
    description: 'Items of an FBO account on their way back to their owner.',
    additionalProperties: false,
  },
)

export type OutboundShipment = Static<typeof OUTBOUND_SHIPMENT>

/** A row of `outbound_shipments`, column names in camel case. */
export interface OutboundShipmentRow extends Omit<OutboundShipment, 'shippedAt' | 'createdAt'> {
  readonly shippedAt: Date | null
  readonly createdAt: Date
}

/** The columns of a row, in the order of the view. */
export const OUTBOUND_SHIPMENT_COLUMNS = [
  'id',
  'fbo_account_id',
  'organization_id',
  'status',
  'shipped_at',
  'created_at',
] as const

export function toOutboundShipment(row: OutboundShipmentRow): OutboundShipment {
  return {
    ...row,
    shippedAt: row.shippedAt === null ? null : row.shippedAt.getTime(),
    createdAt: row.createdAt.toISOString(),
  }
}
