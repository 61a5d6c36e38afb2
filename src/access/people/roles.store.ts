import { lockOrganization } from '../../database/changes/lock-organization.store.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowOf, rowsOf } from '../../database/changes/row-of.ts'
import { findById } from '../../database/find-by-id.ts'
import { KeysetPages } from '../../database/keyset-page.ts'
import { BUILT_IN_ROLES, type OwnRoles } from '../../domain/built-in-roles.ts'
import { foldedValue } from '../../domain/folding.ts'
import type { ListOrder } from '../../domain/pagination.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import { ROLE_COLUMNS, type RoleRow } from './role.ts'

const ROLES = `select ${ROLE_COLUMNS}, version from roles where organization_id = $1`

/** One of the organization's own roles. */
export const findRole = findById<RoleRow>(`${ROLES} and id = $2`)

export async function readOwnRoles(tx: OrganizationTransaction): Promise<OwnRoles> {
  const rows = await tx.run<Pick<RoleRow, 'id' | 'permissions'>>(OWN_ROLES, [])
  return new Map(rows.map(({ id, permissions }) => [id, permissions]))
}

const OWN_ROLES = 'select id, permissions from roles where organization_id = $1'

const LOCK = 'select id from roles where organization_id = $1 and id = $2 for update'

/** Those who have a role, or will get it. */
export interface RoleUses {
  readonly accessTokens: number
  readonly people: number
  /** By the identity provider: by default, or for a value of its claim. */
  readonly isGivenAtSignIn: boolean
}

const findUses = rowOf<RoleUses, [id: string]>(`
  select
    (select count(*) from access_tokens
      where organization_id = $1 and role_id = $2 and revoked_at is null
        and expires_at > statement_timestamp())::integer as access_tokens,
    (select count(*) from people
      where organization_id = $1 and role_ids @> array[$2])::integer as people,
    exists (
      select from identity_providers
      where organization_id = $1
        and (default_roles @> array[$2] or exists (
          select from jsonb_each(role_mapping) as mapped where mapped.value @> to_jsonb($2::text)
        ))
    ) as is_given_at_sign_in`)

/**
 * The organization's own roles, and its policy. Locks the organization's row, so that its roles are
 * changed one request after the other: names stay unique, and their number keeps its limit.
 */
export function lockRoles(tx: OrganizationTransaction) {
  return {
    organization: lockOrganization(tx),
    roles: tx.run<RoleRow>(ROLES, []),
    policy: currentPolicy(tx),
  }
}

/** Locks a role as well, so that nobody is given it until the transaction ends. */
export function lockRoleToDelete(tx: OrganizationTransaction, id: string) {
  const facts = lockRoles(tx)
  return { ...facts, role: tx.run(LOCK, [id]), uses: findUses(tx, id) as Promise<RoleUses> }
}

const INSERT = `
  insert into roles (organization_id, id, name, name_folded, permissions, created_at, changed_at)
  values ($1, $2, $3, $4, $5::text[], $6, $6)`

export function insertRole(tx: OrganizationTransaction, role: RoleRow): void {
  const { id, name, permissions, createdAt } = role
  const at = createdAt.toISOString()
  void tx.run(INSERT, [id, name, foldedValue(name), [...permissions], at])
}

const UPDATE = `
  update roles
  set name = $3, name_folded = $4, permissions = $5::text[], version = $6, changed_at = $7
  where organization_id = $1 and id = $2`

export function updateRole(tx: OrganizationTransaction, role: RoleRow): void {
  const { id, name, permissions, version, changedAt } = role
  const at = changedAt.toISOString()
  void tx.run(UPDATE, [id, name, foldedValue(name), [...permissions], version, at])
}

export const deleteRole = rowsOf<object, [id: string]>(
  'delete from roles where organization_id = $1 and id = $2',
)

/** Built-in roles count as created before all others. */
const OLDEST_FIRST: ListOrder = {
  direction: 'ascending',
  key: [
    { name: 'createdAt', type: 'instant' },
    { name: 'id', type: 'id' },
  ],
}

const BUILT_IN = Object.keys(BUILT_IN_ROLES)
  .map((id) => `('${id}')`)
  .join(', ')

/**
 * Built-in roles by name, then those of the organization, the oldest first. It has few of them
 * (`ROLES_MAX`), so they are sorted.
 */
export const ROLE_PAGES = new KeysetPages<RoleRow>({
  order: OLDEST_FIRST,
  conditions: {},
  select: ({ where, rows }) => `
    select * from (
      select ${ROLE_COLUMNS}, version from roles where organization_id = $1
      union all
      select id, $1, id, '{}', to_timestamp(0), to_timestamp(0), 1
      from (values ${BUILT_IN}) as built_in (id)
    ) as role
    where organization_id = $1 ${where}
    ${rows}`,
})
