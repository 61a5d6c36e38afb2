import { changeOf } from '../../database/changes/change.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import type { OrganizationMode } from '../../domain/caller.ts'
import type { NewEvent } from '../../domain/events.ts'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

export type SessionPolicy = Pick<OrganizationPolicyRow, 'sessionIdleMinutes' | 'sessionMaxHours'>

/** Moments of a session, in milliseconds since the Unix epoch by the database's clock. */
export interface SessionMoments {
  readonly createdMs: number
  readonly lastUsedMs: number
  /** By the policy of the sign-in. */
  readonly expiresMs: number
  readonly nowMs: number
}

interface SessionEnd {
  /** When nobody uses it. */
  readonly idleAtMs: number
  /** Whatever happens: the stricter of the policies of the sign-in and of now. */
  readonly expiresAtMs: number
  /** Undefined while it goes on. */
  readonly reason: 'idle' | 'expired' | undefined
}

export function sessionEnd(
  { createdMs, lastUsedMs, expiresMs, nowMs }: SessionMoments,
  { sessionIdleMinutes, sessionMaxHours }: SessionPolicy,
): SessionEnd {
  const idleAtMs = lastUsedMs + sessionIdleMinutes * MINUTE_MS
  const expiresAtMs = Math.min(expiresMs, createdMs + sessionMaxHours * HOUR_MS)
  const isOver = nowMs >= expiresAtMs ? 'expired' : undefined
  return { idleAtMs, expiresAtMs, reason: isOver ?? (nowMs >= idleAtMs ? 'idle' : undefined) }
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

export const OPEN_SESSION = `
  select id, access_token_id, person_id, ${MOMENTS}
  from sessions as session
  where organization_id = $1 and ended_at is null`

/** Locks the session of a cookie; two tabs that trade at once follow each other. */
export const lockSession = rowOf<LockedSession, [secretSha256: string]>(
  `${OPEN_SESSION} and secret_sha256 = decode($2, 'hex') for no key update`,
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

/** Locks a session of its owner: a person, or all who have a token that is no person's. */
const lockSessionOf = rowOf<LockedSession, [string, string | null, tokenId: string]>(`
  ${OPEN_SESSION} and id = $2 and (person_id = $3 or person_id is null and access_token_id = $4)
  for no key update`)

/** A session, and its live token: how long that lives on, and its family. */
export interface SessionToken extends SessionMoments {
  readonly sessionId: string
  readonly personId: string | null
  readonly accessTokenId: string
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

const END = `
  update sessions
  set ended_at = $3, ended_reason = $4
  where organization_id = $1 and id = $2`

type EndedReason = 'signed_out' | 'replaced' | 'ended' | 'idle' | 'expired' | 'suspended'

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
  const at = new Date(session.nowMs)
  void tx.run(END, [session.id, at, reason])
  void tx.run(END_TOKEN, [session.accessTokenId, session.id, at, byTokenId])
}

export interface SessionEnding {
  /** That of a cookie, or one of the owner of another. */
  readonly session:
    | { readonly secretSha256: string }
    | { readonly owner: SessionToken; readonly id: string }
  readonly reason: Extract<EndedReason, 'signed_out' | 'replaced' | 'ended'>
}

/** Ends a session: one that had ended before stays as it is. */
export const END_SESSION = changeOf({
  name: 'end_session',
  lock: (tx, { session }: SessionEnding) => ({
    /** Undefined if it had ended before, or never was. */
    ended:
      'secretSha256' in session
        ? lockSession(tx, session.secretSha256)
        : lockSessionOf(tx, session.id, session.owner.personId, session.owner.accessTokenId),
  }),
  judge: (_, facts) => facts,
  write: (tx, { caller, input, result: { ended } }) => {
    if (ended !== undefined) endSession(tx, ended, input.reason, caller.tokenId)
  },
  events: ({ caller, requestId, result: { ended } }) => {
    if (ended === undefined) return []
    // Signing out is an act of the session's own token.
    return endedEvents(ended, { tokenId: caller.tokenId ?? ended.accessTokenId, requestId })
  },
})

/** The event of a session's end; that of a token's session has none. */
export function endedEvents(
  {
    accessTokenId,
    personId,
    id: sessionId,
    nowMs,
  }: Pick<LockedSession, 'accessTokenId' | 'personId' | 'id' | 'nowMs'>,
  by: Pick<NewEvent, 'tokenId' | 'requestId'>,
): NewEvent[] {
  if (personId === null) return []
  const subject = { type: 'access_token', id: accessTokenId } as const
  const occurredAt = new Date(nowMs)
  return [{ ...by, type: 'session.ended', occurredAt, subject, data: { personId, sessionId } }]
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
