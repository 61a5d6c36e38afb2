import {
  currentPolicy,
  type OrganizationPolicyRow,
} from '../../access/organizations/organization-policy.ts'
import { lockSigners, type Signers } from '../../access/passkeys/passkey.ts'
import type { TokenHolder } from '../../access/tokens/access-token.ts'
import { TOKEN_HOLDER_COLUMNS, TOKEN_HOLDERS } from '../../access/tokens/token-powers.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { byId, rowsOf } from '../../database/changes/row-of.ts'
import { type ApprovalState, type GivenProof, isLast, type NewApproval } from './approval.ts'

interface ApprovedTable {
  readonly table: string
  /** SQL: whether people, or the system, approved a `record`. */
  readonly isApproved: string
  /** SQL: the moment of its end, also by a rejection; null until then. */
  readonly endedAt: string
  /** SQL of an array: the token that created it, then those that may not approve it either. */
  readonly makerIds: string
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
    makerIds: 'array[record.created_by_token_id]',
    // As it was and as it is: no revaluation spares an approval.
    declaredValueCents: `greatest(record.total_declared_value_cents,
          ${declaredCents('record.item_ids')})`,
    fboAccountIds: 'array[record.from_fbo_account_id, record.to_fbo_account_id]',
  },
  outbound_shipment: {
    table: 'outbound_shipments',
    isApproved: 'record.approved_at is not null',
    endedAt: 'coalesce(record.approved_at, record.cancelled_at)',
    makerIds: `array[record.created_by_token_id] || array(
            select distinct token_id
            from corrections
            where organization_id = $1 and subject_type = 'outbound_shipment'
              and subject_id = record.id and token_id is not null and member <> 'metadata')`,
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
    makerIds: 'array[record.requested_by_token_id]',
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

/** SQL of the `ApprovalState` of a `record`, by the versions of the policy until then. */
function stateOf(type: ApprovedType, until: string): string {
  const { isApproved, declaredValueCents, fboAccountIds } = TABLES[type]
  return `(
    select jsonb_build_object(
      'given', coalesce((
        select jsonb_agg(jsonb_build_object('atMs', (extract(epoch from at) * 1000)::float8,
          'tokenId', token_id, 'personId', person_id) order by approval.version)
        from approvals as approval
        where approval.organization_id = $1 and subject_type = '${type}'
          and subject_id = record.id and ended_at is null), '[]'),
      'required', coalesce(record.approvals_required, case when ${isApproved} then 1 end),
      'rules', rules, 'approvalSignInMinutes', sign_in_minutes, 'needsProof', needs_proof,
      'declaredValueCents', case when rules <> '[]' then (${declaredValueCents})::text end,
      'fboAccountIds', case when rules <> '[]' then ${fboAccountIds} end)
    from (
      select coalesce(jsonb_agg(rule) filter (where rule is not null), '[]') as rules,
        min(approval_sign_in_minutes) as sign_in_minutes,
        coalesce(bool_or(approval_proof = 'passkey'), false) as needs_proof
      from organization_policies as version
      left join lateral jsonb_array_elements(approval_rules) as rule on true
      where version.organization_id = $1 and (version.changed_at <= ${until}) is not false
        and version.version >= coalesce((
          select past.version
          from organization_policies as past
          where past.organization_id = $1 and past.changed_at < record.created_at
          order by past.version desc
          limit 1), 0)
    ) as asked
  )`
}

/** SQL of the `ApprovalState` of a `record`, as a read shows it. */
export const APPROVAL_STATE = textsOf((type) => stateOf(type, TABLES[type].endedAt))

/** The facts that the approval of one record is judged by. */
export interface ApprovalFacts {
  readonly id: string
  /** The token that created it first; null where none did. */
  readonly makerIds: readonly (string | null)[]
  readonly approvals: ApprovalState
}

const FACTS = textsOf(
  (type) => `
  select record.id, ${TABLES[type].makerIds} as maker_ids, ${stateOf(type, 'null')} as approvals
  from ${TABLES[type].table} as record
  where record.organization_id = $1 and record.id = any($2::text[])`,
)

const HOLDERS = textsOf(
  (type) => `
  select ${TOKEN_HOLDER_COLUMNS}
  from ${TOKEN_HOLDERS}
  where organization_id = $1 and id = any($3::text[] || array(
    select token_id
    from approvals
    where organization_id = $1 and subject_type = '${type}' and subject_id = any($2::text[])
      and ended_at is null
  ) || array(
    select unnest(${TABLES[type].makerIds})
    from ${TABLES[type].table} as record
    where record.organization_id = $1 and record.id = any($2::text[])
  ))`,
)

/** The facts that decisions about locked records are judged by, besides the records. */
export interface DecisionFacts {
  readonly policy: OrganizationPolicyRow
  readonly factsById: ReadonlyMap<string, ApprovalFacts>
  /** The tokens of approvers and of those who made the records; none where nobody approves. */
  readonly holdersById: ReadonlyMap<string, TokenHolder>
  /** The passkeys that signed. */
  readonly signers: Signers
}

/**
 * Reads what decisions are judged by. Sent behind the locks of the records, it sees what those
 * wrote whom they waited for.
 * @param approvers the requests to approve; absent where none comes
 */
export function decisionFacts(
  tx: OrganizationTransaction,
  type: ApprovedType,
  ids: readonly string[],
  approvers?: readonly { readonly tokenId: string | null; readonly proof?: GivenProof }[],
): { readonly [Name in keyof DecisionFacts]: Promise<DecisionFacts[Name]> } {
  const tokenIds = approvers?.flatMap(({ tokenId }) => tokenId ?? [])
  return {
    policy: currentPolicy(tx),
    factsById: tx.run<ApprovalFacts>(FACTS[type], [ids]).then(byId),
    holdersById:
      tokenIds === undefined
        ? Promise.resolve(new Map())
        : tx.run<TokenHolder>(HOLDERS[type], [ids, tokenIds]).then(byId),
    signers: lockSigners(tx, approvers ?? []),
  }
}

const INSERT = `
  insert into approvals
    (organization_id, subject_type, subject_id, version, at, token_id, person_id, proof)
  values ($1, $2, $3, $4, $5::text::timestamptz, $6, $7, $8::text::jsonb)`

const COUNT_USE = `
  update passkeys
  set sign_count = $3::float8::bigint
  where organization_id = $1 and id = $2`

const NEXT_VERSION = textsOf(
  (type) => `
  update ${TABLES[type].table} set version = version + 1 where organization_id = $1 and id = $2`,
)

/**
 * Writes the caller's approval of a record that the transaction has locked, and its passkey. One
 * that is not the last makes the record's next version; the last one comes with its end.
 */
export function writeApproval(
  tx: OrganizationTransaction,
  type: ApprovedType,
  id: string,
  approval: NewApproval,
): void {
  const { version, atMs, tokenId, personId, proof } = approval
  const kept = proof === undefined ? null : JSON.stringify(proof.kept)
  const at = new Date(atMs).toISOString()
  void tx.run(INSERT, [type, id, version, at, tokenId, personId, kept])
  if (proof !== undefined) void tx.run(COUNT_USE, [proof.passkeyId, proof.signCount])
  if (!isLast(approval)) void tx.run(NEXT_VERSION[type], [id])
}

/** Ends the approvals of a record that must be approved again. */
export const endApprovals = rowsOf<object, [type: ApprovedType, id: string, atMs: number]>(`
  update approvals
  set ended_at = greatest(at, to_timestamp($4::float8 / 1000))
  where organization_id = $1 and subject_type = $2 and subject_id = $3 and ended_at is null`)

function textsOf(textOf: (type: ApprovedType) => string): Readonly<Record<ApprovedType, string>> {
  return {
    transfer: textOf('transfer'),
    outbound_shipment: textOf('outbound_shipment'),
    revaluation: textOf('revaluation'),
  }
}
