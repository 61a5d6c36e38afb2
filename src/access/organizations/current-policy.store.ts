import {
  type OrganizationTransaction,
  runnerOf,
} from '../../database/changes/organization-transaction.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import {
  DEFAULT_POLICY,
  ORGANIZATION_POLICY_COLUMNS,
  type OrganizationPolicyRow,
} from './organization-policy.ts'

/** SQL of the newest version of the policy; none for the default policy. */
export const CURRENT_POLICY = `
  select ${ORGANIZATION_POLICY_COLUMNS}
  from organization_policies
  where organization_id = $1
  order by version desc
  limit 1`

/** The current policy, read in a transaction: the newest version, or else the default policy. */
export async function currentPolicy(tx: OrganizationTransaction): Promise<OrganizationPolicyRow> {
  const [policy] = await tx.run<OrganizationPolicyRow>(CURRENT_POLICY, [])
  return policy ?? { organizationId: tx.organizationId, ...DEFAULT_POLICY }
}

/** The current policy of the caller's organization, read outside a transaction. */
export async function getOrganizationPolicy(
  caller: Caller,
  database: RequestDatabase,
): Promise<OrganizationPolicyRow> {
  return await database.run(caller, (sql) => currentPolicy(runnerOf(caller, sql)))
}
