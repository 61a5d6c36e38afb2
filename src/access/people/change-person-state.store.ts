import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import { PENDING_NAMED_MAX } from '../../domain/limits.ts'
import { endSessionsOf, lockSessionsOf } from '../tokens/sessions-of-tokens.store.ts'
import type { PendingRecord } from './pending-record.ts'

const LIVE_TOKENS = `
  select id
  from access_tokens
  where organization_id = $1 and person_id = $2 and revoked_at is null
  order by id
  for no key update`

/**
 * Locks the tokens of a locked person that are not revoked, and their sessions. A token is issued
 * for a person behind the same lock of the person, so none is missed.
 */
export async function lockLiveTokens(
  tx: OrganizationTransaction,
  personId: string,
): Promise<string[]> {
  const [, tokens] = await Promise.all([
    lockSessionsOf(tx, 'person_id', personId),
    tx.run<{ id: string }>(LIVE_TOKENS, [personId]),
  ])
  return tokens.map(({ id }) => id)
}

/** SQL of pending records that the person requested, or approved as one of several. */
const pendingOf = (
  type: PendingRecord['type'],
  { from, requester }: { readonly from: string; readonly requester: string },
) => `(
    select '${type}' as type, id,
      case when ${requester} = any(array(select id from token)) then 'requested' else 'approved' end
        as part
    from ${from} and (
      ${requester} = any(array(select id from token))
      or id = any(array(
        select subject_id
        from approvals
        where organization_id = $1 and subject_type = '${type}' and person_id = $2
          and ended_at is null
      ))
    )
    order by created_at desc, id desc
    limit ${PENDING_NAMED_MAX}
  )`

const UNDECIDED = `where organization_id = $1 and status = 'pending'
      and (expires_at is null or expires_at > statement_timestamp())`

/** Records with a part of the person that wait for somebody's approval, newest first. */
export const findPendingOf = rowsOf<PendingRecord, [personId: string]>(`
  with token as (
    select id from access_tokens where organization_id = $1 and person_id = $2
  )
  ${[
    pendingOf('transfer', {
      from: `transfer_batches ${UNDECIDED}`,
      requester: 'created_by_token_id',
    }),
    pendingOf('outbound_shipment', {
      from: `outbound_shipments
    where organization_id = $1 and status = 'pending_approval' and cancelled_at is null`,
      requester: 'created_by_token_id',
    }),
    pendingOf('revaluation', {
      from: `revaluations ${UNDECIDED}`,
      requester: 'requested_by_token_id',
    }),
  ].join(' union all ')}`)

const REVOKE = `
  update access_tokens
  set revoked_at = $3, revoked_by_token_id = $4
  where organization_id = $1 and id = any($2::text[])`

/** Ends locked tokens, and the sessions that stand on them. */
export function endTokens(
  tx: OrganizationTransaction,
  ended: {
    readonly ids: readonly string[]
    readonly at: Date
    readonly byTokenId: string | null
    readonly reason: 'suspended' | 'ended'
  },
): void {
  void tx.run(REVOKE, [[...ended.ids], ended.at.toISOString(), ended.byTokenId])
  endSessionsOf(tx, ended.ids, ended)
}

/** Makes the codes of a locked person worthless. */
export const forgetCodes = rowsOf<object, [personId: string]>(`
  delete from sign_in_codes
  where organization_id = $1 and code_sha256 in (
    select code_sha256
    from sign_in_codes
    where organization_id = $1 and person_id = $2
    -- One that signs in now waits for the person, and is judged by what it finds then.
    for update skip locked)`)
