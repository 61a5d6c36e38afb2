import { issueAccessToken } from '../access-tokens/issue-access-token.ts'
import { REVOKE_ACCESS_TOKEN } from '../access-tokens/revoke-access-token.ts'
import type { Database } from '../database/database.ts'
import { decideChange } from '../database/decide-change.ts'
import { operatorFor } from '../domain/caller.ts'
import { PERMISSIONS, type Permission } from '../domain/permissions.ts'
import { HARBOR, NORTHLIGHT } from './demo-organizations.ts'
import { findDemoTokens } from './demo-records.store.ts'

const LIFETIME_DAYS = 7

/** The tokens that the banner's commands use, and one of another organization. */
export type DemoTokens = Readonly<Record<keyof typeof ROLES, DemoToken>>

export interface DemoToken {
  readonly role: string
  /** What the role may do, for a person. */
  readonly purpose: string
  readonly organizationId: string
  readonly token: string
  readonly expiresAt: Date
}

/** Issues a token per role, valid for a week, and revokes those of earlier runs. */
export async function issueDemoTokens(database: Database): Promise<DemoTokens> {
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
    const { name, purpose, organizationId, permissions } = role
    const { token, accessToken } = await issueAccessToken(operatorFor(organizationId), database, {
      permissions,
      lifetimeSeconds: LIFETIME_DAYS * 86_400,
      owner: ownerOf(role),
    })
    tokens[key] = { role: name, purpose, organizationId, token, expiresAt: accessToken.expiresAt }
  }
  return tokens as DemoTokens
}

interface Role {
  readonly name: string
  readonly purpose: string
  readonly organizationId: string
  readonly permissions: readonly Permission[]
}

/** Each role has an owner of its own, so that four eyes are four eyes here. */
function ownerOf({ name }: Role): string {
  return `demo ${name}`
}

function role(name: string, purpose: string, permissions: readonly Permission[]): Role {
  return { name, purpose, organizationId: NORTHLIGHT.id, permissions }
}

const READ = [
  'fbo_accounts:read',
  'inventory_items:read',
  'transfer_batches:read',
  'outbound_shipments:read',
  'events:read',
] as const

const ROLES = {
  operator: role('operator', 'every operation', PERMISSIONS),
  integrator: role('integrator', 'takes items in, creates transfers and shipments, reads', [
    ...READ,
    'fbo_accounts:create',
    'inventory_items:create',
    'transfer_batches:create',
    'transfer_batches:cancel',
    'outbound_shipments:create',
  ]),
  approver: role('approver', 'decides transfers and shipments that others created, reads', [
    ...READ,
    'transfer_batches:approve',
    'transfer_batches:cancel',
    'outbound_shipments:approve',
  ]),
  auditor: role('auditor', 'reads only', [...READ, 'organization_policies:read']),
  stranger: {
    name: 'operator',
    purpose: 'every operation, on the other organization; it sees nothing of the first',
    organizationId: HARBOR.id,
    permissions: PERMISSIONS,
  },
}
