import type { Permission } from '../permissions.ts'

/** An access token as its list shows it; the secret itself is nowhere. */
export interface AccessToken {
  readonly id: string
  readonly organizationId: string
  readonly permissions: readonly Permission[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
}

export const ACCESS_TOKEN_COLUMNS = [
  'id',
  'organization_id',
  'permissions',
  'created_at',
  'expires_at',
  'revoked_at',
] as const
