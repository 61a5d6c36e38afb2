import { findById } from '../../database/record.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller, OrganizationMode } from '../../domain/caller.ts'
import { TOKEN_POWERS_COLUMNS, TOKENS_WITH_POWERS, type TokenPowers } from './token-powers.ts'

/** A token that is neither expired nor revoked. */
export interface LiveToken extends TokenPowers {
  readonly organizationId: string
  /** That of the organization; it never changes. */
  readonly mode: OrganizationMode
  readonly id: string
  /** The first token of its family; its own id if it is the first. */
  readonly familyId: string
  readonly allowedAddresses: readonly string[] | null
  /** The time until it expires, by the database's clock. */
  readonly remainingMs: number
  /** The session of a bearer; null of a token itself. */
  readonly sessionId: string | null
  /** When its person signed in, in milliseconds since the Unix epoch; null without a sign-in. */
  readonly signedInAt: number | null
}

const ORGANIZATION = `
  select organization_id from access_token_organizations where token_sha256 = decode($1, 'hex')`

/**
 * The organization of the token with that hash; it never changes. This look-up finds the caller, so
 * it is the one statement of a request that has none. Hashes are in hexadecimal digits.
 */
export async function findOrganizationOfToken(
  database: Pick<RequestDatabase, 'read'>,
  sha256: string,
): Promise<string | undefined> {
  const [row] = await database.read(null, (sql) =>
    sql.query<{ organizationId: string }[]>(ORGANIZATION, [sha256]),
  )
  return row?.organizationId
}

/** @param end SQL for when the token or the bearer expires */
const columns = (end: string) => `
    token.organization_id, (select mode from organizations where id = $1) as mode,
    token.id, coalesce(token.line_id, token.id) as family_id, token.allowed_addresses,
    (extract(epoch from ${end} - clock_timestamp()) * 1000)::float8 as remaining_ms,
    (extract(epoch from token.signed_in_at) * 1000)::float8 as signed_in_at,
    ${TOKEN_POWERS_COLUMNS}`

/**
 * The organization's token with that hash, unless it is expired or revoked. The database's clock
 * decides, so that replicas agree.
 */
export const findLiveToken = findById<LiveToken>(
  `
  select null as session_id, ${columns('expires_at')}
  from ${TOKENS_WITH_POWERS}
  where organization_id = $1 and revoked_at is null and expires_at > clock_timestamp()
    and token_sha256 = decode($2, 'hex')`,
  'read',
)

const BEARER = `
  select session.id as session_id,
    ${columns('least(bearer.expires_at, token.expires_at)')}
  from ${TOKENS_WITH_POWERS}
  join sessions as session on session.organization_id = $1
    and session.access_token_id = token.id and session.ended_at is null
  join session_bearers as bearer on bearer.organization_id = $1 and bearer.session_id = session.id
  where token.organization_id = $1 and token.revoked_at is null
    and token.expires_at > clock_timestamp() and bearer.expires_at > clock_timestamp()
    and bearer.token_sha256 = decode($2, 'hex')`

/**
 * The token that a bearer stands for, unless the bearer is expired, its session has ended or the
 * token has.
 */
export const findTokenOfBearer = findById<LiveToken>(BEARER, 'read')

/** The same for a bearer that anybody may have made up. */
export const findTokenOfStranger = findById<LiveToken>(BEARER, 'stranger')

const NOTE_USE = `
  update access_tokens
  set last_used_at = now()
  where organization_id = $1 and id in (
    select id from access_tokens
    where organization_id = $1 and id = $2
      and (last_used_at is null or last_used_at < now() - interval '30 seconds')
    for no key update skip locked)`

/**
 * Records that the caller's token is used now, unless a recent use is on record. It skips a token
 * that another transaction has locked: that one records a use too, or ends the token.
 */
export async function noteTokenUse(caller: Caller, database: RequestDatabase): Promise<void> {
  const { organizationId, tokenId } = caller
  await database.run(caller, (sql) => sql.query(NOTE_USE, [organizationId, tokenId]))
}
