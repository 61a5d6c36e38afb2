import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { newId } from '../ids.ts'
import type { Permission } from '../permissions.ts'
import type { AccessTokenRow } from './access-token.ts'
import { createAccessToken } from './create-access-token.store.ts'
import { newToken, tokenSha256 } from './token-secret.ts'

/** What a token is to be good for. */
export interface Grant {
  readonly permissions: readonly Permission[]
  readonly lifetimeSeconds: number
  /** Whom it is given to; without one it acts for whoever asked for it. */
  readonly owner?: string
  /** Blocks of addresses that it may be used from; without them, those of whoever asked for it. */
  readonly allowedAddresses?: readonly string[]
}

/**
 * Issues a token: the record, and the secret, which nobody can see again. It does not ask whether
 * the caller has the permissions: the vault's operator has none and may grant all.
 */
export async function issueAccessToken(
  caller: Caller,
  database: RequestDatabase,
  { permissions, lifetimeSeconds, owner, allowedAddresses }: Grant,
): Promise<{ token: string; accessToken: AccessTokenRow }> {
  const token = newToken()
  const addresses = allowedAddresses ?? caller.allowedAddresses ?? null
  const accessToken = await createAccessToken(caller, database, {
    id: newId('tok'),
    tokenSha256: tokenSha256(token),
    permissions,
    lifetimeSeconds,
    owner: owner ?? null,
    allowedAddresses: addresses === null ? null : [...addresses],
  })
  return { token, accessToken }
}
