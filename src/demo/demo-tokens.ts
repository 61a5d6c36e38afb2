import { issueAccessToken } from '../access-tokens/issue-access-token.ts'
import { operatorFor } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { PERMISSIONS, type Permission } from '../permissions.ts'
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
  readonly auditor: DemoToken
  readonly stranger: DemoToken
}

/** Issues a token per role, valid for a week, and revokes those of earlier runs. */
export async function issueDemoTokens(database: Database): Promise<DemoTokens> {
  const lifetimeSeconds = LIFETIME_DAYS * 86_400
  for (const { id } of [NORTHLIGHT, HARBOR]) {
    await revokeDemoTokens(operatorFor(id), database, lifetimeSeconds)
  }
  const issue = async (role: Role): Promise<DemoToken> => {
    const { name, purpose, organizationId, permissions } = role
    const grant = { permissions, lifetimeSeconds }
    const issued = await issueAccessToken(operatorFor(organizationId), database, grant)
    const { token, accessToken } = issued
    return { role: name, purpose, organizationId, token, expiresAt: accessToken.expiresAt }
  }
  return {
    operator: await issue(ROLES.operator),
    integrator: await issue(ROLES.integrator),
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

const READ: readonly Permission[] = ['fbo_accounts:read', 'outbound_shipments:read']

const ROLES: Record<keyof DemoTokens, Role> = {
  operator: {
    name: 'operator',
    purpose: 'all four operations',
    organizationId: NORTHLIGHT.id,
    permissions: PERMISSIONS,
  },
  integrator: {
    name: 'integrator',
    purpose: 'creates transfers and reads',
    organizationId: NORTHLIGHT.id,
    permissions: ['transfer_batches:create', ...READ],
  },
  auditor: {
    name: 'auditor',
    purpose: 'reads only',
    organizationId: NORTHLIGHT.id,
    permissions: READ,
  },
  stranger: {
    name: 'operator',
    purpose: 'all four operations, on the other organization: it sees nothing of the first',
    organizationId: HARBOR.id,
    permissions: PERMISSIONS,
  },
}
