import { type Static, Type } from 'typebox'
import { type CorrectedMember, correctionsOf } from '../../database/changes/corrections.ts'
import { NOT_BLANK, nullableCents, nullableText } from '../../domain/fields.ts'
import { CARRIER_TEXT_LENGTH_MAX } from '../../domain/limits.ts'
import { type MetadataPatch, mergedMetadata } from '../../domain/metadata.ts'
import type { ShipmentDetailsRow, StoredShipmentRow } from './outbound-shipment.ts'
import { RECIPIENT_TO_SET, toRecipient } from './recipient.ts'

/** The members of a request that direct a shipment. */
export const DIRECTION_MEMBERS = {
  recipient: RECIPIENT_TO_SET,
  service: nullableText({
    description:
      "The carrier's service that is asked for; null if none is. Ship Outbound Shipment may name " +
      'another one.',
    ...NOT_BLANK,
    maxLength: CARRIER_TEXT_LENGTH_MAX,
    examples: ['Overnight'],
  }),
  signatureRequired: Type.Boolean({
    description: 'Whether the carrier must ask for a signature. Default: false.',
    examples: [true],
  }),
  insuredValueCents: nullableCents(
    'Value that the carrier is to insure; null if none is asked for.',
    '25000000',
  ),
}

/** The directions of a shipment: a row of `outbound_shipment_directions`. */
export type Directions = Pick<ShipmentDetailsRow, keyof typeof DIRECTION_MEMBERS | 'metadata'>

/** The members that a request gives, each with its new value; metadata is merged. */
export interface DirectionChanges
  extends Partial<Pick<Directions, 'service' | 'signatureRequired' | 'insuredValueCents'>> {
  readonly recipient?: Static<typeof RECIPIENT_TO_SET>
  readonly metadata?: MetadataPatch
}

/** The directions of a shipment that was given none. */
export const NO_DIRECTIONS: Directions = {
  recipient: null,
  service: null,
  signatureRequired: false,
  insuredValueCents: null,
  metadata: {},
}

export function changedDirections(
  { recipient, service, signatureRequired, insuredValueCents, metadata }: Directions,
  changes: DirectionChanges,
): Directions {
  const { recipient: sent, metadata: patch, ...others } = changes
  return {
    recipient: sent === undefined ? recipient : sent && toRecipient(sent),
    service,
    signatureRequired,
    insuredValueCents,
    metadata: patch === undefined ? metadata : mergedMetadata(metadata, patch),
    ...others,
  }
}

export function correctedDirections(before: Directions, after: Directions): CorrectedMember[] {
  return correctionsOf(before, after, Object.keys(NO_DIRECTIONS) as (keyof Directions)[])
}

/** Whether they have what is erased with the account. */
export function isPersonal({ recipient, metadata }: Directions): boolean {
  return recipient !== null || Object.keys(metadata).length > 0
}

/** The shipment with its directions. The service that sent it replaces the one asked for. */
export function withDirections(
  shipment: StoredShipmentRow,
  directions: Directions,
): ShipmentDetailsRow {
  return { ...shipment, ...directions, service: shipment.service ?? directions.service }
}
