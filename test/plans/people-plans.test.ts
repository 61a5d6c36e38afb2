import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLiveToken, findTokenOfBearer } from '../../src/access-tokens/authenticate.store.ts'
import { inOrganization } from '../../src/database/changes/organization-transaction.ts'
import { operatorFor } from '../../src/domain/caller.ts'
import { lockSigners } from '../../src/passkeys/passkeys.store.ts'
import { lockLiveTokens } from '../../src/people/change-person-state.store.ts'
import { lockRoleToDelete } from '../../src/roles/roles.store.ts'
import { PERSON_SESSION_PAGES } from '../../src/sessions/list-person-sessions.store.ts'
import { findSessionToken, lockSession } from '../../src/sessions/session.store.ts'
import { planOf, type Statement, sentBy, statementsOf } from '../support/schema/query-plan.ts'
import { fillTables, LARGE } from '../support/vault/large-tables.ts'
import { freshDatabase } from '../support/vault/vault.ts'

// Requests of people, and what ends them, where an organization has 37,500 people and sessions.

const { name, sql } = await freshDatabase()
await fillTables(sql)
await sql`
  insert into sessions (organization_id, id, secret_sha256, access_token_id, person_id, created_at,
    last_used_at, expires_at, address)
  select organization_id, 'sess_' || substr(id, 6), sha256(id::bytea), 'tok_' || substr(id, 6), id,
    created_at, now(), now() + interval '1 day', '192.0.2.1'
  from people`
await sql`
  insert into session_bearers (organization_id, token_sha256, session_id, expires_at)
  select organization_id, sha256(id::bytea), id, now() + interval '10 minutes' from sessions`
await sql`
  insert into passkeys (organization_id, id, person_id, credential_id, public_key, algorithm, rp_id,
    name, transports, sign_count, created_at)
  select organization_id, 'pkey_' || substr(id, 6), id, 'credential_' || id, '\\x00', -7, 'localhost',
    'Key', '{}', 0, created_at
  from people`
await sql`update access_tokens set role_id = 'desk' where id like 'tok_%7'`
await sql`
  update access_tokens set person_id = 'prsn_' || substr(id, 5)
  where id in (select access_token_id from sessions)`
await sql`analyze sessions, session_bearers, passkeys, access_tokens`

const FILLED = [...LARGE, 'sessions', 'session_bearers', 'passkeys']
const DIGEST = 'ab'.repeat(32)
const proof = { assertion: { credentialId: 'credential_prsn_1' } }

async function assertPlans(statements: readonly Statement[], wanted: readonly string[]) {
  const used = new Set<string>()
  for (const statement of statements) {
    const plan = await planOf(sql, statement, 'force_generic_plan')
    const whole = plan.sequential.filter((table) => FILLED.includes(table))
    assert.deepEqual(whole, [], plan.text)
    for (const index of plan.indexes) used.add(index)
  }
  const missing = wanted.filter((index) => !used.has(index))
  assert.deepEqual(missing, [], [...used].join())
}

test('A bearer finds its token by three keys, a token its person and its roles', async () => {
  const bearer = await statementsOf(sql, (db) => findTokenOfBearer(db, 'org_0', DIGEST))
  const keys = ['session_bearers_pkey', 'sessions_pkey', 'access_tokens_pkey', 'people_pkey']
  await assertPlans(bearer, keys)
  const token = await statementsOf(sql, (db) => findLiveToken(db, 'org_0', DIGEST))
  await assertPlans(token, ['access_tokens_sha256', 'people_pkey'])
})

test('The sessions of a person are read in their order', async () => {
  const request = { page: 1, limit: 25 }
  const statements = await statementsOf(sql, (db) =>
    PERSON_SESSION_PAGES.find(operatorFor('org_0'), db, request, 'prsn_1'),
  )
  await assertPlans(statements, ['sessions_of_person'])
})

test('A trade, a suspension, a signature and the end of a role read by index', async () => {
  const statements = await sentBy(name, (watched) =>
    inOrganization(watched, 'org_0', async (tx) => {
      await lockSession(tx, DIGEST)
      await findSessionToken(tx, DIGEST)
      await lockLiveTokens(tx, 'prsn_1')
      await lockSigners(tx, [{ proof }])
      await lockRoleToDelete(tx, 'desk')
      return { end: 'roll_back', value: undefined }
    }),
  )
  await assertPlans(statements, [
    'sessions_secret_unique',
    'access_tokens_of_person',
    'passkeys_credential',
    'access_tokens_of_role',
  ])
})
