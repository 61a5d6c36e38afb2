import { issueAccessToken } from '../access-tokens/issue-access-token.ts'
import { REVOKE_ACCESS_TOKEN } from '../access-tokens/revoke-access-token.ts'
import type { Database } from '../database/database.ts'
import { decideChange } from '../database/decide-change.ts'
import { operatorFor } from '../domain/caller.ts'
import { PERMISSIONS, type Permission } from '../domain/permissions.ts'
import { findDemoTokens } from './demo-records.store.ts'
import { HARBOR, NORTHLIGHT } from './seed-demo.ts'

const LIFETIME_SECONDS = 7 * 86_400

interface Role {
  readonly role: string
  /** Its permissions in words. */
  readonly purpose: string
  readonly organizationId: string
  readonly permissions: readonly Permission[]
}

const READ = [
  'fbo_accounts:read',
  'inventory_items:read',
  'transfer_batches:read',
  'outbound_shipments:read',
  'events:read',
] as const

/** The roles of the banner's commands, and one of another organization. */
const ROLES = {
  operator: {
    role: 'operator',
    purpose: 'every operation',
    organizationId: NORTHLIGHT.id,
    permissions: PERMISSIONS,
  },
  integrator: {
    role: 'integrator',
    purpose: 'takes items in, creates transfers and shipments, reads',
    organizationId: NORTHLIGHT.id,
    permissions: [
      ...READ,
      'fbo_accounts:create',
      'inventory_items:create',
      'transfer_batches:create',
      'transfer_batches:cancel',
      'outbound_shipments:create',
    ],
  },
  approver: {
    role: 'approver',
    purpose: 'decides transfers and shipments that others created, reads',
    organizationId: NORTHLIGHT.id,
    permissions: [
      ...READ,
      'transfer_batches:approve',
      'transfer_batches:cancel',
      'outbound_shipments:approve',
    ],
  },
  auditor: {
    role: 'auditor',
    purpose: 'reads only',
    organizationId: NORTHLIGHT.id,
    permissions: [...READ, 'organization_policies:read'],
  },
  stranger: {
    role: 'operator',
    purpose: 'every operation, on the other organization; it sees nothing of the first',
    organizationId: HARBOR.id,
    permissions: PERMISSIONS,
  },
} as const satisfies Record<string, Role>

export interface DemoToken extends Omit<Role, 'permissions'> {
  readonly token: string
  readonly expiresAt: Date
}

export type DemoTokens = Readonly<Record<keyof typeof ROLES, DemoToken>>

/** Issues a token for each role, valid for a week, and revokes those of earlier runs. */
export async function issueDemoTokens(database: Database): Promise<DemoTokens> {
  // Each role has an owner of its own: its approvals are those of another person.
  const ownerOf = ({ role }: Role) => `demo ${role}`
  const owners = Object.values(ROLES).map(ownerOf)
  for (const { id } of [NORTHLIGHT, HARBOR]) {
    const caller = operatorFor(id)
    // The user's own tokens stay.
    for (const tokenId of await findDemoTokens(caller, database, owners)) {
      await decideChange(caller, database, REVOKE_ACCESS_TOKEN, { id: tokenId })
    }
  }
  const tokens: Record<string, DemoToken> = {}
  for (const [key, role] of Object.entries(ROLES)) {
    const { permissions, ...shown } = role
    const { token, accessToken } = await issueAccessToken(
      operatorFor(role.organizationId),
      database,
      { permissions, lifetimeSeconds: LIFETIME_SECONDS, owner: ownerOf(role) },
    )
    tokens[key] = { ...shown, token, expiresAt: accessToken.expiresAt }
  }
  return tokens as DemoTokens
}
