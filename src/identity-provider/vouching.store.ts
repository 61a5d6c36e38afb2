import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'

const ROLES_OF_UNBOUND = `
  select distinct unnest(role_ids) as id
  from people
  where organization_id = $1 and subject is null`

/** The roles of people who have never signed in: the next sign-in with their address is theirs. */
export async function findRolesOfUnbound(tx: OrganizationTransaction): Promise<string[]> {
  const roles = await tx.run<{ id: string }>(ROLES_OF_UNBOUND, [])
  return roles.map(({ id }) => id)
}
