import Type from 'typebox'

// What a refusal tells a program beyond its code. Every fact is published under its name here.

const CLAIMANTS = {
  activeTransferId: Type.Optional(
    Type.String({ description: 'The transfer batch that holds the item.' }),
  ),
  activeShipmentId: Type.Optional(
    Type.String({ description: 'The outbound shipment that holds the item.' }),
  ),
}

/** Facts of one fault, beside its pointer, code and sentence. */
export const FAULT_FACTS = {
  inventoryItemId: Type.Optional(Type.String({ description: 'The item that the fault is about.' })),
  itemStatus: Type.Optional(
    Type.String({ description: 'With `item_not_in_vault`: the status of the item.' }),
  ),
  ...CLAIMANTS,
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
  ...CLAIMANTS,
  holdReason: Type.Optional(Type.String({ description: 'Why the shipment is on hold.' })),
  cancelledAt: Type.Optional(
    Type.String({ description: 'When the shipment was cancelled.', format: 'date-time' }),
  ),
  exposureCents: Type.Optional(
    Type.String({
      description: 'With `insured_value_exceeded`: what the destination would then hold, in cents.',
    }),
  ),
  maxInsuredValueCents: Type.Optional(
    Type.String({
      description: 'With `insured_value_exceeded`: what the destination is insured for, in cents.',
    }),
  ),
  reason: Type.Optional(
    Type.String({ description: 'With `temporarily_unavailable` of the readiness check: why.' }),
  ),
}

type Facts<Schemas> = Readonly<Partial<Record<keyof Schemas, string | readonly string[]>>>

export type FaultFacts = Facts<typeof FAULT_FACTS>
export type ProblemFacts = Facts<typeof PROBLEM_FACTS>
