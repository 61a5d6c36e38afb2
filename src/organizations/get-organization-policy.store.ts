import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import {
  defaultPolicy,
  ORGANIZATION_POLICY_COLUMNS,
  type OrganizationPolicyRow,
} from './organization-policy.ts'

/** The policy that holds for the caller's organization now; the default one as version 0. */
export async function getOrganizationPolicy(
  caller: Caller,
  database: Database,
): Promise<OrganizationPolicyRow> {
  const { organizationId } = caller
  const rows = await database.decide(
    (sql) => sql<OrganizationPolicyRow[]>`
      select ${sql(ORGANIZATION_POLICY_COLUMNS)}
      from organization_policies
      where organization_id = ${organizationId}
      order by version desc
      limit 1`,
  )
  return rows[0] ?? defaultPolicy(organizationId)
}
