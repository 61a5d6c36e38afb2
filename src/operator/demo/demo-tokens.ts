import { tokenState } from '../../access/tokens/access-token.ts'
import { issueAccessToken } from '../../access/tokens/issue-access-token.ts'
import { ACCESS_TOKEN_PAGES } from '../../access/tokens/list-access-tokens.store.ts'
import { REVOKE_ACCESS_TOKEN } from '../../access/tokens/revoke-access-token.ts'
import type { Database } from '../../database/database.ts'
import { decideChange } from '../../database/decide-change.ts'
import { BUILT_IN_ROLES } from '../../domain/built-in-roles.ts'
import { operatorFor } from '../../domain/caller.ts'
import { PAGE_SIZE_MAX } from '../../domain/limits.ts'
import { HARBOR, NORTHLIGHT } from './seed-demo.ts'

const LIFETIME_SECONDS = 7 * 86_400

/** The roles of the banner's commands, and one of another organization, which sees nothing of them. */
const ROLES = {
  operator: { role: 'operator', organizationId: NORTHLIGHT.id },
  integrator: { role: 'integrator', organizationId: NORTHLIGHT.id },
  approver: { role: 'approver', organizationId: NORTHLIGHT.id },
  auditor: { role: 'auditor', organizationId: NORTHLIGHT.id },
  stranger: { role: 'operator', organizationId: HARBOR.id },
} as const

export interface DemoToken {
  readonly role: string
  /** The role in words. */
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
  for (const [key, { role, organizationId }] of Object.entries(ROLES)) {
    const issued = await issueAccessToken(operatorFor(organizationId), database, {
      permissions: [],
      role,
      lifetimeSeconds: LIFETIME_SECONDS,
      owner: OWNER + role,
    })
    const { expiresAt } = issued.accessToken
    const purpose = BUILT_IN_ROLES[role].description
    tokens[key] = { role, purpose, organizationId, token: issued.token, expiresAt }
  }
  return tokens as DemoTokens
}
