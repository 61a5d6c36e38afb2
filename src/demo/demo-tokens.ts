import { issueAccessToken } from '../access-tokens/issue-access-token.ts'
import type { Database } from '../database/database.ts'
import { operatorFor } from '../domain/caller.ts'
import { PERMISSIONS, type Permission } from '../domain/permissions.ts'
import { HARBOR, NORTHLIGHT } from './demo-organizations.ts'
import { revokeDemoTokens } from './revoke-demo-tokens.store.ts'

const LIFETIME_DAYS = 7

export interface DemoToken {
  readonly role: string
  /** What the role may do, for a person. */
  readonly purpose: string
  readonly organizationId: string
  readonly token: string
  readonly expiresAt: Date
}

/** The tokens that the banner's commands use, and one of another organization. */
export interface DemoTokens {
  readonly operator: DemoToken
  readonly integrator: DemoToken
  readonly approver: DemoToken
  readonly auditor: DemoToken
  readonly stranger: DemoToken
}

/** Issues a token per role, valid for a week, and revokes those of earlier runs. */
export async function issueDemoTokens(database: Database): Promise<DemoTokens> {
  const owners = Object.values(ROLES).map(ownerOf)
  for (const { id } of [NORTHLIGHT, HARBOR]) {
    await revokeDemoTokens(operatorFor(id), database, owners)
  }
  const issue = async (role: Role): Promise<DemoToken> => {
    const { name, purpose, organizationId, permissions } = role
    const issued = await issueAccessToken(operatorFor(organizationId), database, {
      permissions,
      lifetimeSeconds: LIFETIME_DAYS * 86_400,
      owner: ownerOf(role),
    })
    const { token, accessToken } = issued
    return { role: name, purpose, organizationId, token, expiresAt: accessToken.expiresAt }
  }
  return {
    operator: await issue(ROLES.operator),
    integrator: await issue(ROLES.integrator),
    approver: await issue(ROLES.approver),
    auditor: await issue(ROLES.auditor),
    stranger: await issue(ROLES.stranger),
  }
}

interface Role {
  readonly name: string
  readonly purpose: string
  readonly organizationId: string
  readonly permissions: readonly Permission[]
}

/** Whom a role's token is given to: roles are different persons, so four eyes are four eyes here. */
function ownerOf({ name }: Role): string {
  return `demo ${name}`
}

const READ: readonly Permission[] = [
  'fbo_accounts:read',
  'inventory_items:read',
  'transfer_batches:read',
  'outbound_shipments:read',
]

const ROLES: Record<keyof DemoTokens, Role> = {
  operator: {
    name: 'operator',
    purpose: 'every operation',
    organizationId: NORTHLIGHT.id,
    permissions: PERMISSIONS,
  },
  integrator: {
    name: 'integrator',
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
    name: 'approver',
    purpose: 'decides what others created, reads',
    organizationId: NORTHLIGHT.id,
    permissions: [
      ...READ,
      'transfer_batches:approve',
      'transfer_batches:cancel',
      'outbound_shipments:approve',
    ],
  },
  auditor: {
    name: 'auditor',
    purpose: 'reads only',
    organizationId: NORTHLIGHT.id,
    permissions: [...READ, 'organization_policies:read'],
  },
  stranger: {
    name: 'operator',
    purpose: 'every operation, on the other organization: it sees nothing of the first',
    organizationId: HARBOR.id,
    permissions: PERMISSIONS,
  },
}
