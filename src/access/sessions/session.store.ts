import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import type { OrganizationMode } from '../../domain/caller.ts'
import { SESSIONS_OF_ONE_MAX } from '../../domain/limits.ts'
import type { SessionMoments } from './session-end.rules.ts'

/** A session as its sign-in stores it. */
export interface NewSession {
  readonly id: string
  readonly secretSha256: string
  readonly accessTokenId: string
  /** Null if it was begun with a token. */
  readonly personId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly userAgent: string | null
  readonly address: string
}

const INSERT = `
  insert into sessions (organization_id, id, secret_sha256, access_token_id, created_at,
    last_used_at, expires_at, user_agent, address, person_id)
  values ($1, $2, decode($3, 'hex'), $4, $5, $5, $6, $7, $8, $9)`

export function insertSession(tx: OrganizationTransaction, session: NewSession): void {
  void tx.run(INSERT, [
    session.id,
    session.secretSha256,
    session.accessTokenId,
    session.createdAt.toISOString(),
    session.expiresAt.toISOString(),
    session.userAgent,
    session.address,
    session.personId,
  ])
}

/** SQL of the `SessionMoments` of a `session`, and of the database's clock. */
export const MOMENTS = `
    (extract(epoch from session.created_at) * 1000)::float8 as created_ms,
    (extract(epoch from session.last_used_at) * 1000)::float8 as last_used_ms,
    (extract(epoch from session.expires_at) * 1000)::float8 as expires_ms,
    (extract(epoch from statement_timestamp()) * 1000)::float8 as now_ms`

/** A session under its lock that has not ended; its token may have. */
export interface LockedSession extends SessionMoments {
  readonly id: string
  readonly accessTokenId: string
  readonly personId: string | null
}

const LOCK = `
  select id, access_token_id, person_id, ${MOMENTS}
  from sessions as session
  where organization_id = $1 and ended_at is null`

/** Locks the session of a cookie; two tabs that trade at once follow each other. */
export const lockSession = rowOf<LockedSession, [secretSha256: string]>(
  `${LOCK} and secret_sha256 = decode($2, 'hex') for no key update`,
)

/** A session, ended or not. */
export interface FoundSession {
  readonly id: string
  /** Null if it was begun with a token. */
  readonly personId: string | null
}

const FIND = 'select id, person_id from sessions where organization_id = $1'

export const findSession = rowOf<FoundSession, [secretSha256: string]>(
  `${FIND} and secret_sha256 = decode($2, 'hex')`,
)
export const findSessionOfId = rowOf<FoundSession, [id: string]>(`${FIND} and id = $2`)

/** Whoever sessions belong to: a person, or all who have a token that is no person's. */
export interface SessionOwner {
  readonly personId: string | null
  readonly accessTokenId: string
}

/** Locks a session of its owner; undefined if it has ended, or is another's. */
export const lockSessionOf = rowOf<LockedSession, [string, string | null, tokenId: string]>(`
  ${LOCK} and id = $2 and (person_id = $3 or person_id is null and access_token_id = $4)
  for no key update`)

const LOCK_OLDEST = `
  ${LOCK} and (person_id = $2 or person_id is null and access_token_id = $3)
    and expires_at > statement_timestamp()
  order by created_at desc, id desc
  offset ${SESSIONS_OF_ONE_MAX - 1}
  for no key update`

/** Locks the sessions of an owner that end when one more begins: the oldest of too many. */
export async function lockOldestSessions(
  tx: OrganizationTransaction,
  { personId, accessTokenId }: SessionOwner,
): Promise<LockedSession[]> {
  return await tx.run<LockedSession>(LOCK_OLDEST, [personId, accessTokenId])
}

/** A session, and its live token: how long that lives on, and its family. */
export interface SessionToken extends SessionOwner, SessionMoments {
  readonly sessionId: string
  readonly remainingMs: number
  readonly familyId: string
  readonly mode: OrganizationMode
}

/** Undefined if the session has ended, or its token has. */
export const findSessionToken = rowOf<SessionToken, [secretSha256: string]>(`
  select (extract(epoch from token.expires_at - statement_timestamp()) * 1000)::float8
      as remaining_ms,
    coalesce(token.line_id, token.id) as family_id, session.id as session_id, session.person_id,
    session.access_token_id, (select mode from organizations where id = $1) as mode, ${MOMENTS}
  from sessions as session
  join access_tokens as token
    on token.organization_id = $1 and token.id = session.access_token_id
  where session.organization_id = $1 and session.secret_sha256 = decode($2, 'hex')
    and session.ended_at is null
    and token.revoked_at is null and token.expires_at > statement_timestamp()`)

const NOTE_USE = 'update sessions set last_used_at = $3 where organization_id = $1 and id = $2'

export function noteSessionUse(tx: OrganizationTransaction, session: LockedSession): void {
  void tx.run(NOTE_USE, [session.id, instant(session.nowMs)])
}

const INSERT_BEARER = `
  insert into session_bearers (organization_id, token_sha256, session_id, expires_at)
  values ($1, $2, $3, $4)`

export function insertBearer(
  tx: OrganizationTransaction,
  session: LockedSession,
  bearer: { readonly sha256: Buffer; readonly lifetimeMs: number },
): void {
  const expiresAt = instant(session.nowMs + bearer.lifetimeMs)
  void tx.run(INSERT_BEARER, [bearer.sha256, session.id, expiresAt])
}

const END = `
  update sessions
  set ended_at = $3, ended_reason = $4
  where organization_id = $1 and id = $2`

export type EndedReason = 'signed_out' | 'replaced' | 'ended' | 'idle' | 'expired' | 'suspended'

const END_TOKEN = `
  update access_tokens
  set revoked_at = $4, revoked_by_token_id = $5
  where organization_id = $1 and id = $2 and session_id = $3 and revoked_at is null`

/**
 * Ends a locked session: its bearers end with it, and the token that stands for a person's session.
 * A token that somebody signed in with goes on.
 */
export function endSession(
  tx: OrganizationTransaction,
  session: Pick<LockedSession, 'id' | 'accessTokenId' | 'nowMs'>,
  reason: EndedReason,
  byTokenId: string | null = null,
): void {
  const at = instant(session.nowMs)
  void tx.run(END, [session.id, at, reason])
  void tx.run(END_TOKEN, [session.accessTokenId, session.id, at, byTokenId])
}

const FORGET_BEARERS = `
  delete from session_bearers where organization_id = $1 and expires_at < now()`

const FORGET_CODES = `
  delete from sign_in_codes where organization_id = $1 and expires_at < now()`

const FORGET = `
  delete from sessions
  where organization_id = $1 and least(ended_at, expires_at) < now() - 30 * interval '1 day'`

/** Deletes expired bearers and codes, and sessions a month after their end. */
export async function forgetSessions(tx: OrganizationTransaction): Promise<void> {
  await tx.run(FORGET_BEARERS, [])
  await tx.run(FORGET_CODES, [])
  await tx.run(FORGET, [])
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
