import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openProxy } from '../support/chaos/proxy.ts'
import { TestedRecords } from '../support/chaos/tested-records.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { assertRefused } from '../support/vault/refusal.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// A 503 says whether the requested change may have been made: only what is known to be undone may
// be sent again without a look.
const { sql, records, connection } = await openOwnVault({}, { signingKey: false })
const proxy = await openProxy(connection)
after(() => proxy.close())
const { api } = await openOwnVault({}, { connection: proxy.url, signingKey: false })

const AWAY = 'The database is not available right now. '
const UNCHANGED = `${AWAY}Nothing was changed: send the request again after a moment.`
const IN_DOUBT =
  `${AWAY}Any requested change may have been made: read the record before you send the request ` +
  'again, or send it again with the same Idempotency-Key.'

async function setUp() {
  const target = await TestedRecords.make(api, records, 1)
  const [item = ''] = target.itemIds
  // The token is looked up now, and not while the database is in trouble.
  await eventually(async () => (await target.send('read')).status === 200, 'a token')
  return {
    item,
    read: () => target.send('read'),
    update: () => target.send('update'),
    create: () => target.claim(item),
    isClaimed: async () => (await records.item(item)).activeTransferId !== null,
  }
}

function assertUnavailable(response: ApiResponse, detail: string): void {
  const { instance } = response.body
  assertRefused(response, { status: 503, code: 'temporarily_unavailable', detail, instance })
  assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
}

const terminate = (pid: number) => sql`select pg_terminate_backend(${pid})`

/** Loses the service's connections while a request waits for this lock. */
async function lostWaiting(
  lock: string,
  request: () => Promise<ApiResponse>,
  lose: (pid: number) => PromiseLike<unknown> = proxy.disconnect,
) {
  const held = await sql.reserve()
  await held`begin`
  await held.query(lock)
  const response = request()
  await lose(await whoWaitsForLock(sql))
  const given = await response
  await held`rollback`
  held.release()
  await proxy.restore()
  return given
}

/** Makes a table fail as a pooler does that lost the server. @returns what mends it */
async function failing(table: string, errcode: string, when: 'at once' | 'at the commit') {
  const body = `begin raise exception using errcode = '${errcode}'; end`
  const timing =
    when === 'at once'
      ? `trigger zz_lost before insert or update on ${table}`
      : `constraint trigger zz_lost after insert or update on ${table}
         deferrable initially deferred`
  await sql.query(`
    create or replace function lost() returns trigger language plpgsql as $$ ${body} $$;
    create ${timing} for each row execute function lost()`)
  return () => sql.query(`drop trigger zz_lost on ${table}`)
}

/** The server was lost, or had never been reached. */
const [LOST, UNREACHED] = ['08006', '08001']

test('without a connection, nothing was changed', async () => {
  const { read, update, create } = await setUp()
  await proxy.disconnect()
  const responses = await Promise.all([read(), update(), create()])
  await proxy.restore()
  for (const response of responses) assertUnavailable(response, UNCHANGED)
})

test('a connection that is lost before COMMIT was sent changed nothing', async () => {
  for (const lose of [proxy.disconnect, terminate]) {
    const { item, create, isClaimed } = await setUp()
    const lock = `select from inventory_items where id = '${item}' for update`
    assertUnavailable(await lostWaiting(lock, create, lose), UNCHANGED)
    assert.equal(await isClaimed(), false)
  }
})

test('a read that loses its connection changed nothing', async () => {
  const { read } = await setUp()
  const lock = 'lock table fbo_accounts in access exclusive mode'
  assertUnavailable(await lostWaiting(lock, read), UNCHANGED)
})

test('a connection that is lost with COMMIT under way leaves the change in doubt', async (t) => {
  const { create, isClaimed } = await setUp()
  t.after(() => proxy.releaseResponses())
  proxy.holdResponsesWith('COMMIT\0')
  const response = create()
  await eventually(isClaimed, 'the change to be committed')
  await proxy.disconnect()
  assertUnavailable(await response, IN_DOUBT)
  await proxy.restore()
  const again = await eventually(async () => {
    const retried = await create()
    return retried.status !== 503 && retried
  }, 'the database to be reached again')
  assert.deepEqual([again.status, again.body.code], [409, 'item_not_in_vault'], 'it was made')
})

for (const [request, table, message, when, outcome] of [
  ['create', 'transfer_batches', LOST, 'at once', UNCHANGED],
  ['create', 'transfer_batches', LOST, 'at the commit', IN_DOUBT],
  ['update', 'fbo_accounts', LOST, 'at once', UNCHANGED],
  ['update', 'fbo_accounts', UNREACHED, 'at once', UNCHANGED],
  ['update', 'fbo_accounts', LOST, 'at the commit', IN_DOUBT],
  ['update', 'fbo_accounts', UNREACHED, 'at the commit', UNCHANGED],
] as const) {
  const what = message === LOST ? 'lost' : 'not reached'
  const doubt = outcome === IN_DOUBT ? 'in doubt' : 'undone'
  test(`${request}: a node that is ${what} ${when} leaves the change ${doubt}`, async () => {
    const ours = await setUp()
    const mend = await failing(table, message, when)
    assertUnavailable(await ours[request](), outcome)
    await mend()
    if (outcome === UNCHANGED) assert.equal(await ours.isClaimed(), false)
  })
}

test('A search that takes longer than two seconds says what to do', async () => {
  const { token } = await records.owner()
  const search = () => api.get('/v1/search?q=anybody', { token })
  const lock = 'lock table search_texts in access exclusive mode'
  const response = await lostWaiting(lock, search, async () => undefined)
  const tooLong = 'The search takes too long: search for fewer words, or write them in full. '
  assertUnavailable(response, UNCHANGED.replace(AWAY, tooLong))
})
