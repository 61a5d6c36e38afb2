import { CURRENT_POLICY } from '../../access/organizations/current-policy.store.ts'
import {
  DEFAULT_POLICY,
  ORGANIZATION_POLICY_COLUMNS,
  type OrganizationPolicyRow,
} from '../../access/organizations/organization-policy.ts'
import { TOKEN_HOLDER_COLUMNS, TOKEN_HOLDERS } from '../../access/tokens/token-columns.store.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import type { ApprovalsSoFar, CallersApproval } from './approval.ts'

interface ApprovedTable {
  readonly table: string
  /** SQL: whether people, or the system, approved a `record`. */
  readonly isApproved: string
  /** SQL: the moment of its end, also by a rejection; null until then. */
  readonly endedAt: string
  /** SQL: the token that approved it, or the last of several; null where no person did. */
  readonly tokenId: string
  readonly declaredValueCents: string
  readonly fboAccountIds: string
}

const declaredCents = (itemIds: string) => `(
          select sum(declared_value_cents)
          from inventory_items
          where organization_id = $1 and id = any(${itemIds}))`

const TABLES = {
  transfer: {
    table: 'transfer_batches',
    isApproved: "record.status = 'completed'",
    endedAt: 'record.decided_at',
    tokenId: 'record.decided_by_token_id',
    declaredValueCents: `greatest(record.total_declared_value_cents,
          ${declaredCents('record.item_ids')})`,
    fboAccountIds: 'array[record.from_fbo_account_id, record.to_fbo_account_id]',
  },
  outbound_shipment: {
    table: 'outbound_shipments',
    isApproved: 'record.approved_at is not null',
    endedAt: 'coalesce(record.approved_at, record.cancelled_at)',
    tokenId: 'record.approved_by_token_id',
    declaredValueCents: declaredCents(`array(
            select inventory_item_id
            from outbound_shipment_items
            where organization_id = $1 and outbound_shipment_id = record.id)`),
    fboAccountIds: 'array[record.fbo_account_id]',
  },
  revaluation: {
    table: 'revaluations',
    isApproved: "record.status = 'approved'",
    endedAt: 'coalesce(record.decided_at, record.expires_at)',
    tokenId: 'record.decided_by_token_id',
    declaredValueCents: `(
          select greatest(sum(before), sum(after))
          from unnest(record.from_values_cents, record.to_values_cents) as line (before, after))`,
    fboAccountIds: `array(
          select distinct fbo_account_id
          from inventory_items
          where organization_id = $1 and id = any(record.item_ids))`,
  },
} satisfies Record<string, ApprovedTable>

export type ApprovedType = keyof typeof TABLES

/** SQL of the versions of the policy that were in force in a span. */
const inForce = (from: string, to: string) => `organization_policies as version
      where version.organization_id = $1 and (version.changed_at <= ${to}) is not false
        and version.version >= coalesce((
          select past.version
          from organization_policies as past
          where past.organization_id = $1 and past.changed_at < ${from}
          order by past.version desc
          limit 1), 0)`

/** SQL of the rules of all these versions; null if none of them has rules. */
const rulesBetween = (from: string, to: string) => `(
      select jsonb_agg(rule)
      from (select approval_rules from ${inForce(from, to)}) as policy
      cross join lateral jsonb_array_elements(approval_rules) as rule)`

const MEMBERS = `'atMs', (extract(epoch from at) * 1000)::float8, 'tokenId', approval.token_id,
        'personId', approval.person_id`

const soFar = (type: ApprovedType) => `
  select ${ORGANIZATION_POLICY_COLUMNS}, (
    select jsonb_object_agg(record.id, jsonb_build_object(
      'rules', coalesce(${rulesBetween('record.created_at', 'null')}, '[]'),
      'given', coalesce((
        select jsonb_agg(jsonb_build_object(${MEMBERS}, 'id', holder.id,
          'principalId', holder.principal_id, 'owner', holder.owner) order by approval.version)
        from approvals as approval
        left join lateral (
          select ${TOKEN_HOLDER_COLUMNS}
          from ${TOKEN_HOLDERS}
          where token.organization_id = $1 and token.id = approval.token_id
        ) as holder on true
        where approval.organization_id = $1 and subject_type = '${type}'
          and subject_id = record.id and ended_at is null), '[]')) || (
        select jsonb_build_object('signInMinutes', min(approval_sign_in_minutes),
          'needsProof', coalesce(bool_or(approval_proof = 'passkey'), false))
        from ${inForce('record.created_at', 'null')}))
    from ${TABLES[type].table} as record
    where record.organization_id = $1 and record.id = any($2::text[])
  ) as approvals_by_id
  from (${CURRENT_POLICY}) as policy`

