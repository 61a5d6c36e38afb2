import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { Permission } from '../domain/permissions.ts'
import type { OwnRole, UnboundPowers } from './vouching.rules.ts'

const ROLES = `
  select id, permissions
  from roles
  where organization_id = $1 and id = any($2::text[])`

/** Those of the roles that are the organization's own. */
export async function findOwnRoles(
  tx: OrganizationTransaction,
  roleIds: readonly string[],
): Promise<OwnRole[]> {
  return await tx.run<OwnRole>(ROLES, [[...roleIds]])
}

const UNBOUND = `
  select distinct unnest(role_ids) as id
  from people
  where organization_id = $1 and subject is null`

const PERMISSIONS_OF_UNBOUND = `
  select distinct unnest(role.permissions) as permission
  from people as person
  join roles as role on role.organization_id = $1 and role.id = any(person.role_ids)
  where person.organization_id = $1 and person.subject is null`

/** The roles of people who have never signed in, and the permissions of those that are own ones. */
export async function findUnboundPowers(tx: OrganizationTransaction): Promise<UnboundPowers> {
  const [roles, permissions] = await Promise.all([
    tx.run<{ id: string }>(UNBOUND, []),
    tx.run<{ permission: Permission }>(PERMISSIONS_OF_UNBOUND, []),
  ])
  return {
    roleIds: roles.map(({ id }) => id),
    permissions: permissions.map(({ permission }) => permission),
  }
}
