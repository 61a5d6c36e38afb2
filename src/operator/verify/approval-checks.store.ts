import type { VerificationCheck } from './verification-check.store.ts'

interface ApprovedTable {
  readonly type: string
  readonly table: string
  /** SQL: whether a record was approved, and when. */
  readonly isApproved: string
  readonly at: string
  /** SQL: the token of the last approval; null where the system or the operator approved. */
  readonly tokenId: string
  /** SQL of what a rule of the policy can ask for; what only the past knows is null. */
  readonly cents: string
  readonly accounts: string
}

const TABLES: readonly ApprovedTable[] = [
  {
    type: 'transfer',
    table: 'transfer_batches',
    isApproved: "record.status = 'completed'",
    at: 'decided_at',
    tokenId: 'decided_by_token_id',
    cents: 'total_declared_value_cents',
    accounts: 'array[from_fbo_account_id, to_fbo_account_id]',
  },
  {
    type: 'outbound_shipment',
    table: 'outbound_shipments',
    isApproved: 'approved_by_token_id is not null',
    at: 'approved_at',
    tokenId: 'approved_by_token_id',
    cents: 'null::numeric',
    accounts: 'array[fbo_account_id]',
  },
  {
    type: 'revaluation',
    table: 'revaluations',
    isApproved: "record.status = 'approved'",
    at: 'decided_at',
    tokenId: 'decided_by_token_id',
    cents: `(select greatest(sum(before), sum(after))
        from unnest(from_values_cents, to_values_cents) as line (before, after))`,
    accounts: 'null::text[]',
  },
]

// A policy of the last minute may have been written after the approval looked.
const tooFew = ({ type, table, isApproved, at, tokenId, cents, accounts }: ApprovedTable) => `
  select record.id as record, format('needs %s approvals, but has %s', needed, given) as wrong
  from ${table} as record
  cross join lateral (
    select greatest(approvals_required, max((rule ->> 'approvals')::integer),
      case when ${tokenId} is not null then 1 end) as needed
    from organization_policies as policy
    cross join lateral jsonb_array_elements(approval_rules) as rule
    where policy.organization_id = $1 and changed_at < ${at} - interval '1 minute'
      and policy.version >= coalesce((
        select max(past.version)
        from organization_policies as past
        where past.organization_id = $1 and past.changed_at <= record.created_at), 0)
      and (rule -> 'aboveItems' is null or total_items > (rule ->> 'aboveItems')::integer)
      and (rule -> 'aboveDeclaredValueCents' is null
        or ${cents} > (rule ->> 'aboveDeclaredValueCents')::numeric)
      and (rule -> 'fboAccountId' is null or rule ->> 'fboAccountId' = any(${accounts}))
  ) as rules
  cross join lateral (
    select count(distinct coalesce(token_id, ''))::integer as given
    from approvals
    where organization_id = $1 and subject_type = '${type}' and subject_id = record.id
      and ended_at is null
  ) as approvals
  where record.organization_id = $1 and ${isApproved} and needed > given`

const unfounded = ({ type, table }: ApprovedTable) => `
  select subject_id as record, 'has approvals, but is not in ${table}' as wrong
  from approvals
  where organization_id = $1 and subject_type = '${type}' and not exists (
    select from ${table} where organization_id = $1 and id = subject_id)`

export const APPROVAL_CHECKS: readonly VerificationCheck[] = [
  {
    name: 'approvals_too_few',
    explanation: 'As many people approved a record as the policy asked for.',
    findings: TABLES.map(tooFew).join(' union all '),
  },
  {
    name: 'approval_without_record',
    explanation: 'Every approval is that of a record.',
    findings: TABLES.map(unfounded).join(' union all '),
  },
]
