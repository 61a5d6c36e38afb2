import { Type } from 'typebox'
import { rowsOf } from '../../database/changes/row-of.ts'
import { modeOf } from '../../domain/caller.ts'
import { eventOf } from '../../domain/events.ts'
import { namedObject } from '../../domain/fields.ts'
import { newId } from '../../domain/ids.ts'
import { TOKEN_ROTATION_GRACE_DAYS_MAX } from '../../domain/limits.ts'
import { illegalTransition } from '../../domain/state-transitions.ts'
import { change } from '../../http/change.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import {
  ACCESS_TOKEN_BY_ID,
  accessTokenNotFound,
  ISSUED_ACCESS_TOKEN,
  issuedTokenResponse,
  tokenState,
} from './access-token.ts'
import { endToken, lockToken } from './access-tokens.ts'
import { endingRefusal, personRefusal } from './grant-permissions.rules.ts'
import { insertToken, lockPersonOf } from './issue-access-token.ts'
import { powersOf } from './token-powers.ts'
import { newToken } from './token-secret.ts'

const DAY_MS = 86_400_000

const ROTATION = namedObject(
  'TokenRotation',
  'How the old token ends. The body can be omitted.',
  {
    graceDays: Type.Optional(
      Type.Integer({
        description:
          'Days that the old token stays valid together with the new one, at most until it expires. ' +
          'With 0, it is revoked and refused within one second.',
        minimum: 0,
        maximum: TOKEN_ROTATION_GRACE_DAYS_MAX,
        default: 0,
        examples: [7],
      }),
    ),
  },
  { examples: [{ graceDays: 7 }] },
)

/**
 * Locks the own role that the token has, if any: its rotation keeps the role, though the old token
 * may expire meanwhile.
 */
const lockRoleOf = rowsOf<object, [tokenId: string]>(`
  select role.id
  from roles as role
  join access_tokens as token on token.organization_id = $1 and token.role_id = role.id
  where role.organization_id = $1 and token.id = $2
  for share of role`)

/**
 * The new token gets the full lifetime of the old one, even if a grace period has shortened that.
 * Otherwise a client that lost the first response and rotates again would get a token for only a
 * few days.
 */
export const rotateAccessTokenRoute = change({
  operationId: 'rotateAccessToken',
  description:
    'Replaces a valid token with a new one that has the same permissions, owner, addresses ' +
    'and lifetime. Your own token must have all permissions and addresses of the token; a ' +
    'token may rotate itself. Only this response contains the secret.',
  path: '/v1/access-tokens/{id}/rotate',
  permission: 'access_tokens:manage',
  isOfPowers: true,
  ...ACCESS_TOKEN_BY_ID,
  body: ROTATION,
  bodyIsOptional: true,
  success: {
    ...recordResponse('The new token, `valid`, and its secret.', ISSUED_ACCESS_TOKEN),
    status: 201,
  },
  returnsSecret: true,
  refusals: ['permission_not_held', 'invalid_state_transition'],
  lock: (tx, { id }) => ({
    person: lockPersonOf(tx, id),
    role: lockRoleOf(tx, id),
    old: lockToken(tx, id),
  }),
  judge: ({ caller, input: { body } }, { old }, { nowMs }) => {
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
    const { graceDays = 0 } = body
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
    insertToken(tx, result)
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
  respond: issuedTokenResponse,
  committed: (_, { old }, { forgetToken }) => forgetToken(old.id),
})
