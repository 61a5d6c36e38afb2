import type { Change } from '../database/changes/change.ts'
import { accessTokenNotFound } from './access-token.ts'
import { writeRevocation } from './revoke-access-token.store.ts'
import { type LockedToken, lockToken } from './rotate-access-token.store.ts'

/** Revokes a token for good; revoking it again keeps the first moment. */
export const REVOKE_ACCESS_TOKEN: Change<
  { readonly id: string },
  LockedToken | undefined,
  LockedToken
> = {
  name: 'revoke_access_token',
  lock: (tx, inputs) => lockToken(tx, (inputs[0] as { id: string }).id),
  judge: (_, token, { nowMs }) => {
    if (token === undefined) return accessTokenNotFound()
    const now = new Date(nowMs)
    return { ...token, revokedAt: token.revokedAt ?? now, readAt: now }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) writeRevocation(tx, result)
  },
}
