import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from '../../src/access/tokens/token-secret.ts'
import { TestedRecords } from '../support/chaos/tested-records.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import type { Sql, TransactionSql } from '../support/vault/sql.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vaults = {
  hasty: await openOwnVault({ DATABASE_LOCK_TIMEOUT_MS: 50 }),
  slow: await openOwnVault({ DATABASE_STATEMENT_TIMEOUT_MS: 250 }),
  narrow: await openOwnVault(
    { DATABASE_POOL_SIZE: 1, DATABASE_QUEUE_MAX: 1 },
    { signingKey: false },
  ),
  away: await openOwnVault(
    { DATABASE_CONNECT_TIMEOUT_MS: 500 },
    // Nothing listens on port 1.
    {
      connection: { host: '127.0.0.1', port: 1, username: 'x', password: 'x', database: 'x' },
      readiness: async () => 'database_unavailable',
    },
  ),
}

const UNCHANGED = 'Nothing was changed: send the request again after a moment.'
const AWAY = `The database is not available right now. ${UNCHANGED}`
const FULL = `Too many requests are waiting for the database. ${UNCHANGED}`

function assertUnavailable(response: ApiResponse, instance: string, detail = AWAY): void {
  assertRefused(response, { status: 503, code: 'temporarily_unavailable', detail, instance })
  assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
}

/** Two accounts with items, a token, and requests for them. */
async function arranged({ api, records }: (typeof vaults)['hasty']) {
  const target = await TestedRecords.make(api, records, 2)
  const { token } = target
  return {
    path: `/v1/fbo-accounts/${target.accountId}`,
    create: () => target.send('create'),
    update: () => target.send('update'),
    read: () => target.send('read'),
    list: (page: number) => api.get(`/v1/fbo-accounts?page=${page}`, { token }),
  }
}

/** Runs `work` while another transaction holds every account and item. */
async function withRowsLocked<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  let result: T | undefined
  await sql.begin(async (tx) => {
    await tx`select id from fbo_accounts for update`
    await tx`select id from inventory_items for update`
    result = await work(tx)
  })
  return result as T
}

for (const [what, vault] of [
  ['A lock held', vaults.hasty],
  ['A statement that runs', vaults.slow],
] as const) {
  test(`${what} too long causes 503 with Retry-After, and nothing is written`, async () => {
    const { records, sql } = vault
    const { path, create, update, read } = await arranged(vault)
    await withRowsLocked(sql, async () => {
      assertUnavailable(await withoutWriting(records, create), '/v1/transfers')
      assertUnavailable(await withoutWriting(records, update), path)
      assert.equal((await read()).status, 200, 'reading waits for no lock')
    })
    assert.equal((await create()).status, 201, 'a later request succeeds')
    assert.equal((await update()).status, 200)
  })
}

/** Sends again while work in the background has the only place, as right after a start. */
async function whenTaken(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const response = await send()
  return response.status === 503 ? await whenTaken(send) : response
}

test('A full queue causes 503 with Retry-After at once, while queued requests are served', async () => {
  const { sql } = vaults.narrow
  const { update, read, list } = await arranged(vaults.narrow)
  const running = await withRowsLocked(sql, async () => {
    const first = whenTaken(update)
    await whoWaitsForLock(sql)
    assert.equal((await read()).status, 200, 'reads by id have connections of their own')
    const others = [list(1), list(2), list(3)]
    assertUnavailable(await Promise.race(others), '/v1/fbo-accounts', FULL)
    return { first, others }
  })
  assert.equal((await running.first).status, 200)
  const statuses = (await Promise.all(running.others)).map(({ status }) => status)
  assert.ok(statuses.every((status) => status === 200 || status === 503))
  assert.equal((await read()).status, 200)
})

test('Every request gets 503 with Retry-After while the database is away', async () => {
  const { api } = vaults.away
  const token = newToken()
  for (const path of ['/v1/fbo-accounts/fbo_x', '/v1/outbound-shipments', '/v1/nothing']) {
    assertUnavailable(await api.get(path, { token }), path)
  }
  assertUnavailable(await api.post('/v1/transfers', { token, body: {} }), '/v1/transfers')
  assert.equal((await api.get('/v1/fbo-accounts/fbo_x')).status, 401, 'no token needs no database')
  assert.equal((await api.get('/v1/fbo-accounts/fbo_x', { token: 'x' })).status, 401)
})

test('A service that is not ready returns 503 as ready and 200 as live', async () => {
  const { api } = vaults.away
  const response = await api.get('/health/ready')
  assertRefused(response, {
    status: 503,
    code: 'temporarily_unavailable',
    detail:
      'The database is not available: the service is ready again once the database is available.',
    instance: '/health/ready',
    members: { reason: 'database_unavailable' },
  })
  assert.equal(response.headers.get('retry-after'), '1')
  assert.equal((await api.get('/health/live')).text, '{"status":"live"}')
})

test('A text that the database cannot hold is the fault of the request', async () => {
  const { database } = vaults.slow
  for (const statement of [
    "select convert_from('\\xff', 'UTF8')",
    `select '"\\u0000"'::jsonb ->> 0`,
  ]) {
    const running = database.run(null, (sql) => sql.query(statement))
    await assert.rejects(running, { code: 'invalid_request' }, statement)
  }
})
