import Type, { type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { INSTANT } from './export-format.ts'

// The events of an export that say something about proofs of approvals, and their form.

const EVENT = Type.Object({
  id: Type.String(),
  type: Type.String(),
  occurredAt: Type.String({ pattern: INSTANT.source }),
  organizationId: Type.String(),
  actor: Type.Object({ tokenId: Type.Union([Type.Null(), Type.String()]) }),
  subject: Type.Object({ type: Type.String(), id: Type.String() }),
  data: Type.Record(Type.String(), Type.Unknown()),
})

export type ExportedEvent = Static<typeof EVENT>

export const REGISTRATION = Type.Object({
  credentialId: Type.String(),
  personId: Type.String(),
  publicKey: Type.String(),
  algorithm: Type.Integer(),
  rpId: Type.String(),
})

const TEXT = Type.Optional(Type.String())

/** Subjects of events whose type says something else. */
const SUBJECTS: Readonly<Record<string, string>> = {
  session: 'access_token',
  'outbound_shipment.imported': 'organization',
}

/** Members of `data` that are judged, by the beginning of the type. The first one counts. */
const DATA: readonly (readonly [begin: string, data: TSchema])[] = [
  ['passkey.registered', REGISTRATION],
  ['passkey.removed', Type.Object({ credentialId: Type.String() })],
  ['session.', Type.Object({ personId: Type.String() })],
  ['access_token.rotated', Type.Object({ newTokenId: Type.String() })],
  ['access_token.', Type.Object({ personId: TEXT })],
  [
    'organization_policy.',
    Type.Object({
      after: Type.Object({
        approvalProof: Type.Optional(Type.Enum(['none', 'passkey'])),
        systemApproval: TEXT,
      }),
    }),
  ],
  ['outbound_shipment.imported', Type.Object({})],
  [
    '',
    Type.Object({
      version: Type.Integer(),
      personId: TEXT,
      approvedBySystem: Type.Optional(Type.Boolean()),
    }),
  ],
]

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

const KNOWLEDGE =
  /^(?:(?:access_token|session|passkey|organization_policy)\.|outbound_shipment\.imported$)/

/** Not a number if the event says no time. */
export function timeOf(document: unknown): number {
  const at = isObject(document) ? document.occurredAt : undefined
  return typeof at === 'string' && INSTANT.test(at) ? Date.parse(at) : Number.NaN
}

/** Whether an event says something about proofs, as far as its type shows; also one without. */
export function isTold(document: unknown): document is Record<string, unknown> {
  const type = isObject(document) ? document.type : undefined
  if (typeof type !== 'string') return true
  return APPROVALS.has(type) || CREATIONS.has(type) || ENDS.has(type) || KNOWLEDGE.test(type)
}

/** Whether such an event of that organization has the form of its type. */
export function isWhole(
  document: Record<string, unknown>,
  organization: string,
): document is ExportedEvent {
  if (!Check(EVENT, document)) return false
  const { type, subject, organizationId, data } = document
  const [, form] = DATA.find(([begin]) => type.startsWith(begin)) ?? []
  const begin = type.split('.', 1)[0] as string
  const about = SUBJECTS[type] ?? SUBJECTS[begin] ?? begin
  const isOfThis = organizationId === organization && subject.type === about
  return isOfThis && form !== undefined && Check(form, data)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
