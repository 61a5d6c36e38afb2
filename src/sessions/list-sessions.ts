import { runnerOf } from '../database/changes/organization-transaction.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import { findOpenSessions } from './list-sessions.store.ts'
import type { SessionToken } from './session.store.ts'
import { sessionEnd } from './session-end.rules.ts'

/** The sessions of the owner that go on, the last used first. */
export async function listSessions(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
  own: SessionToken,
) {
  return await database.run(caller, async (sql) => {
    const tx = runnerOf(caller, sql)
    const [open, policy] = await Promise.all([findOpenSessions(tx, own), currentPolicy(tx)])
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
