import type { OrganizationPolicyRow } from '../../access/organizations/organization-policy.ts'
import { lockSigners, type Signers } from '../../access/passkeys/passkeys.store.ts'
import type { TokenHolder } from '../../access/tokens/access-token.ts'
import { TOKEN_HOLDER_COLUMNS, TOKEN_HOLDERS } from '../../access/tokens/token-columns.store.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { Caller } from '../../domain/caller.ts'
import type { ApprovalsSoFar } from '../approvals/approval.ts'
import type { GivenProof } from '../approvals/approval-proof.ts'
import { policyOfApprovals } from '../approvals/approvals.store.ts'
import { REVALUATION_DETAILS_COLUMNS, type RevaluationDetailsRow } from './revaluation.ts'
import { type LockedItems, lockItemsToRevalue } from './valuations.store.ts'

/** All that a decision is judged by. The items of one that is no longer pending are not read. */
export interface LockedForDecision extends LockedItems {
  readonly revaluation: RevaluationDetailsRow | undefined
  readonly policy: OrganizationPolicyRow
  /** Undefined if the organization never changed its policy. */
  readonly approvals: ApprovalsSoFar | undefined
  readonly tokensById: ReadonlyMap<string, TokenHolder>
  /** The passkey that signed the approval. */
  readonly signers: Signers
}

const LOCK = `
  select ${REVALUATION_DETAILS_COLUMNS}
  from revaluations
  where organization_id = $1 and id = $2
  for no key update`

const TOKENS = `
  select ${TOKEN_HOLDER_COLUMNS}
  from ${TOKEN_HOLDERS}
  where organization_id = $1 and id = any(array[$3::text] || array(
    select requested_by_token_id
    from revaluations
    where organization_id = $1 and id = $2 and requested_by_token_id is not null
  ))`

/** SQL for the items of the pending revaluation `$2`. */
const ITEMS = `array(
    select unnest(item_ids)
    from revaluations
    where organization_id = $1 and id = $2 and status = 'pending'
  )`

/**
 * Locks a revaluation, then its items in the order of their ids. Of two decisions, the second waits
 * and sees the revaluation as the first left it; no item gets another value before it is written.
 */
export async function lockForDecision(
  tx: OrganizationTransaction,
  { id, proof }: { readonly id: string; readonly proof?: GivenProof },
  { tokenId }: Pick<Caller, 'tokenId'>,
): Promise<LockedForDecision> {
  const [[revaluation], items, { policy, approvalsById }, tokens, signers] = await Promise.all([
    tx.run<RevaluationDetailsRow>(LOCK, [id]),
    lockItemsToRevalue(tx, { items: ITEMS, parameter: id }),
    policyOfApprovals(tx, 'revaluation', [id]),
    tx.run<TokenHolder>(TOKENS, [id, tokenId]),
    lockSigners(tx, proof === undefined ? [] : [{ proof }]),
  ])
  return {
    ...items,
    revaluation,
    policy,
    approvals: approvalsById.get(id),
    tokensById: new Map(tokens.map((token) => [token.id, token])),
    signers,
  }
}

const DECIDE = `
  update revaluations
  set status = $3, decided_at = to_timestamp($4::float8 / 1000), decided_by_token_id = $5,
    decision_reason = $6, approvals_required = $7, version = version + 1
  where organization_id = $1 and id = $2`

/** @param approvalsRequired how many people approved it; null unless several did */
export function writeDecision(
  tx: OrganizationTransaction,
  decided: RevaluationDetailsRow,
  approvalsRequired: number | null,
): void {
  const { id, status, decidedAt, decidedByTokenId, decisionReason } = decided
  const atMs = decidedAt?.getTime() ?? null
  void tx.run(DECIDE, [id, status, atMs, decidedByTokenId, decisionReason, approvalsRequired])
}
