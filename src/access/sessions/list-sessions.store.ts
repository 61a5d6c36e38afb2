import { runnerOf } from '../../database/changes/organization-transaction.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import { MOMENTS, type SessionMoments, type SessionToken, sessionEnd } from './session.ts'

/** A session that was not ended by anybody; its time may be over. */
interface OpenSession extends SessionMoments {
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

/** The sessions of the owner that go on, the last used first. */
export async function listSessions(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
  own: SessionToken,
) {
  return await database.run(caller, async (sql) => {
    const tx = runnerOf(caller, sql)
    const { personId, accessTokenId } = own
    const [open, policy] = await Promise.all([
      tx.run<OpenSession>(OPEN, [personId, accessTokenId]),
      currentPolicy(tx),
    ])
    return open.flatMap((session) => {
      const { reason, expiresAtMs } = sessionEnd(session, policy)
      if (reason !== undefined) return []
      const { id, userAgent, address, createdMs, lastUsedMs } = session
      return {
        id,
        createdAt: instantOf(createdMs),
        lastUsedAt: instantOf(lastUsedMs),
        expiresAt: instantOf(expiresAtMs),
        userAgent,
        address,
        /** Whether it is that of the browser which asks. */
        isCurrent: id === own.sessionId,
      }
    })
  })
}

function instantOf(ms: number): string {
  return new Date(ms).toISOString()
}
