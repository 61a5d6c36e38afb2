/** Every permission that a token can carry, `noun_plural:verb` as in the specification. */
export const PERMISSIONS = [
  'transfer_batches:create',
  'fbo_accounts:update',
  'fbo_accounts:read',
  'outbound_shipments:read',
] as const

export type Permission = (typeof PERMISSIONS)[number]

export function isPermission(text: string): text is Permission {
  return (PERMISSIONS as readonly string[]).includes(text)
}
