import type { Permission } from '../session/caller.tsx'

/** Every permission with the verbs that it allows, by the record that it is for. */
const GROUPS: Readonly<Record<string, readonly (readonly [Permission, string])[]>> = {
  Transfers: [
    ['transfer_batches:read', 'read'],
    ['transfer_batches:create', 'create'],
    ['transfer_batches:approve', 'approve and reject'],
    ['transfer_batches:cancel', 'cancel'],
  ],
  Items: [
    ['inventory_items:read', 'read'],
    ['inventory_items:create', 'take in'],
    ['inventory_items:update', 'hold, release, withdraw'],
    ['inventory_items:revalue', 'change declared values'],
    ['revaluations:approve', 'approve and reject new values'],
  ],
  Accounts: [
    ['fbo_accounts:read', 'read'],
    ['fbo_accounts:create', 'create'],
    ['fbo_accounts:update', 'update contact details'],
    ['fbo_accounts:set_insured_maximum', 'set the insured maximum'],
    ['fbo_accounts:erase', 'erase contact details'],
  ],
  Shipments: [
    ['outbound_shipments:read', 'read'],
    ['outbound_shipments:create', 'create'],
    ['outbound_shipments:update', 'pack, ship, hold, cancel'],
    ['outbound_shipments:approve', 'approve'],
  ],
  Imports: [['imports:create', 'import files, including IDs and times']],
  Policy: [
    ['organization_policies:read', 'read'],
    ['organization_policies:update', 'change'],
  ],
  Events: [['events:read', 'read']],
  Webhooks: [['webhooks:manage', 'manage, and receive every event']],
  'Access tokens': [['access_tokens:manage', 'issue, rotate, revoke']],
  Roles: [['roles:manage', 'create, change, delete']],
  People: [['people:manage', 'invite, change, suspend']],
  'Sign-in': [['identity_provider:manage', 'set the identity provider']],
}

export const ALL = Object.values(GROUPS).flatMap((group) => group.map(([name]) => name))

export const PERMISSION_GROUPS = Object.entries(GROUPS).map(([group, permissions]) => ({
  group,
  items: permissions.map(([value, label]) => ({ value, label })),
}))

/** Permissions in few words: the verbs for each record. */
export function permissionsInWords(permissions: readonly Permission[]): string {
  const held = new Set(permissions)
  if (ALL.every((name) => held.has(name))) return 'Every permission'
  return Object.entries(GROUPS)
    .flatMap(([record, group]) => {
      const may = group.filter(([name]) => held.has(name)).map(([, words]) => words)
      return may.length === 0 ? [] : [`${record}: ${may.join(', ')}`]
    })
    .join(' · ')
}
