import { lockOrganization } from '../../database/changes/lock-organization.store.ts'
import {
  type OrganizationTransaction,
  runnerOf,
} from '../../database/changes/organization-transaction.ts'
import { rowOf, rowsOf } from '../../database/changes/row-of.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { IDENTITY_PROVIDER_COLUMNS, type IdentityProviderRow } from './identity-provider.ts'

const currentIdentityProvider = rowOf<IdentityProviderRow, []>(`
  select ${IDENTITY_PROVIDER_COLUMNS}
  from identity_providers
  where organization_id = $1`)

/** The provider of the caller's organization; undefined if it has none. */
export async function findIdentityProvider(
  caller: Pick<Caller, 'organizationId'>,
  { run }: { readonly run: RequestDatabase['stranger'] },
): Promise<IdentityProviderRow | undefined> {
  return await run(caller, (sql) => currentIdentityProvider(runnerOf(caller, sql)))
}

/**
 * Locks the organization's row, then reads its provider: of two requests that set it at once, the
 * second waits and sees what the first wrote.
 */
export async function lockIdentityProvider(
  tx: OrganizationTransaction,
): Promise<IdentityProviderRow | undefined> {
  const [, provider] = await Promise.all([lockOrganization(tx), currentIdentityProvider(tx)])
  return provider
}

const INSERT = `
  insert into identity_providers (${IDENTITY_PROVIDER_COLUMNS})
  values ($1, $2, $3, $4, $5::text[], $6::text[], $7, $8::jsonb, $9, $10, $11, $12)`

const UPDATE = `
  update identity_providers
  set issuer = $2, client_id = $3, admission = $4, email_domains = $5::text[],
    default_roles = $6::text[], roles_claim = $7, role_mapping = $8::jsonb, version = $9,
    changed_at = $10, changed_by_token_id = $11, encrypted_secret = $12
  where organization_id = $1`

/** Stores a locked provider: its first version is a new row. */
export function writeIdentityProvider(
  tx: OrganizationTransaction,
  provider: IdentityProviderRow,
): void {
  void tx.run(provider.version === 1 ? INSERT : UPDATE, [
    provider.issuer,
    provider.clientId,
    provider.admission,
    provider.emailDomains,
    provider.defaultRoles,
    provider.rolesClaim,
    provider.roleMapping,
    provider.version,
    provider.changedAt.toISOString(),
    provider.changedByTokenId,
    provider.encryptedSecret,
  ])
}

export const deleteIdentityProvider = rowsOf<object, []>(
  'delete from identity_providers where organization_id = $1',
)

const ROLES_OF_PEOPLE = `
  select role_id as id, bool_or(subject is null) as is_of_unbound
  from people
  cross join unnest(role_ids) as role_id
  where organization_id = $1
  group by role_id`

export interface RolesOfPeople {
  readonly all: readonly string[]
  /** The roles of those who never signed in: the next sign-in with their address is theirs. */
  readonly unbound: readonly string[]
}

export async function findRolesOfPeople(tx: OrganizationTransaction): Promise<RolesOfPeople> {
  const roles = await tx.run<{ id: string; isOfUnbound: boolean }>(ROLES_OF_PEOPLE, [])
  const idsOf = (some: typeof roles) => some.map(({ id }) => id)
  return { all: idsOf(roles), unbound: idsOf(roles.filter(({ isOfUnbound }) => isOfUnbound)) }
}
