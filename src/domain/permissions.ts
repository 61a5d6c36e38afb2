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

const READ = [
  'fbo_accounts:read',
  'inventory_items:read',
  'transfer_batches:read',
  'outbound_shipments:read',
  'events:read',
] as const satisfies readonly Permission[]

const CREATE = [
  'fbo_accounts:create',
  'fbo_accounts:update',
  'inventory_items:create',
  'inventory_items:update',
  'transfer_batches:create',
  'transfer_batches:cancel',
  'outbound_shipments:create',
  'outbound_shipments:update',
  'imports:create',
] as const satisfies readonly Permission[]

/**
 * The roles that every organization has, by their ids, which are also their names. A later release
 * may add permissions to one. None but the operator's decides what it requests itself.
 */
export const BUILT_IN_ROLES = {
  operator: { description: 'Every operation.', permissions: PERMISSIONS },
  approver: {
    description: 'Decides transfers, shipments and new values that others requested; reads.',
    permissions: [
      ...READ,
      'transfer_batches:approve',
      'transfer_batches:cancel',
      'outbound_shipments:approve',
      'revaluations:approve',
      'organization_policies:read',
    ],
  },
  integrator: {
    description: 'Creates and changes records, receives events by webhooks; reads.',
    permissions: [...READ, ...CREATE, 'webhooks:manage'],
  },
  auditor: { description: 'Reads only.', permissions: [...READ, 'organization_policies:read'] },
  desk: {
    description:
      'Takes items in, corrects and revalues them, requests transfers and shipments; reads.',
    permissions: [...READ, ...CREATE, 'inventory_items:revalue', 'organization_policies:read'],
  },
} as const satisfies Record<
  string,
  { readonly description: string; readonly permissions: readonly Permission[] }
>

function isBuiltInRole(roleId: string): boolean {
  return Object.hasOwn(BUILT_IN_ROLES, roleId)
}

/** The permissions of a built-in role; none where the id is not that of one. */
export function builtInPermissions(roleId: string): readonly Permission[] {
  const roles: Readonly<Record<string, { readonly permissions: readonly Permission[] }>> =
    BUILT_IN_ROLES
  return isBuiltInRole(roleId) ? (roles[roleId]?.permissions ?? []) : []
}

/** The permissions of an organization's own roles, by id. */
export type OwnRoles = ReadonlyMap<string, readonly Permission[]>

export function isRole(id: string, ownRoles: OwnRoles): boolean {
  return isBuiltInRole(id) || ownRoles.has(id)
}

/** The permissions of these roles together; none of a role that the organization does not have. */
export function permissionsOfRoles(roleIds: readonly string[], ownRoles: OwnRoles): Permission[] {
  return roleIds.flatMap((id) => [...builtInPermissions(id), ...(ownRoles.get(id) ?? [])])
}
