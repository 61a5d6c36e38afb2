import { tokenState } from '../access-tokens/access-token.ts'
import { issueAccessToken } from '../access-tokens/issue-access-token.ts'
import { ACCESS_TOKEN_PAGES } from '../access-tokens/list-access-tokens.store.ts'
import { REVOKE_ACCESS_TOKEN } from '../access-tokens/revoke-access-token.ts'
import type { Database } from '../database/database.ts'
import { decideChange } from '../database/decide-change.ts'
import { operatorFor } from '../domain/caller.ts'
import { PAGE_SIZE_MAX } from '../domain/limits.ts'
import { PERMISSIONS, type Permission } from '../domain/permissions.ts'
import { HARBOR, NORTHLIGHT } from './seed-demo.ts'

const LIFETIME_SECONDS = 7 * 86_400

const READ = [
  'fbo_accounts:read',
  'inventory_items:read',
  'transfer_batches:read',
  'outbound_shipments:read',
  'events:read',
] as const

type Role = readonly [
  role: string,
  purpose: string,
  organizationId: string,
  permissions: readonly Permission[],
]

/** The roles of the banner's commands, and one of another organization. */
const ROLES = {
  operator: ['operator', 'every operation', NORTHLIGHT.id, PERMISSIONS],
  integrator: [
    'integrator',
    'takes items in, creates transfers and shipments, reads',
    NORTHLIGHT.id,
    [
      ...READ,
      'fbo_accounts:create',
      'inventory_items:create',
      'transfer_batches:create',
      'transfer_batches:cancel',
      'outbound_shipments:create',
    ],
  ],
  approver: [
    'approver',
    'decides transfers, shipments and new values that others requested, reads',
    NORTHLIGHT.id,
    [
      ...READ,
      'transfer_batches:approve',
      'transfer_batches:cancel',
      'outbound_shipments:approve',
      'revaluations:approve',
    ],
  ],
  auditor: ['auditor', 'reads only', NORTHLIGHT.id, [...READ, 'organization_policies:read']],
  stranger: [
    'operator',
    'every operation, on the other organization; it sees nothing of the first',
    HARBOR.id,
    PERMISSIONS,
  ],
} as const satisfies Record<string, Role>

export interface DemoToken {
  readonly role: string
  /** Its permissions in words. */
  readonly purpose: string
  readonly organizationId: string
  readonly token: string
  readonly expiresAt: Date
}

export type DemoTokens = Readonly<Record<keyof typeof ROLES, DemoToken>>

/** The owners of the tokens: each role has one, so its approvals are those of another person. */
const OWNER = 'demo '

/** Issues a token for each role, valid for a week, and revokes those of earlier runs. */
export async function issueDemoTokens(database: Database): Promise<DemoTokens> {
  for (const { id } of [NORTHLIGHT, HARBOR]) {
    const caller = operatorFor(id)
    const request = { page: 1, limit: PAGE_SIZE_MAX }
    for (const token of (await ACCESS_TOKEN_PAGES.page(caller, database, request)).rows) {
      // The user's own tokens stay.
      if (token.owner?.startsWith(OWNER) !== true || tokenState(token) === 'revoked') continue
      await decideChange(caller, database, REVOKE_ACCESS_TOKEN, { id: token.id })
    }
  }
  const tokens: Record<string, DemoToken> = {}
  for (const [key, [role, purpose, organizationId, permissions]] of Object.entries(ROLES)) {
    const issued = await issueAccessToken(operatorFor(organizationId), database, {
      permissions,
      lifetimeSeconds: LIFETIME_SECONDS,
      owner: OWNER + role,
    })
    const { expiresAt } = issued.accessToken
    tokens[key] = { role, purpose, organizationId, token: issued.token, expiresAt }
  }
  return tokens as DemoTokens
}
