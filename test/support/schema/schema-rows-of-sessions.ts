import type { Sql } from 'postgres'
import type { BrokenRule } from './broken-rows-of-webhooks.ts'
import type { Row } from './schema-rows.ts'

const HOME = 'home'
const AT = new Date('2026-01-01')

export const NEW_ROWS_OF_SESSIONS: Readonly<Record<string, (columns: Row) => Row>> = {
  sessions: (columns) => ({
    organizationId: HOME,
    id: 'sess_new',
    secretSha256: Buffer.alloc(32, 9),
    accessTokenId: 'home_tok',
    createdAt: AT,
    lastUsedAt: AT,
    expiresAt: AT,
    address: '192.0.2.1',
    ...columns,
  }),
  session_bearers: (columns) => ({
    organizationId: HOME,
    tokenSha256: Buffer.alloc(32, 9),
    sessionId: 'home_sess',
    expiresAt: AT,
    ...columns,
  }),
  sign_in_codes: (columns) => ({
    organizationId: HOME,
    codeSha256: Buffer.alloc(32, 9),
    personId: 'home_prsn',
    expiresAt: AT,
    ...columns,
  }),
}

/** A person and a session of the organization, after its token: `home_prsn`, `home_sess`. */
export async function insertSessionOf(sql: Sql, organizationId: string): Promise<void> {
  const id = `${organizationId}_prsn`
  await sql`
    insert into people (organization_id, id, email, name, role_ids, created_at)
    values (${organizationId}, ${id}, ${`${id}@example.com`}, 'Ada', '{}', ${AT})`
  const row = NEW_ROWS_OF_SESSIONS.sessions as (columns: Row) => Row
  const session = row({
    organizationId,
    id: `${organizationId}_sess`,
    accessTokenId: `${organizationId}_tok`,
    secretSha256: Buffer.alloc(32, organizationId),
  })
  await sql`insert into sessions ${sql(session)}`
}

export const RULES_OF_SESSIONS: Readonly<Record<string, readonly BrokenRule[]>> = {
  sessions: [
    ['access_token', { accessTokenId: 'away_tok' }],
    ['person', { personId: 'away_prsn' }],
    ['secret_length', { secretSha256: Buffer.alloc(31) }],
    ['user_agent_length', { userAgent: '' }],
    ['user_agent_length', { userAgent: 'x'.repeat(401) }],
    ['end_complete', { endedAt: AT }],
    ['end_complete', { endedReason: 'idle' }],
    ['ended_reason_known', { endedAt: AT, endedReason: 'lost' }],
  ],
  session_bearers: [
    ['session', { sessionId: 'away_sess' }],
    ['length', { tokenSha256: Buffer.alloc(33) }],
  ],
  sign_in_codes: [
    ['person', { personId: 'away_prsn' }],
    ['length', { codeSha256: Buffer.alloc(33) }],
  ],
}

/** Broken policies. */
export const POLICY_RULES_OF_SESSIONS: readonly BrokenRule[] = [
  ['session_idle_range', { sessionIdleMinutes: 4 }],
  ['session_idle_range', { sessionIdleMinutes: 1_441 }],
  ['session_max_range', { sessionMaxHours: 0 }],
  ['session_max_range', { sessionMaxHours: 721 }],
]
