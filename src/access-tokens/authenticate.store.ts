import type { BatchedRead } from '../database/batching/batched-read.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import type { Permission } from '../domain/permissions.ts'

/** A token that is neither expired nor revoked. */
export interface LiveToken {
  readonly organizationId: string
  readonly id: string
  /** The first token of its family; its own id if it is the first. */
  readonly familyId: string
  readonly permissions: readonly Permission[]
  readonly allowedAddresses: readonly string[] | null
  /** The time until it expires, by the database's clock. */
  readonly remainingMs: number
}

const ORGANIZATION: BatchedRead<string> = {
  name: 'find_token_organization',
  one: `
  select encode(token_sha256, 'hex'), organization_id
  from access_token_organizations
  where token_sha256 = decode($1, 'hex')`,
  many: `
  select encode(token_sha256, 'hex'), organization_id
  from access_token_organizations
  where token_sha256 = any(array(select decode(digits, 'hex') from unnest($1::text[]) as digits))`,
  toRecord: ([, organizationId]) => organizationId as string,
}

/**
 * The organization of the token with that hash; it never changes. This look-up finds the caller, so
 * it is the one statement of a request that has none.
 * @param sha256 in hexadecimal digits
 */
export async function findTokenOrganization(
  database: Pick<RequestDatabase, 'read'>,
  sha256: string,
): Promise<string | undefined> {
  return await database.read(ORGANIZATION, null, sha256)
}

const LIVE = `
  select encode(token_sha256, 'hex'), organization_id, id, coalesce(line_id, id), permissions,
    allowed_addresses, (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8
  from access_tokens
  where organization_id = $1 and revoked_at is null and expires_at > clock_timestamp()`

const LIVE_TOKEN: BatchedRead<LiveToken> = {
  name: 'find_live_token',
  one: `${LIVE} and token_sha256 = decode($2, 'hex')`,
  many: `${LIVE} and token_sha256 = any(
    array(select decode(digits, 'hex') from unnest($2::text[]) as digits))`,
  toRecord: ([, organizationId, id, familyId, permissions, allowedAddresses, remainingMs]) =>
    ({ organizationId, id, familyId, permissions, allowedAddresses, remainingMs }) as LiveToken,
}

/**
 * The organization's token with that hash, unless it is expired or revoked. The database's clock
 * decides, so that replicas agree.
 * @param sha256 in hexadecimal digits
 */
export async function findLiveToken(
  database: Pick<RequestDatabase, 'read'>,
  organizationId: string,
  sha256: string,
): Promise<LiveToken | undefined> {
  return await database.read(LIVE_TOKEN, { organizationId }, sha256)
}

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
  await database.run(caller, (sql) =>
    sql.unsafe(NOTE_USE, [organizationId, tokenId], { prepare: true }),
  )
}
