import type { Sql } from 'postgres'
import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { Refusal } from '../errors.ts'
import { TRANSFER_REASONS } from '../transfers/transfer-batch.ts'
import {
  ORGANIZATION_POLICY_COLUMNS,
  type OrganizationPolicyRow,
  type POLICY_MEMBERS,
} from './organization-policy.ts'

/** The members that a request sent, each with its new value. */
export type PolicyChanges = Partial<Pick<OrganizationPolicyRow, keyof typeof POLICY_MEMBERS>>

/**
 * How often a change is tried where others make the same version. Of all who meet one always gets
 * through, so this many could only be used up by changes that come in without end.
 */
const ATTEMPTS_MAX = 100

/**
 * Adds the next version of the caller's policy: the members given over the latest version's, which
 * is returned as it is where they change nothing.
 *
 * Nobody waits for a lock to read the latest version: who computed the same next one as somebody
 * else waits for that to be written, writes nothing, and computes anew from what is then latest.
 * So two callers who change different members both keep what they wrote.
 * @throws {Refusal} `temporarily_unavailable` where others went before it too often
 */
export async function updateOrganizationPolicy(
  caller: Caller,
  database: RequestDatabase,
  changes: PolicyChanges,
): Promise<OrganizationPolicyRow> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const [row] = await database.decide(caller, (sql) => addVersion(caller, sql, changes))
    if (row !== undefined) return row
  }
  throw new Refusal('temporarily_unavailable', {
    detail:
      'Others change the policy all the time. Nothing was changed: send the request again after a moment.',
    headers: { 'Retry-After': '1' },
  })
}

/** The version added, or the latest one where it says the same already; no row to try again. */
function addVersion(caller: Caller, sql: Sql, changes: PolicyChanges) {
  const { organizationId, tokenId } = caller
  const sent = (member: keyof PolicyChanges) => changes[member] !== undefined
  const members = sql(ORGANIZATION_POLICY_COLUMNS.slice(2, -2))
  return sql<OrganizationPolicyRow[]>`
    with present as (
      select ${sql(ORGANIZATION_POLICY_COLUMNS)}
      from current_policy(organization_id => ${organizationId})
    ),
    wanted as (
      select organization_id, version + 1 as version,
        coalesce(${changes.fourEyes ?? null}, four_eyes) as four_eyes,
        case when ${sent('transferExpirySeconds')} then ${changes.transferExpirySeconds ?? null}::integer
          else transfer_expiry_seconds end as transfer_expiry_seconds,
        coalesce(${changes.insuredExposure ?? null}, insured_exposure) as insured_exposure,
        coalesce(${changes.systemApproval ?? null}, system_approval) as system_approval,
        case when ${sent('systemApprovalMaxItems')} then ${changes.systemApprovalMaxItems ?? null}::integer
          else system_approval_max_items end as system_approval_max_items,
        case when ${sent('systemApprovalMaxDeclaredValueCents')}
          then ${changes.systemApprovalMaxDeclaredValueCents ?? null}::bigint
          else system_approval_max_declared_value_cents
        end as system_approval_max_declared_value_cents,
        coalesce(${inPublishedOrder(changes.systemApprovalReasons)}::text[],
          system_approval_reasons) as system_approval_reasons,
        now() as changed_at, ${tokenId} as changed_by_token_id
      from present
    ),
    same as (
      select ${members} from wanted intersect select ${members} from present
    ),
    added as (
      insert into organization_policies (organization_id, version, four_eyes,
        transfer_expiry_seconds, insured_exposure, system_approval, system_approval_max_items,
        system_approval_max_declared_value_cents, system_approval_reasons, changed_at,
        changed_by_token_id)
      select * from wanted
      where not exists (select from same)
      on conflict do nothing
      returning ${sql(ORGANIZATION_POLICY_COLUMNS)}
    )
    select * from added
    union all
    select * from present where exists (select from same)`
}

/** The order that reasons were sent in means nothing: sent in another one, they change nothing. */
function inPublishedOrder(reasons: PolicyChanges['systemApprovalReasons']): string[] | null {
  return reasons === undefined ? null : TRANSFER_REASONS.filter((one) => reasons.includes(one))
}
