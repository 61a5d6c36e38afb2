import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { PENDING_NAMED_MAX } from '../domain/limits.ts'

const LIVE_TOKENS = `
  select id
  from access_tokens
  where organization_id = $1 and person_id = $2 and revoked_at is null
  order by id
  for no key update`

/**
 * Locks the tokens of a locked person that are not revoked, also those of sessions. A token is
 * issued for a person behind the same lock of the person, so none is missed.
 */
export async function lockLiveTokens(
  tx: OrganizationTransaction,
  personId: string,
): Promise<string[]> {
  const tokens = await tx.run<{ id: string }>(LIVE_TOKENS, [personId])
  return tokens.map(({ id }) => id)
}

/** A record that waits for an approval and that the person has a part in. */
export interface PendingRecord {
  readonly type: 'transfer' | 'outbound_shipment' | 'revaluation'
  readonly id: string
}

const PENDING = `
  with token as (
    select id from access_tokens where organization_id = $1 and person_id = $2
  )
  (
    select 'transfer' as type, id
    from transfer_batches
    where organization_id = $1 and status = 'pending'
      and (expires_at is null or expires_at > statement_timestamp())
      and created_by_token_id = any(array(select id from token))
    order by created_at desc, id desc
    limit ${PENDING_NAMED_MAX}
  ) union all (
    select 'outbound_shipment', id
    from outbound_shipments
    where organization_id = $1 and status = 'pending_approval' and cancelled_at is null
      and created_by_token_id = any(array(select id from token))
    order by created_at desc, id desc
    limit ${PENDING_NAMED_MAX}
  ) union all (
    select 'revaluation', id
    from revaluations
    where organization_id = $1 and status = 'pending'
      and (expires_at is null or expires_at > statement_timestamp())
      and requested_by_token_id = any(array(select id from token))
    order by created_at desc, id desc
    limit ${PENDING_NAMED_MAX}
  )`

/** Records that the person requested and that wait for somebody's approval, newest first. */
export async function findPendingOf(
  tx: OrganizationTransaction,
  personId: string,
): Promise<PendingRecord[]> {
  return await tx.run<PendingRecord>(PENDING, [personId])
}

const REVOKE = `
  update access_tokens
  set revoked_at = $3, revoked_by_token_id = $4
  where organization_id = $1 and id = any($2::text[])`

const END_SESSIONS = `
  update sessions
  set ended_at = $3, ended_reason = $4
  where organization_id = $1 and ended_at is null and access_token_id = any($2::text[])`

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
  const ids = [...ended.ids]
  const at = ended.at.toISOString()
  void tx.run(REVOKE, [ids, at, ended.byTokenId])
  void tx.run(END_SESSIONS, [ids, at, ended.reason])
}
