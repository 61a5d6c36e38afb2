import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../ids.ts'
import type { Permission } from '../permissions.ts'
import type { AccessToken } from './access-token.ts'
import { createAccessToken } from './create-access-token.store.ts'
import { newToken, tokenSha256 } from './token-secret.ts'

/** Issues a token: the record, and the secret, which nobody can see again. */
export async function issueAccessToken(
  caller: Caller,
  database: Database,
  grant: { permissions: readonly Permission[]; lifetimeSeconds: number },
): Promise<{ token: string; accessToken: AccessToken }> {
  const token = newToken()
  const accessToken = await createAccessToken(caller, database, {
    id: newId('tok'),
    tokenSha256: tokenSha256(token),
    ...grant,
  })
  return { token, accessToken }
}
