import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import type { TokenHolder } from '../tokens/access-token.ts'
import { TOKEN_HOLDER_COLUMNS, TOKEN_HOLDERS } from '../tokens/token-columns.store.ts'
import { ORGANIZATION_POLICY_COLUMNS, type OrganizationPolicyRow } from './organization-policy.ts'

const authorsOf = (pending: string) => `
  with pending as (${pending})
  select ${TOKEN_HOLDER_COLUMNS}, pending.id is not null as has_pending
  from ${TOKEN_HOLDERS}
  left join pending on pending.id = token.id
  where organization_id = $1 and token.id = any(array(select id from pending) || $2::text)`

const PENDING = `organization_id = $1 and status = 'pending'
      and (expires_at is null or expires_at > statement_timestamp())`

const UNAPPROVED = `
      from outbound_shipments
      where organization_id = $1 and cancelled_at is null
        and status in ('packing', 'inspecting', 'pending_approval')`

const AUTHORS = {
  /** Those who created pending transfers or revaluations. */
  creators: authorsOf(`
    select created_by_token_id as id from transfer_batches where ${PENDING}
    union
    select requested_by_token_id from revaluations where ${PENDING}`),
  revaluers: authorsOf(`
    select distinct requested_by_token_id as id from revaluations where ${PENDING}`),
  /**
   * Those who created or directed shipments without an approval, and so may not approve them:
   * `lockForMove` of shipments reads the same of one.
   */
  shipments: authorsOf(`
    select created_by_token_id as id ${UNAPPROVED}
    union
    select token_id
    from corrections
    where organization_id = $1 and subject_type = 'outbound_shipment' and member <> 'metadata'
      and subject_id = any(array(select id ${UNAPPROVED}))`),
}

/** A token, and whether something waits for an approval that it may not give itself. */
export interface Author extends TokenHolder {
  readonly hasPending: boolean
}

/** The tokens that did so, and the caller's token. */
export async function findAuthors(
  tx: OrganizationTransaction,
  of: keyof typeof AUTHORS,
  tokenId: string | null,
): Promise<Author[]> {
  return await tx.run<Author>(AUTHORS[of], [tokenId])
}

/** Those of these accounts that the organization has. */
export const findAccounts = rowsOf<{ id: string }, [ids: readonly string[]]>(
  'select id from fbo_accounts where organization_id = $1 and id = any($2::text[])',
)

const INSERT = `
  insert into organization_policies (${ORGANIZATION_POLICY_COLUMNS})
  values ($1, $2, $3::text::boolean, $4, $5, $6, $7, $8, $9, $10, $11::text[], $12, $13, $14,
    $15::text::boolean, $16, $17, $18::text::jsonb, $19, $20, $21,
    $22)`

export function insertPolicy(tx: OrganizationTransaction, policy: OrganizationPolicyRow): void {
  void tx.run(INSERT, [
    policy.version,
    String(policy.fourEyes),
    policy.transferExpirySeconds,
    policy.insuredExposure,
    policy.systemApproval,
    policy.systemApprovalMaxItems,
    policy.systemApprovalMaxDeclaredValueCents,
    policy.systemApprovalMaxItemsPerDay,
    policy.systemApprovalMaxDeclaredValueCentsPerDay,
    policy.systemApprovalReasons,
    policy.revaluationReviewDays,
    policy.revaluationMaxPercent,
    policy.revaluationMaxCents,
    String(policy.recipientRequired),
    policy.sessionIdleMinutes,
    policy.sessionMaxHours,
    JSON.stringify(policy.approvalRules),
    policy.approvalProof,
    policy.approvalSignInMinutes,
    policy.changedAt?.toISOString() ?? null,
    policy.changedByTokenId,
  ])
}
