import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import pg from 'pg'
import {
  accountOf,
  datasetSize,
  freshTransfer,
  organizationId,
} from '../../bench/measure/dataset.ts'
import { fillMovements, fillRecords } from '../../bench/measure/fill.ts'
import { recordId } from '../../bench/numbered-records.ts'
import { writeToOutbox } from '../../bench/plain-service/outbox.ts'
import { plainService } from '../../bench/plain-service/plain-service.ts'
import { makeDatabase } from '../support/vault/databases.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const SCHEMA = new URL('../../bench/plain-service/schema.sql', import.meta.url)
const size = datasetSize(0.001)
const { api, records, sql } = await openOwnVault()
await fillRecords(sql, size)
await fillMovements(sql)
const { token } = await records.token(organizationId(3))
const { plain, outbox, events } = await openPlain(token)

type Asked = readonly [method: 'GET' | 'PATCH' | 'POST', path: string, body?: unknown]
const account = `/v1/fbo-accounts/${accountOf(3, 5)}`
const transfer = freshTransfer(size, 3, { items: 5, n: 0 })
const NOBODYS = { ...transfer, toFboAccountId: 'fbo_nobody' }
const ANOTHERS = { ...freshTransfer(size, 3, { items: 5, n: 1 }), items: transfer.items }

test('The plain service returns the same status and body as the service', async () => {
  const asked: Asked[] = [
    ['GET', account],
    ['PATCH', account, { email: 'new@example.com', phone: null }],
    ['GET', account],
    ['GET', '/v1/outbound-shipments?page=1&limit=25'],
    ['GET', '/v1/outbound-shipments?page=3&limit=10&status=shipped'],
    ['GET', `/v1/outbound-shipments?fboAccountId=${accountOf(3, 7)}`],
    ['POST', '/v1/transfers', transfer],
  ]
  for (const one of asked) {
    const [ours, theirs] = await both(one)
    assert.equal(theirs.status, ours.status, one.join(' '))
    assert.ok(ours.status < 300)
    const made = { id: '', createdAt: '' }
    const isMade = one[0] === 'POST'
    const bare = ({ body }: Response) => (isMade ? { data: { ...body.data, ...made } } : body)
    assert.deepEqual(bare(theirs), bare(ours))
    assert.deepEqual(Object.keys(theirs.body), Object.keys(ours.body))
  }
})

test('The plain service refuses the same requests, with the same status and code', async () => {
  const refused: [number, string, Asked][] = [
    [404, 'fbo_account_not_found', ['GET', `/v1/fbo-accounts/${accountOf(4, 5)}`]],
    [404, 'fbo_account_not_found', ['PATCH', '/v1/fbo-accounts/fbo_nobody', { phone: null }]],
    [404, 'fbo_account_not_found', ['POST', '/v1/transfers', NOBODYS]],
    [409, 'item_not_in_vault', ['POST', '/v1/transfers', transfer]],
    [409, 'item_not_in_source_account', ['POST', '/v1/transfers', ANOTHERS]],
  ]
  for (const [status, code, one] of refused) {
    for (const response of await both(one)) {
      assert.equal(response.status, status)
      assert.equal(response.body.code, code)
    }
  }
  const [ours, theirs] = await both(['POST', '/v1/transfers', transfer])
  const namedIn = ({ body }: Response) =>
    body.errors.map(({ inventoryItemId }: { inventoryItemId: string }) => inventoryItemId).sort()
  assert.deepEqual(namedIn(theirs), namedIn(ours))
})

test('The id of a numbered record is the same in the table as in a load', async () => {
  const number = size.holders * 10 * 7 + 3
  const [row] = await sql`select id from inventory_items where id = ${recordId('item', number)}`
  assert.ok(row)
})

test('With an outbox, a change writes one event, and a refusal none', async () => {
  const other = freshTransfer(size, 3, { items: 5, n: 2 })
  const asked = async (method: 'PATCH' | 'POST', url: string, payload: object) => {
    const headers = { authorization: `Bearer ${token}` }
    return await outbox.inject({ method, url, headers, payload })
  }
  await asked('PATCH', account, { phone: '+46 8 1' })
  const made = await asked('POST', '/v1/transfers', other)
  assert.equal(made.statusCode, 201)
  assert.equal((await asked('POST', '/v1/transfers', other)).statusCode, 409)
  assert.equal((await asked('PATCH', '/v1/fbo-accounts/fbo_nobody', {})).statusCode, 400)
  assert.deepEqual(
    [...(await events())],
    [
      ['fbo_account.updated', accountOf(3, 5)],
      ['transfer_batch.created', made.json().data.id],
    ],
  )
})

interface Response {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of bodies freely
  readonly body: any
}

async function both([method, url, body]: Asked): Promise<[Response, Response]> {
  const ours = await api.request(method, url, { token, body })
  const theirs = await plain.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { payload: body as object }),
  })
  return [ours, { status: theirs.statusCode, body: theirs.json() }]
}

async function openPlain(token: string) {
  const { sql: plainSql, env, drop } = await makeDatabase({ max: 1, cleanup: () => undefined })
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: 2 })
  after(async () => {
    await closePool(pool)
    await drop()
  })
  await plainSql.query(readFileSync(SCHEMA, 'utf8'))
  await fillRecords(plainSql, size)
  const sha256 = createHash('sha256').update(token).digest()
  await plainSql`
    insert into access_tokens (sha256, organization_id, expires_at)
    values (${sha256}, ${organizationId(3)}, now() + interval '1 day')`
  const events = () =>
    plainSql.query('select type, subject_id from outbox_events order by id', [], 'values')
  return { plain: plainService(pool), outbox: plainService(pool, writeToOutbox), events }
}

/**
 * Ends the pool and waits until its connections are closed. `end()` alone resolves before they are,
 * and a connection that a dropped database ends emits an error that nobody awaits.
 */
async function closePool(pool: pg.Pool): Promise<void> {
  const closed = Promise.withResolvers<void>()
  let open = pool.totalCount
  pool.on('remove', () => {
    open -= 1
    if (open === 0) closed.resolve()
  })
  await pool.end()
  if (open > 0) await closed.promise
}
