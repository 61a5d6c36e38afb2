import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { eventOf } from '../../domain/events.ts'
import { accessTokenNotFound } from './access-token.ts'
import { endToken, lockToken } from './end-access-token.store.ts'
import { endingRefusal } from './grant-permissions.rules.ts'
import { endSessionsOf, lockSessionsOf } from './sessions-of-tokens.store.ts'
import { powersOf } from './token-powers.ts'

/**
 * Revokes a token for good. Revoking it again keeps the first moment and the token that did it. A
 * token cannot revoke one that has more permissions or addresses.
 */
export const REVOKE_ACCESS_TOKEN = unbatchedChange({
  name: 'revoke_access_token',
  isOfPowers: true,
  lock: (tx, { id }: { readonly id: string }) => ({
    sessions: lockSessionsOf(tx, 'id', id),
    token: lockToken(tx, id),
  }),
  judge: ({ caller }, { token }, { nowMs }) => {
    if (token === undefined) return accessTokenNotFound()
    const refusal = endingRefusal('revoke', caller, powersOf(token))
    if (refusal !== undefined) return refusal
    const now = new Date(nowMs)
    const isRevokedNow = token.revokedAt === null
    const ended = isRevokedNow && { revokedAt: now, revokedByTokenId: caller.tokenId }
    return { ...token, ...ended, readAt: now, isRevokedNow }
  },
  write: (tx, { result }) => {
    endToken(tx, result)
    endSessionsOf(tx, [result.id], { at: result.readAt, reason: 'ended' })
  },
  events: (one) => {
    const { id, readAt, isRevokedNow } = one.result
    if (!isRevokedNow) return []
    const subject = { type: 'access_token', id } as const
    return eventOf(one, 'access_token.revoked', { occurredAt: readAt, subject, data: {} })
  },
})
