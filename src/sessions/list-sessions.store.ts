import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { SessionOwner } from './session.store.ts'
import type { SessionMoments } from './session-end.rules.ts'

/** A session that was not ended by anybody; its time may be over. */
export interface OpenSession extends SessionMoments {
  readonly id: string
  readonly userAgent: string | null
  readonly address: string
  /** The database's clock. */
  readonly nowMs: number
}

/** The most sessions that are shown. */
const SHOWN_MAX = 100

const OPEN = `
  select id, user_agent, address,
    (extract(epoch from created_at) * 1000)::float8 as created_ms,
    (extract(epoch from last_used_at) * 1000)::float8 as last_used_ms,
    (extract(epoch from expires_at) * 1000)::float8 as expires_ms,
    (extract(epoch from statement_timestamp()) * 1000)::float8 as now_ms
  from sessions
  where organization_id = $1 and ended_at is null and expires_at > statement_timestamp()
    and (person_id = $2 or person_id is null and access_token_id = $3)
  order by last_used_at desc, id desc
  limit ${SHOWN_MAX}`

/** The sessions of an owner that were not ended, the last used first. */
export async function findOpenSessions(
  tx: OrganizationTransaction,
  { personId, accessTokenId }: SessionOwner,
): Promise<OpenSession[]> {
  return await tx.run<OpenSession>(OPEN, [personId, accessTokenId])
}
