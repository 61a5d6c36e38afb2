import { type Static, Type } from 'typebox'
import {
  type ApprovalContent,
  approvalContent,
  hashOfDocument,
} from '../../access/passkeys/approval-content.ts'
import type { ChangeRequest } from '../../database/changes/change.ts'
import { Refusal, unknownRecord } from '../../domain/errors.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../../domain/events.ts'
import {
  byId,
  columnsOf,
  instant,
  namedObject,
  nullableCents,
  nullableId,
  nullableInstant,
  nullableText,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { METADATA } from '../../domain/metadata.ts'
import { SHIPMENT_STATUSES } from '../../domain/state-transitions.ts'
import { APPROVAL_MEMBERS, type ApprovalState, shownApprovals } from '../approvals/approval.ts'
import { RECIPIENT_OR_NULL } from './recipient.ts'

export const OUTBOUND_SHIPMENT = namedObject(
  'OutboundShipment',
  'Items of an FBO account on their way back to their owner.',
  {
    id: recordId('Identifier of the shipment.', EXAMPLE_IDS.outboundShipment),
    fboAccountId: recordId('The FBO account that the shipment belongs to.', EXAMPLE_IDS.fboAccount),
    organizationId: recordId('Identifier of the owning organization.', EXAMPLE_IDS.organization),
    status: Type.Enum([...SHIPMENT_STATUSES], {
      description: 'The status of the shipment.',
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
)

export type OutboundShipment = Static<typeof OUTBOUND_SHIPMENT>

const STORED = {
  ...OUTBOUND_SHIPMENT.properties,
  totalItems: Type.Integer({
    description: 'Number of items of the shipment. An import can increase it.',
    examples: [2],
  }),
  notes: nullableText({
    description: 'Free-text note from the request; null if it had none.',
    examples: ['Insure for the full value'],
  }),
  createdByTokenId: nullableId(
    'The access token that created it; null if no request of the API did.',
    EXAMPLE_IDS.accessToken,
  ),
  approvedAt: nullableInstant('it was approved', '2026-11-21T10:02:00.000Z'),
  approvedByTokenId: nullableId(
    'The access token that approved it; null until then.',
    EXAMPLE_IDS.accessToken,
  ),
  heldAt: nullableInstant('the current hold began', '2026-11-21T10:30:00.000Z'),
  holdReason: nullableText({
    description: 'Why it is on hold; null otherwise.',
    examples: ['Address to be confirmed'],
  }),
  cancelledAt: nullableInstant('it was cancelled', '2026-11-21T11:00:00.000Z'),
  cancellationReason: nullableText({
    description: 'Why it was cancelled; null otherwise.',
    examples: ['The owner keeps it in the vault'],
  }),
  carrier: nullableText({
    description: 'The carrier; null until shipped.',
    examples: ['Brinks'],
  }),
  service: nullableText({
    description:
      "The carrier's service that sent it; until then the one that is asked for. Null if none is.",
    examples: ['Overnight'],
  }),
  trackingNumber: nullableText({
    description: "The carrier's tracking number; null until shipped.",
    examples: ['BX 4417 2203 SE'],
  }),
  deliveredAt: nullableInstant('it was delivered', '2026-11-24T08:12:00.000Z'),
}

/** A shipment after one of its steps: the six specified members, and all its steps. */
export const SHIPMENT_STEP = namedObject(
  'OutboundShipmentStep',
  'An outbound shipment and the steps that it went through. Get Outbound Shipment also shows its ' +
    'recipient and its metadata.',
  {
    ...STORED,
    signatureRequired: Type.Boolean({
      description: 'Whether the carrier must ask for a signature.',
      examples: [true],
    }),
    insuredValueCents: nullableCents(
      'Value that the carrier insures; null if none is asked for.',
      '25000000',
    ),
  },
)

export const SHIPMENT_DETAILS = namedObject(
  'OutboundShipmentDetails',
  'An outbound shipment, the steps that it went through, and where it goes.',
  { ...SHIPMENT_STEP.properties, recipient: RECIPIENT_OR_NULL, metadata: METADATA },
)

export const APPROVED_SHIPMENT = namedObject(
  'ApprovedOutboundShipment',
  'An outbound shipment, the steps that it went through, where it goes, and its approvals.',
  { ...SHIPMENT_DETAILS.properties, ...APPROVAL_MEMBERS },
)

export const APPROVED_SHIPMENT_STEP = namedObject(
  'ApprovedOutboundShipmentStep',
  'An outbound shipment, the steps that it went through, and its approvals.',
  { ...SHIPMENT_STEP.properties, ...APPROVAL_MEMBERS },
)

type ShipmentDetails = Static<typeof SHIPMENT_DETAILS>

/** A row of `outbound_shipments`, and its directions. */
export interface ShipmentDetailsRow extends Omit<RowOf<ShipmentDetails>, 'shippedAt'> {
  readonly shippedAt: Date | null
  readonly version: number
}

type Direction = 'recipient' | 'signatureRequired' | 'insuredValueCents' | 'metadata'

export type StoredShipmentRow = Omit<ShipmentDetailsRow, Direction>

export const STORED_SHIPMENT_COLUMNS = `${columnsOf({ properties: STORED })}, version`

const toStep = responseMaker(SHIPMENT_STEP)
const toDetails = responseMaker(SHIPMENT_DETAILS)

export function toShipmentStep(row: ShipmentDetailsRow) {
  return toStep({ ...row, shippedAt: row.shippedAt?.getTime() ?? null })
}

export function toApprovedStep(row: ShipmentDetailsRow, approvals: ApprovalState) {
  return { ...toShipmentStep(row), ...shownApprovals(approvals, row.totalItems) }
}

export function toApprovedShipment({
  approvalState,
  ...row
}: ShipmentDetailsRow & { readonly approvalState: ApprovalState }) {
  return { ...toShipmentDetails(row), ...shownApprovals(approvalState, row.totalItems) }
}

export function toShipmentDetails(row: ShipmentDetailsRow): ShipmentDetails {
  return toDetails({ ...row, shippedAt: row.shippedAt?.getTime() ?? null })
}

/** The content of an approval of the shipment, by the salt of its directions; null without any. */
export function shipmentContent(
  shipment: ShipmentDetailsRow,
  {
    itemIds,
    declaredValueCents,
    salt,
  }: {
    readonly itemIds: readonly string[]
    readonly declaredValueCents: string
    readonly salt: string | null
  },
): ApprovalContent {
  const { fboAccountId, recipient, service, signatureRequired, insuredValueCents } = shipment
  // Without a salt, a guess of the recipient could be checked against the hash.
  const hidden = salt === null ? null : recipient
  const directions = { salt, recipient: hidden, service, signatureRequired, insuredValueCents }
  const directionsSha256 = hashOfDocument(directions)
  const own = { itemIds, declaredValueCents, fboAccountId, directionsSha256 }
  return approvalContent('outbound_shipment', shipment, own)
}

export const outboundShipmentNotFound = unknownRecord(
  'outbound_shipment_not_found',
  'outbound shipment',
)
export const OUTBOUND_SHIPMENT_BY_ID = byId(SHIPMENT_DETAILS, outboundShipmentNotFound)

/** An erased account's shipments have no personal data. */
export function shipmentOfErasedAccount(): Refusal {
  return new Refusal('fbo_account_erased', {
    detail: 'The account was erased: its shipments take neither recipient nor metadata.',
  })
}

/** The event of a shipment that the request created, changed, approved, or took a step further. */
export function shipmentEvent(
  request: ChangeRequest<unknown>,
  { id, fboAccountId, totalItems, version }: ShipmentDetailsRow,
  { type, occurredAt, data }: { type: EventType; occurredAt: Date; data: EventData },
): NewEvent {
  return eventOf(request, type, {
    occurredAt,
    subject: { type: 'outbound_shipment', id },
    data: {
      version,
      ...data,
      fboAccountId,
      totalItems,
      itemsPath: `/v1/outbound-shipments/${id}/items`,
    },
  })
}
