import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { modeOf } from '../../domain/caller.ts'
import { eventOf } from '../../domain/events.ts'
import { newId } from '../../domain/ids.ts'
import { illegalTransition } from '../../domain/state-transitions.ts'
import { accessTokenNotFound, tokenState } from './access-token.ts'
import { endToken, lockToken } from './end-access-token.store.ts'
import { endingRefusal, personRefusal } from './grant-permissions.rules.ts'
import { lockRoleOf } from './granted-role.store.ts'
import { insertToken } from './issue-access-token.store.ts'
import { lockPersonOf } from './lock-person.store.ts'
import { powersOf } from './token-powers.ts'
import { newToken, tokenSha256 } from './token-secret.ts'

const DAY_MS = 86_400_000

interface Rotation {
  readonly id: string
  /** Days for which the old token stays valid; with 0 it is revoked. */
  readonly graceDays: number
}

/**
 * Replaces a valid token by a new one. The new one gets the full lifetime of the old one, even if a
 * grace period has shortened that. Otherwise a client that lost the first response and rotates
 * again would get a token for only a few days.
 */
export const ROTATE_ACCESS_TOKEN = unbatchedChange({
  name: 'rotate_access_token',
  isOfPowers: true,
  lock: (tx, { id }: Rotation) => ({
    person: lockPersonOf(tx, id),
    role: lockRoleOf(tx, id),
    old: lockToken(tx, id),
  }),
  judge: ({ caller, input: { graceDays } }, { old }, { nowMs }) => {
    // The token of a person's session has no secret, and nobody gets one for it.
    if (old === undefined || old.personSessionId !== null) return accessTokenNotFound()
    const now = new Date(nowMs)
    const currentStatus = tokenState({ ...old, readAt: now })
    const refusal =
      personRefusal(caller.personId, old.personId) ?? endingRefusal('rotate', caller, powersOf(old))
    if (refusal !== undefined) return refusal
    if (currentStatus !== 'valid') {
      const allowed = currentStatus === 'expired' ? ['revoke'] : []
      return illegalTransition({ recordType: 'token', verb: 'rotate', currentStatus, allowed })
    }
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
      familyId: old.familyId ?? old.id,
      token: newToken(modeOf(caller)),
      /** The old token after the rotation. */
      old: { ...old, ...ended },
    }
  },
  write: (tx, { result }) => {
    endToken(tx, result.old)
    insertToken(tx, result, tokenSha256(result.token))
  },
  events: (one) => {
    const { old, accessToken } = one.result
    const { id: newTokenId, createdAt, expiresAt } = accessToken
    return eventOf(one, 'access_token.rotated', {
      occurredAt: createdAt,
      subject: { type: 'access_token', id: old.id },
      data: {
        statusAfter: old.revokedAt === null ? 'valid' : 'revoked',
        newTokenId,
        expiresAt: expiresAt.toISOString(),
      },
    })
  },
})
