import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'

const ROLES = `
  select role_id as id, bool_or(subject is null) as is_of_unbound
  from people
  cross join unnest(role_ids) as role_id
  where organization_id = $1
  group by role_id`

/** The roles that people of the organization have. */
export interface RolesOfPeople {
  readonly all: readonly string[]
  /** The roles of those who never signed in: the next sign-in with their address is theirs. */
  readonly unbound: readonly string[]
}

export async function findRolesOfPeople(tx: OrganizationTransaction): Promise<RolesOfPeople> {
  const roles = await tx.run<{ id: string; isOfUnbound: boolean }>(ROLES, [])
  const idsOf = (some: typeof roles) => some.map(({ id }) => id)
  return { all: idsOf(roles), unbound: idsOf(roles.filter(({ isOfUnbound }) => isOfUnbound)) }
}
