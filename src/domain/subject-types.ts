/** The kinds of records that events are about. */
export const SUBJECT_TYPES = [
  'organization',
  'fbo_account',
  'inventory_item',
  'transfer',
  'revaluation',
  'outbound_shipment',
  'person',
  'access_token',
  'passkey',
  'role',
  'organization_policy',
  'identity_provider',
  'webhook_endpoint',
] as const

export type SubjectType = (typeof SUBJECT_TYPES)[number]
