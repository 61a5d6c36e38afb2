import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import { KeysetPages } from '../../database/keyset-page.ts'
import { eventOf } from '../../domain/events.ts'
import { NEWEST_FIRST } from '../../domain/pagination.ts'
import { change } from '../../http/change.ts'
import { listOperation } from '../../http/list-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import {
  ACCESS_TOKEN,
  ACCESS_TOKEN_BY_ID,
  type AccessTokenRow,
  accessTokenNotFound,
  STORED_TOKEN_COLUMNS,
  toAccessToken,
} from './access-token.ts'
import { endingRefusal } from './grant-permissions.rules.ts'
import { powersOf, TOKEN_POWERS_COLUMNS, TOKENS_WITH_POWERS } from './token-powers.ts'

const ACCESS_TOKEN_COLUMNS = `${STORED_TOKEN_COLUMNS}, ${TOKEN_POWERS_COLUMNS}`

/** Including expired and revoked tokens, without those that stand for sessions. */
export const ACCESS_TOKEN_PAGES = new KeysetPages<AccessTokenRow>({
  order: NEWEST_FIRST,
  conditions: {},
  select: ({ where, rows }) => `
    select ${ACCESS_TOKEN_COLUMNS}, now() as read_at
    from ${TOKENS_WITH_POWERS}
    where organization_id = $1 and session_id is null ${where}
    ${rows}`,
})

export const listAccessTokensRoute = listOperation({
  operationId: 'listAccessTokens',
  description:
    'Lists the access tokens of the organization, including expired and revoked ones, newest ' +
    'first, page by page. Secrets are never shown again.',
  path: '/v1/access-tokens',
  permission: 'access_tokens:manage',
  entry: ACCESS_TOKEN,
  entries: 'tokens',
  pages: ACCESS_TOKEN_PAGES,
  toView: toAccessToken,
})

/** Revoking a token again keeps the first moment and the token that did it. */
export const revokeAccessTokenRoute = change({
  operationId: 'revokeAccessToken',
  description:
    'Revokes a token for good: every replica refuses it within one second. Your own token must ' +
    'have all permissions and addresses of the token; a token may revoke itself. Revoking a ' +
    'token again changes nothing.',
  path: '/v1/access-tokens/{id}/revoke',
  permission: 'access_tokens:manage',
  isOfPowers: true,
  ...ACCESS_TOKEN_BY_ID,
  success: recordResponse('The token, `revoked`.', ACCESS_TOKEN),
  refusals: ['permission_not_held'],
  input: ({ parameters }) => parameters,
  lock: (tx, { id }) => ({ sessions: lockSessionsOf.token(tx, id), token: lockToken(tx, id) }),
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
  respond: (row) => ({ body: { data: toAccessToken(row) } }),
  committed: (_, { id, isRevokedNow }, { forgetToken }) => {
    if (isRevokedNow) forgetToken(id)
  },
})

interface LockedToken extends AccessTokenRow {
  readonly principalId: string | null
  readonly familyId: string | null
  /** The lifetime that the token was issued with, even if a rotation has shortened it. */
  readonly fullLifetimeMs: number
}

const LOCK = `
  select id from access_tokens
  where organization_id = $1 and id = $2
  for no key update`

const LOCKED = `
  select ${ACCESS_TOKEN_COLUMNS}, statement_timestamp() as read_at, principal_id,
    line_id as family_id,
    (extract(epoch from coalesce(full_lifetime, expires_at - created_at)) * 1000)::float8
      as full_lifetime_ms
  from ${TOKENS_WITH_POWERS}
  where organization_id = $1 and id = $2`

/** Locks the token: of two who rotate or revoke it, the second sees it as the first left it. */
export async function lockToken(
  tx: OrganizationTransaction,
  id: string,
): Promise<LockedToken | undefined> {
  const [, [token]] = await Promise.all([tx.run(LOCK, [id]), tx.run<LockedToken>(LOCKED, [id])])
  return token
}

const END = `
  update access_tokens
  set full_lifetime = $3::float8 * interval '1 millisecond', revoked_at = $4,
    revoked_by_token_id = $5, expires_at = $6
  where organization_id = $1 and id = $2`

/** Stores the end of a locked token: its revocation, or an earlier expiry. */
export function endToken(tx: OrganizationTransaction, token: LockedToken): void {
  const { id, fullLifetimeMs, revokedAt, revokedByTokenId, expiresAt } = token
  void tx.run(END, [id, fullLifetimeMs, revokedAt, revokedByTokenId, expiresAt])
}

const lockSessionsWhere = (condition: string) =>
  rowsOf<object, [id: string]>(`
  select id
  from sessions
  where organization_id = $1 and ended_at is null and access_token_id = any(array(
    select id from access_tokens where organization_id = $1 and ${condition}))
  order by id
  for no key update`)

/**
 * Locks the sessions that stand on a token, or on all tokens of a person. Who ends tokens does so
 * before it locks them: a sign-out locks its session first, and then the token.
 */
export const lockSessionsOf = {
  token: lockSessionsWhere('id = $2'),
  person: lockSessionsWhere('person_id = $2'),
}

const END_SESSIONS = `
  update sessions
  set ended_at = $3, ended_reason = $4
  where organization_id = $1 and ended_at is null and access_token_id = any($2::text[])`

export function endSessionsOf(
  tx: OrganizationTransaction,
  tokenIds: readonly string[],
  { at, reason }: { readonly at: Date; readonly reason: 'suspended' | 'ended' },
): void {
  void tx.run(END_SESSIONS, [tokenIds, at, reason])
}
