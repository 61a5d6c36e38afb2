import {
  inOrganization,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import { currentPolicy } from '../organizations/organization-policy.ts'
import { newBearer, tokenSha256 } from '../tokens/token-secret.ts'
import {
  endSession,
  findSessionToken,
  lockSession,
  type SessionToken,
  sessionEnd,
} from './session.ts'
import type { SessionCookie } from './session-cookie.ts'

/** The longest life of a bearer. */
const BEARER_MS = 600_000

/** A bearer for ten minutes at most, which never outlives its session. */
interface Bearer {
  readonly token: string
  /** Tells the page whether it is still the same sign-in. */
  readonly sessionId: string
  /** Null for the session of a token. */
  readonly personId: string | null
  readonly expiresInMs: number
  /** The time until the session ends, if nobody uses it. */
  readonly idleInMs: number
}

const NOTE_USE = 'update sessions set last_used_at = $3 where organization_id = $1 and id = $2'

const INSERT_BEARER = `
  insert into session_bearers (organization_id, token_sha256, session_id, expires_at)
  values ($1, $2, $3, $4)`

/**
 * Trades the cookie of a session for a new bearer. Undefined if the session has ended, or ends now;
 * the database's clock decides.
 * @param isActive whether a person uses the page: if not, the idle end stays where it was
 */
export async function tradeSession(
  cookie: SessionCookie,
  database: RequestDatabase,
  isActive: boolean,
): Promise<Bearer | undefined> {
  const { organizationId, secretSha256 } = cookie
  return await database.run(cookie, (sql) =>
    inOrganization(sql, organizationId, async (tx) => {
      const [session, token, policy] = await Promise.all([
        lockSession(tx, secretSha256),
        findSessionToken(tx, secretSha256),
        currentPolicy(tx),
      ])
      if (session === undefined || token === undefined)
        return { end: 'roll_back', value: undefined }
      const { nowMs } = session
      const { reason } = sessionEnd(session, policy)
      if (reason !== undefined) {
        endSession(tx, session, reason)
        return { end: 'commit', value: undefined }
      }
      const used = isActive ? { ...session, lastUsedMs: nowMs } : session
      const { idleAtMs, expiresAtMs } = sessionEnd(used, policy)
      const ends = [BEARER_MS, idleAtMs - nowMs, expiresAtMs - nowMs, token.remainingMs]
      const lifetimeMs = Math.max(1, Math.floor(Math.min(...ends)))
      const bearer = newBearer(organizationId, token.mode)
      const { id: sessionId, personId } = session
      if (isActive) void tx.run(NOTE_USE, [sessionId, new Date(nowMs)])
      const expiresAt = new Date(nowMs + lifetimeMs)
      void tx.run(INSERT_BEARER, [tokenSha256(bearer), sessionId, expiresAt])
      const idleInMs = Math.floor(idleAtMs - nowMs)
      return {
        end: 'commit',
        value: { token: bearer, sessionId, personId, expiresInMs: lifetimeMs, idleInMs },
      }
    }),
  )
}

/** The token of a session, and whether its time is over; undefined if either has ended. */
export async function tokenOfSession(
  tx: OrganizationTransaction,
  secretSha256: string,
): Promise<(SessionToken & { readonly isOver: boolean }) | undefined> {
  const [token, policy] = await Promise.all([findSessionToken(tx, secretSha256), currentPolicy(tx)])
  return token && { ...token, isOver: sessionEnd(token, policy).reason !== undefined }
}
