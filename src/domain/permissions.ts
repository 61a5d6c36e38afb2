/** Every permission that a token can have, `record_types:verb` as in the specification. */
export const PERMISSIONS = [
  'transfer_batches:create',
  'transfer_batches:read',
  'transfer_batches:approve',
  'transfer_batches:cancel',
  'fbo_accounts:create',
  'fbo_accounts:read',
  'fbo_accounts:update',
  // Money at risk, so not with the contact details.
  'fbo_accounts:set_insured_maximum',
  'fbo_accounts:erase',
  'inventory_items:create',
  'inventory_items:read',
  'inventory_items:update',
  'inventory_items:revalue',
  'revaluations:approve',
  'outbound_shipments:create',
  'outbound_shipments:read',
  'outbound_shipments:update',
  'outbound_shipments:approve',
  // With those of the records: an import can state their ids and times.
  'imports:create',
  'organization_policies:read',
  'organization_policies:update',
  'access_tokens:manage',
  'roles:manage',
  'people:manage',
  // Decides who can sign in.
  'identity_provider:manage',
  'events:read',
  // Receives all events, also without events:read.
  'webhooks:manage',
] as const

export type Permission = (typeof PERMISSIONS)[number]

export function isPermission(text: string): text is Permission {
  return (PERMISSIONS as readonly string[]).includes(text)
}
