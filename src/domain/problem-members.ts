import Type, { type Static, type TSchema } from 'typebox'

// What a refusal tells a program beyond its code. Every fact is published under its name here.

const HOLDER = {
  activeTransferId: Type.Optional(
    Type.String({
      description:
        'With `item_not_in_vault` and `invalid_state_transition`: the transfer batch that holds the item.',
    }),
  ),
  activeShipmentId: Type.Optional(
    Type.String({
      description:
        'With `item_not_in_vault` and `invalid_state_transition`: the outbound shipment that holds the item.',
    }),
  ),
}

/** Facts of one violation, beside its pointer, code and sentence. */
export const VIOLATION_FACTS = {
  inventoryItemId: Type.Optional(
    Type.String({ description: 'The item that the violation is about.' }),
  ),
  itemStatus: Type.Optional(
    Type.String({ description: 'With `item_not_in_vault`: the status of the item.' }),
  ),
  ...HOLDER,
  permission: Type.Optional(
    Type.String({ description: 'With `permission_not_held`: what the caller does not have.' }),
  ),
}

/** Facts of a whole refusal. */
export const PROBLEM_FACTS = {
  requiredPermission: Type.Optional(
    Type.String({ description: 'With `insufficient_permission`: what the token lacks.' }),
  ),
  missingPermissions: Type.Optional(
    Type.Array(Type.String(), {
      description: 'With `permission_not_held`: what the caller does not have.',
    }),
  ),
  currentStatus: Type.Optional(
    Type.String({ description: 'With `invalid_state_transition`: where the record stands.' }),
  ),
  allowed: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'With `invalid_state_transition`: the verbs that the record takes now, as they stand at the end of the path.',
    }),
  ),
  ...HOLDER,
  holdReason: Type.Optional(
    Type.String({
      description: 'With `invalid_state_transition` of a shipment: why it is on hold.',
    }),
  ),
  cancelledAt: Type.Optional(
    Type.String({
      description: 'With `invalid_state_transition` of a shipment: when it was cancelled.',
      format: 'date-time',
    }),
  ),
  outboundShipmentIds: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'With `tracking_number_ambiguous`: the shipments that have the tracking number, newest first, the first hundred of them.',
    }),
  ),
  exposureCents: Type.Optional(
    Type.String({
      description:
        'With `insured_value_exceeded`: the insured exposure of the destination in cents, what it holds and what pending transfers bring, this one included.',
    }),
  ),
  maxInsuredValueCents: Type.Optional(
    Type.String({
      description: 'With `insured_value_exceeded`: what the destination is insured for, in cents.',
    }),
  ),
  reason: Type.Optional(
    Type.String({
      description:
        'With `temporarily_unavailable` of `/health/ready`: `stopping` or `database_unavailable`.',
    }),
  ),
}

type Facts<Schemas extends Record<string, TSchema>> = {
  readonly [Name in keyof Schemas]?: Readonly<Static<Schemas[Name]>>
}

export type ViolationMembers = Facts<typeof VIOLATION_FACTS>
export type ProblemMembers = Facts<typeof PROBLEM_FACTS>
