import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { newId } from '../ids.ts'
import { illegalTransition } from '../transitions.ts'
import { type AccessTokenRow, accessTokenNotFound, tokenState } from './access-token.ts'
import { rotationRefusal } from './grant-permissions.rules.ts'
import { rotateAccessToken as takeItsPlace } from './rotate-access-token.store.ts'
import { newToken, tokenSha256 } from './token-secret.ts'

/**
 * Hands out a new token in the place of one that is still valid: the record, and the secret, which
 * nobody can see again.
 *
 * The statement decides; a refusal is put into words from what it saw under its lock.
 * @throws {Refusal} `access_token_not_found`; `permission_not_held`, `invalid_state_transition`
 */
export async function rotateAccessToken(
  caller: Caller,
  database: RequestDatabase,
  { tokenId, graceDays }: { tokenId: string; graceDays: number },
): Promise<{ token: string; accessToken: AccessTokenRow }> {
  const token = newToken()
  const result = await takeItsPlace(caller, database, {
    oldTokenId: tokenId,
    newTokenId: newId('tok'),
    tokenSha256: tokenSha256(token),
    graceDays,
  })
  if (result === undefined) throw accessTokenNotFound()
  const { row, facts } = result
  if (row !== null) return { token, accessToken: row }
  const currentStatus = tokenState(facts)
  const allowed = currentStatus === 'expired' ? ['revoke'] : []
  throw (
    rotationRefusal(caller, facts) ??
    illegalTransition({ noun: 'token', verb: 'rotate', currentStatus, allowed })
  )
}
