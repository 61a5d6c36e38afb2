import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import {
  DEFAULT_POLICY,
  ORGANIZATION_POLICY_COLUMNS,
  type OrganizationPolicyRow,
} from './organization-policy.ts'

/** The policy that holds for the caller's organization now; the default one as version 0. */
export async function getOrganizationPolicy(
  caller: Caller,
  database: RequestDatabase,
): Promise<OrganizationPolicyRow> {
  const { organizationId } = caller
  const [policy] = await database.run(
    caller,
    (sql) => sql<OrganizationPolicyRow[]>`
      select ${sql(ORGANIZATION_POLICY_COLUMNS)}
      from organization_policies
      where organization_id = ${organizationId}
      order by version desc
      limit 1`,
  )
  return policy ?? { organizationId, ...DEFAULT_POLICY }
}