const SO_FAR = textsOf(soFar)

export interface PolicyOfApprovals {
  readonly policy: OrganizationPolicyRow
  /** By record. Empty if the organization never changed its policy: it has no rules. */
  readonly approvalsById: ReadonlyMap<string, ApprovalsSoFar>
}

/** The current policy, and what the approvals of locked records are judged by. */
export async function policyOfApprovals(
  tx: OrganizationTransaction,
  type: ApprovedType,
  ids: readonly string[],
): Promise<PolicyOfApprovals> {
  const [row] = await tx.run<
    OrganizationPolicyRow & { approvalsById: Readonly<Record<string, ApprovalsSoFar>> | null }
  >(SO_FAR[type], [ids])
  const { approvalsById, ...policy } = row ?? {
    approvalsById: null,
    organizationId: tx.organizationId,
    ...DEFAULT_POLICY,
  }
  return { policy, approvalsById: new Map(Object.entries(approvalsById ?? {})) }
}

const INSERT = `
  insert into approvals
    (organization_id, subject_type, subject_id, version, at, token_id, person_id, proof)
  values ($1, $2, $3, $4, $5::text::timestamptz, $6, $7, $8::text::jsonb)`

const COUNT_USE = `
  update passkeys
  set sign_count = $3::float8::bigint
  where organization_id = $1 and id = $2`

const nextVersion = (type: ApprovedType) =>
  `update ${TABLES[type].table} set version = version + 1 where organization_id = $1 and id = $2`

const NEXT_VERSION = textsOf(nextVersion)

/**
 * Keeps the caller's approval of a record that the transaction has locked, and its passkey. One that
 * is not the last makes the record's next version; the last one comes with the record's end.
 */
export function writeApproval(
  tx: OrganizationTransaction,
  type: ApprovedType,
  id: string,
  { version, given, isKept, isLast, proof }: CallersApproval,
): void {
  const own = given.at(-1)
  if (!isKept || own === undefined) return
  const at = new Date(own.atMs).toISOString()
  const kept = proof === undefined ? null : JSON.stringify(proof.kept)
  void tx.run(INSERT, [type, id, version, at, own.tokenId, own.personId, kept])
  if (proof !== undefined) void tx.run(COUNT_USE, [proof.passkeyId, proof.signCount])
  if (!isLast) void tx.run(NEXT_VERSION[type], [id])
}

/** Ends the approvals of a record that must be approved again. */
export const endApprovals = rowsOf<object, [type: ApprovedType, id: string, atMs: number]>(`
  update approvals
  set ended_at = greatest(at, to_timestamp($4::float8 / 1000))
  where organization_id = $1 and subject_type = $2 and subject_id = $3 and ended_at is null`)

function stateOf(type: ApprovedType): string {
  const { isApproved, endedAt, tokenId, declaredValueCents, fboAccountIds } = TABLES[type]
  return `(
    select jsonb_build_object(
      'given', coalesce(
        (select jsonb_agg(jsonb_build_object(${MEMBERS}) order by approval.version)
        from approvals as approval
        where approval.organization_id = $1 and subject_type = '${type}'
          and subject_id = record.id and ended_at is null),
        case when ${isApproved} and ${tokenId} is not null then jsonb_build_array(
          jsonb_build_object('atMs', (extract(epoch from ${endedAt}) * 1000)::float8,
            'tokenId', ${tokenId}, 'personId', (
              select token.person_id
              from access_tokens as token
              where token.organization_id = $1 and token.id = ${tokenId}))) end,
        '[]'),
      'required', record.approvals_required,
      'rules', needed.rules,
      'declaredValueCents', case when needed.rules is not null
        then (${declaredValueCents})::text end,
      'fboAccountIds', case when needed.rules is not null then ${fboAccountIds} end)
    from (
      select case when record.approvals_required is null and not (${isApproved}) then
        ${rulesBetween('record.created_at', endedAt)} end as rules
      -- Read once, for its three uses.
      offset 0
    ) as needed
  )`
}

/**
 * SQL of the `ApprovalState` of a `record`. One that needed one approval alone has no row of it: its
 * decision says who gave it.
 */
export const APPROVAL_STATE = textsOf(stateOf)

function textsOf(textOf: (type: ApprovedType) => string): Readonly<Record<ApprovedType, string>> {
  return {
    transfer: textOf('transfer'),
    outbound_shipment: textOf('outbound_shipment'),
    revaluation: textOf('revaluation'),
  }
}
