import type { Change, ChangeRequest, Moment } from '../database/changes/change.ts'
import { newId } from '../domain/ids.ts'
import { illegalTransition } from '../domain/state-transitions.ts'
import { accessTokenNotFound, tokenState } from './access-token.ts'
import { endingRefusal } from './grant-permissions.rules.ts'
import { type IssuedToken, insertToken } from './issue-access-token.store.ts'
import { endToken, type LockedToken, lockToken } from './rotate-access-token.store.ts'
import { newToken, tokenSha256 } from './token-secret.ts'

const DAY_MS = 86_400_000

/** The token whose place is to be taken, and for how long it goes on; with 0 it is revoked. */
export interface Rotation {
  readonly id: string
  readonly graceDays: number
}

/** A new token, and the old one as it is from now on. */
export interface RotatedToken extends IssuedToken {
  readonly old: LockedToken
}

/**
 * Hands out a new token in the place of one that is still valid.
 *
 * The new one lives as long as the old one was meant to, also where a grace cut that short: else
 * who lost the first response and rotates again would get a token of a few days.
 */
export const ROTATE_ACCESS_TOKEN: Change<Rotation, LockedToken | undefined, RotatedToken> = {
  name: 'rotate_access_token',
  lock: (tx, inputs) => lockToken(tx, (inputs[0] as Rotation).id),
  judge,
  write: (tx, accepted) => {
    for (const { result } of accepted) {
      endToken(tx, result.old)
      insertToken(tx, result, tokenSha256(result.token))
    }
  },
}

function judge(
  { caller, input: { graceDays } }: ChangeRequest<Rotation>,
  old: LockedToken | undefined,
  { nowMs }: Moment,
) {
  if (old === undefined) return accessTokenNotFound()
  const currentStatus = tokenState({ ...old, readAt: new Date(nowMs) })
  const refusal = endingRefusal('rotate', caller, old)
  if (refusal !== undefined) return refusal
  if (currentStatus !== 'valid') {
    const allowed = currentStatus === 'expired' ? ['revoke'] : []
    return illegalTransition({ recordType: 'token', verb: 'rotate', currentStatus, allowed })
  }
  const now = new Date(nowMs)
  const graceEndsAt = new Date(Math.min(old.expiresAt.getTime(), nowMs + graceDays * DAY_MS))
  const ended =
    graceDays === 0
      ? { revokedAt: now, revokedByTokenId: caller.tokenId }
      : { expiresAt: graceEndsAt }
  return {
    accessToken: {
      ...old,
      id: newId('tok'),
      issuedByTokenId: caller.tokenId,
      rotatedFromTokenId: old.id,
      createdAt: now,
      expiresAt: new Date(nowMs + old.fullLifetimeMs),
      lastUsedAt: null,
      readAt: now,
    },
    principalId: old.principalId ?? old.id,
    lineId: old.lineId ?? old.id,
    token: newToken(),
    old: { ...old, ...ended },
  }
}
