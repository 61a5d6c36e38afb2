import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import {
  DEFAULT_POLICY,
  ORGANIZATION_POLICY_COLUMNS,
  type OrganizationPolicyRow,
} from './organization-policy.ts'

const CURRENT = `
  select ${ORGANIZATION_POLICY_COLUMNS.join(', ')}
  from organization_policies
  where organization_id = $1
  order by version desc
  limit 1`

/** The policy that holds for the organization now: its newest version, or the default one. */
export async function currentPolicy(tx: OrganizationTransaction): Promise<OrganizationPolicyRow> {
  const [policy] = await tx.run<OrganizationPolicyRow>(CURRENT, [])
  return policy ?? { ...DEFAULT_POLICY, organizationId: tx.organizationId }
}
