import type { Permission } from '../session/caller.tsx'

interface Group {
  readonly record: string
  /** Each permission, and the verbs that it allows. */
  readonly permissions: readonly (readonly [Permission, string])[]
}

/** Every permission, by the record that it is for. */
export const PERMISSION_GROUPS: readonly Group[] = [
  {
    record: 'Transfers',
    permissions: [
      ['transfer_batches:read', 'read'],
      ['transfer_batches:create', 'create'],
      ['transfer_batches:approve', 'approve and reject'],
      ['transfer_batches:cancel', 'cancel'],
    ],
  },
  {
    record: 'Items',
    permissions: [
      ['inventory_items:read', 'read'],
      ['inventory_items:create', 'take in'],
      ['inventory_items:update', 'hold, release, withdraw'],
      ['inventory_items:revalue', 'change declared values'],
      ['revaluations:approve', 'approve and reject new values'],
    ],
  },
  {
    record: 'Accounts',
    permissions: [
      ['fbo_accounts:read', 'read'],
      ['fbo_accounts:create', 'create'],
      ['fbo_accounts:update', 'update contact details'],
      ['fbo_accounts:set_insured_maximum', 'set the insured maximum'],
      ['fbo_accounts:erase', 'erase contact details'],
    ],
  },
  {
    record: 'Shipments',
    permissions: [
      ['outbound_shipments:read', 'read'],
      ['outbound_shipments:create', 'create'],
      ['outbound_shipments:update', 'pack, ship, hold, cancel'],
      ['outbound_shipments:approve', 'approve'],
    ],
  },
  { record: 'Imports', permissions: [['imports:create', 'import files, including IDs and times']] },
  {
    record: 'Policy',
    permissions: [
      ['organization_policies:read', 'read'],
      ['organization_policies:update', 'change'],
    ],
  },
  { record: 'Events', permissions: [['events:read', 'read']] },
  { record: 'Webhooks', permissions: [['webhooks:manage', 'manage, and receive every event']] },
  { record: 'Access tokens', permissions: [['access_tokens:manage', 'issue, rotate, revoke']] },
  { record: 'Roles', permissions: [['roles:manage', 'create, change, delete']] },
  { record: 'People', permissions: [['people:manage', 'invite, change, suspend']] },
  { record: 'Sign-in', permissions: [['identity_provider:manage', 'set the identity provider']] },
]

const ALL = PERMISSION_GROUPS.flatMap((group) => group.permissions)

/** Permissions in few words: the verbs for each record. */
export function permissionsInWords(permissions: readonly Permission[]): string {
  const held = new Set(permissions)
  if (ALL.every(([name]) => held.has(name))) return 'Every permission'
  return PERMISSION_GROUPS.flatMap((group) => {
    const may = group.permissions.filter(([name]) => held.has(name)).map(([, words]) => words)
    return may.length === 0 ? [] : [`${group.record}: ${may.join(', ')}`]
  }).join(' · ')
}
