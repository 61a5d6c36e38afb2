import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { MOMENTS, type SessionOwner } from './session.store.ts'
import type { SessionMoments } from './session-end.rules.ts'

/** A session that was not ended by anybody; its time may be over. */
export interface OpenSession extends SessionMoments {
  readonly id: string
  readonly userAgent: string | null
  readonly address: string
}

/** The most sessions that are shown. */
const SHOWN_MAX = 100

const OPEN = `
  select id, user_agent, address, ${MOMENTS}
  from sessions as session
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
