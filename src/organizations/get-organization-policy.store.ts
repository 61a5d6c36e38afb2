import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { ORGANIZATION_POLICY_COLUMNS, type OrganizationPolicyRow } from './organization-policy.ts'

/** The policy that holds for the caller's organization now; the default one as version 0. */
export async function getOrganizationPolicy(
  caller: Caller,
  database: RequestDatabase,
): Promise<OrganizationPolicyRow> {
  const { organizationId } = caller
  const [policy] = await database.decide(
    caller,
    (sql) => sql<[OrganizationPolicyRow]>`
      select ${sql(ORGANIZATION_POLICY_COLUMNS)}
      from current_policy(organization_id => ${organizationId})`,
  )
  return policy
}
