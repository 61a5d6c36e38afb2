import type { Change } from '../database/changes/change.ts'
import { accessTokenNotFound } from './access-token.ts'
import { endToken, type LockedToken, lockToken } from './end-access-token.store.ts'
import { endingRefusal } from './grant-permissions.rules.ts'

/**
 * Revokes a token for good. Revoking it again keeps the first moment and the token that did it. A
 * token cannot revoke one that has more permissions or addresses.
 */
export const REVOKE_ACCESS_TOKEN: Change<
  { readonly id: string },
  LockedToken | undefined,
  LockedToken
> = {
  name: 'revoke_access_token',
  lock: (tx, inputs) => lockToken(tx, (inputs[0] as { id: string }).id),
  judge: ({ caller }, token, { nowMs }) => {
    if (token === undefined) return accessTokenNotFound()
    const refusal = endingRefusal('revoke', caller, token)
    if (refusal !== undefined) return refusal
    const now = new Date(nowMs)
    const ended = token.revokedAt === null && { revokedAt: now, revokedByTokenId: caller.tokenId }
    return { ...token, ...ended, readAt: now }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) endToken(tx, result)
  },
}
