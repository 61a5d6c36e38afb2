import { findById } from '../../database/find-by-id.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller, OrganizationMode } from '../../domain/caller.ts'

interface CallerRow {
  readonly organizationId: string
  readonly organizationName: string
  readonly mode: OrganizationMode
  readonly currency: string
  readonly tokenId: string
  readonly owner: string | null
  readonly personId: string | null
  readonly personName: string | null
  readonly hasIdentityProvider: boolean
  readonly expiresAt: Date
}

const findCaller = findById<CallerRow>(`
  select token.organization_id, organizations.name as organization_name, mode, currency,
    token.id as token_id, owner, person.id as person_id, person.name as person_name, expires_at,
    exists (select from identity_providers where organization_id = $1) as has_identity_provider
  from access_tokens as token
  join organizations on organizations.id = $1
  left join people as person on person.organization_id = $1 and person.id = token.person_id
  where token.organization_id = $1 and token.id = $2`)

/** The caller itself. Tokens are never deleted, so it is there. */
export async function getCaller(caller: Caller, database: RequestDatabase): Promise<CallerRow> {
  return (await findCaller(caller, database, caller.tokenId as string)) as CallerRow
}
