import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import { EVENT_TYPES } from '../../domain/events.ts'
import { INSTANT } from './export-lines.ts'

// The events of an export that say something about proofs of approvals, and their form.

const EVENT = Type.Object({
  id: Type.String(),
  type: Type.String(),
  occurredAt: Type.String(),
  organizationId: Type.String(),
  actor: Type.Object({ tokenId: Type.Union([Type.Null(), Type.String()]) }),
  subject: Type.Object({ type: Type.String(), id: Type.String() }),
  data: Type.Record(Type.String(), Type.Unknown()),
})

export type ExportedEvent = Static<typeof EVENT>

/** Types of events in which a person approves a record, alone or as one of several. */
export const APPROVALS = new Set([
  ...['transfer.approval_given', 'transfer.completed'],
  ...['outbound_shipment.approval_given', 'outbound_shipment.approved'],
  ...['revaluation.approval_given', 'revaluation.approved'],
])

export const CREATIONS = new Set([
  'transfer.created',
  'outbound_shipment.created',
  'revaluation.requested',
])

export const ENDS = new Set([
  ...['transfer.completed', 'transfer.rejected', 'transfer.cancelled', 'transfer.expired'],
  ...['outbound_shipment.shipped', 'outbound_shipment.cancelled'],
  ...['revaluation.approved', 'revaluation.rejected', 'revaluation.cancelled'],
])

export const REGISTRATION = Type.Object({
  credentialId: Type.String(),
  personId: Type.String(),
  publicKey: Type.String(),
  algorithm: Type.Integer(),
  rpId: Type.String(),
})

const TEXT = Type.Optional(Type.String())

export const POLICY_CHANGE = Type.Object({
  after: Type.Object({
    approvalProof: Type.Optional(Type.Enum(['none', 'passkey'])),
    systemApproval: Type.Optional(Type.Enum(['off', 'within_limits'])),
  }),
})

const DECISION = Type.Object({
  version: Type.Integer(),
  personId: TEXT,
  approvedBySystem: Type.Optional(Type.Boolean()),
})

/** The subject, and the members of `data` that are judged, by the beginning of the type. */
const FORMS: readonly (readonly [begin: string, subject: string, data: TSchema])[] = [
  ['passkey.registered', 'passkey', REGISTRATION],
  ['passkey.', 'passkey', Type.Object({ credentialId: Type.String() })],
  ['session.', 'access_token', Type.Object({ personId: Type.String() })],
  ['access_token.rotated', 'access_token', Type.Object({ newTokenId: Type.String() })],
  ['access_token.', 'access_token', Type.Object({ personId: TEXT })],
  ['organization_policy.', 'organization_policy', POLICY_CHANGE],
  ['outbound_shipment.imported', 'organization', Type.Object({})],
  ['organization.wiped', 'organization', Type.Object({})],
  ...[...APPROVALS, ...CREATIONS, ...ENDS].map(
    (type) => [type, type.split('.', 1)[0] as string, DECISION] as const,
  ),
]

/** Not a number if the event says no time. */
export function timeOf({ occurredAt: at }: Record<string, unknown>): number {
  return typeof at === 'string' && INSTANT.test(at) ? Date.parse(at) : Number.NaN
}

/**
 * Reads an event of that organization; undefined if it says nothing about proofs, as far as its
 * type shows, and `malformed` without the form of its type. Of a type that nobody knows it can be any.
 */
export function toldEvent(
  document: Record<string, unknown>,
  organization: string,
): ExportedEvent | 'malformed' | undefined {
  const { type } = document
  if (typeof type !== 'string' || !Object.hasOwn(EVENT_TYPES, type)) return 'malformed'
  // The first one counts.
  const [, subject, data] = FORMS.find(([begin]) => type.startsWith(begin)) ?? []
  if (data === undefined) return undefined
  if (!Check(EVENT, document) || Number.isNaN(timeOf(document))) return 'malformed'
  const isOfThis = document.organizationId === organization && document.subject.type === subject
  return isOfThis && Check(data, document.data) ? document : 'malformed'
}
