import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { after, test } from 'node:test'
import { DatabaseError } from 'pg-protocol'
import type { Connection } from '../../src/database/postgres/connection.ts'
import { addressOf, openAddress } from '../../src/database/postgres/open-address.ts'
import { connectionError } from '../../src/database/postgres/postgres-errors.ts'
import { StatementGroup } from '../../src/database/postgres/statement-group.ts'
import { openProxy } from '../support/chaos/proxy.ts'
import { openConnection } from '../support/vault/server.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { connection, sql } = await openOwnVault()
const proxy = await openProxy(connection)
after(() => proxy.close())

async function open(url = proxy.url, isShared = false): Promise<Connection> {
  const one = await openAddress(addressOf(url), { connectionTimeoutMillis: 5_000 }, isShared)
  after(() => one.end())
  return one
}

/** The outcomes of statements that are sent together. */
async function outcomes(one: Connection, texts: readonly string[]) {
  const settled = await Promise.allSettled(texts.map((text) => one.send(text)))
  return settled.map((each) =>
    each.status === 'fulfilled' ? Object.values(each.value[0] ?? {})[0] : each.reason.code,
  )
}

const BROKEN = 'select 1 / (select 0)'
const UNKNOWN = 'select nothing from nowhere'

test('a statement that fails skips those behind it in its group, and none of the next', async () => {
  const one = await open()
  assert.deepEqual(await outcomes(one, ['select 1', BROKEN, 'select 2']), [1, '22012', '22012'])
  assert.deepEqual(await outcomes(one, ['select 2', 'select 1']), [2, 1])
  // Its text cannot be prepared, nor is that of the next one yet.
  assert.deepEqual(await outcomes(one, [UNKNOWN, 'select 3']), ['42P01', '42P01'])
  assert.deepEqual(await outcomes(one, ['select 3', UNKNOWN]), [3, '42P01'])
  await sql.query('create table nowhere as select 4 as nothing; grant select on nowhere to public')
  assert.deepEqual(await outcomes(one, [UNKNOWN, 'select 3']), [4, 3])
  await sql`drop table nowhere`
})

test('where statements share a connection, a failure is of its own statement alone', async () => {
  const one = await open(proxy.url, true)
  const texts = ['select 1', BROKEN, 'select 2', UNKNOWN, 'select 3']
  for (const _ of [1, 2]) {
    assert.deepEqual(await outcomes(one, texts), [1, '22012', 2, '42P01', 3])
  }
})

test('what the server has forgotten, or returns in another form, is prepared again', async () => {
  await sql.query('create table shapes as select 1 as one; grant select on shapes to public')
  for (const isShared of [true, false]) {
    const one = await open(proxy.url, isShared)
    const read = () => one.send('select * from shapes')
    assert.deepEqual(await read(), [{ one: 1 }])
    await one.send('deallocate all', null)
    assert.deepEqual(await read(), [{ one: 1 }])
    await sql`alter table shapes add two_words text default 'b'`
    assert.deepEqual(await read(), [{ one: 1, twoWords: 'b' }])
    await sql`alter table shapes drop two_words`
  }
  // In a transaction nothing runs twice: it fails as a whole, and the next one prepares again.
  const one = await open()
  await one.send('select 1')
  await one.send('deallocate all', null)
  await one.send('begin')
  await assert.rejects(one.send('select 1'), { code: '26000' })
  await one.send('rollback')
  assert.deepEqual(await outcomes(one, ['begin', 'select 1', 'commit']), [undefined, 1, 'COMMIT'])
})

test('a response is read whole, in pieces of a byte and with rows of any length', async () => {
  // A relay that passes responses on byte by byte.
  const relay = createServer((near) => {
    const far = connect(proxy.port, '127.0.0.1')
    near.on('error', () => undefined).pipe(far)
    far.on('error', () => undefined).on('close', () => near.destroy())
    far.on('data', (chunk: Buffer) => {
      for (const byte of chunk) near.write(Buffer.from([byte]))
    })
  }).listen(0, '127.0.0.1')
  after(() => relay.close())
  await new Promise((resolve) => relay.once('listening', resolve))
  const url = new URL(proxy.url)
  url.port = String((relay.address() as { port: number }).port)
  for (const [one, lengths] of [
    [await open(url.href), [0, 1, 300]],
    [await open(), [0, 8_000, 8_192, 9_000, 70_000, 3_000_000]],
  ] as const) {
    const rows = lengths.map((length) =>
      one.send<{ text: string; at: Date; none: null }>(
        "select repeat($1::text, $2) as text, timestamptz '2026-11-29' as at, null as none",
        ['ä', length],
      ),
    )
    for (const [index, [row]] of (await Promise.all(rows)).entries()) {
      assert.equal(row?.text, 'ä'.repeat(lengths[index] as number))
      assert.deepEqual([row.at, row.none], [new Date('2026-11-29T00:00:00Z'), null])
    }
  }
})

test('a row that cannot be read fails its statement, and the connection works on', async () => {
  const one = await open()
  await one.send("set datestyle = 'German'", null)
  const settled = await Promise.allSettled([
    one.send('select now() as at'),
    one.send('select 2 as two'),
  ])
  assert.match(String((settled[0] as PromiseRejectedResult).reason), /date in another form/)
  assert.deepEqual((settled[1] as PromiseFulfilledResult<unknown>).value, [{ two: 2 }])
})

test('a missing parameter is never sent, and a list of them neither', async () => {
  const one = await open()
  for (const missing of [undefined, ['a', undefined], [['a']]]) {
    await assert.rejects(one.send('select $1::text[]', [missing]), TypeError)
  }
  assert.deepEqual(await outcomes(one, ['select 5']), [5])
})

test('a connection that is lost fails what waits and what follows, and a pool opens another', async () => {
  const pool = openConnection(proxy.url, 1)
  after(() => pool.end(0))
  const [{ pid }] = (await pool`select pg_backend_pid() as pid`) as [{ pid: number }]
  const running = pool.query('select pg_sleep(60)', [])
  const behind = pool.query('select 1', [])
  const failed = assert.rejects(running, ({ code }) => /^(57P01|CONNECTION_CLOSED)$/.test(code))
  await sql`select pg_terminate_backend(${pid}, 5000)`
  await failed
  assert.equal((await behind).length, 1)
  const shared = await open(proxy.url, true)
  const [own] = await shared.send<{ pid: number }>('select pg_backend_pid() as pid')
  const waits = [shared.send('select pg_sleep(60)'), shared.send('select 1')]
  const lost = Promise.all(waits.map((each) => assert.rejects(each, { name: /Error/ })))
  await sql`select pg_terminate_backend(${own?.pid as number}, 5000)`
  await lost
  await assert.rejects(shared.send('select 1'), { code: /./ })
})

test('a pool takes the connection that was used last, and returns none in a transaction', async () => {
  const pool = openConnection(proxy.url, 3)
  after(() => pool.end(0))
  const pidOf = async () => (await pool`select pg_backend_pid() as pid`)[0]?.pid as number
  const held = [await pool.reserve(), await pool.reserve()]
  const last = await pidOf()
  assert.deepEqual(await Promise.all([pidOf(), pidOf()]), [last, last], 'the others are taken')
  const [first, second] = held as [(typeof held)[0], (typeof held)[0]]
  const [begun] = await first`select pg_backend_pid() as pid`
  await first`begin`
  first.release()
  second.release()
  assert.notEqual(await pidOf(), last, 'the one released last')
  const pids = await Promise.all([1, 2, 3].map(pidOf))
  assert.ok(!pids.includes(begun?.pid), 'one in a transaction is closed')
})

test('where no connection can be opened, all who wait for one are told', async () => {
  const pool = openConnection(proxy.url, 1)
  after(() => pool.end(0))
  await proxy.disconnect()
  const asked = [1, 2, 3].map(() =>
    assert.rejects(pool.query('select 1', []), { code: 'ECONNREFUSED' }),
  )
  await Promise.all(asked)
  await proxy.restore()
  assert.deepEqual(await pool.query('select 1 as one', []), [{ one: 1 }])
})

test('a COMMIT that was answered is made, although the server ends right behind it', async () => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
  const statement = {
    given: [],
    values: [],
    form: 'objects' as const,
    rows: [],
    isSecondTry: false,
  }
  const prepared = { name: 's1', types: [], status: 'known' as const, columns: [] }
  const group = new StatementGroup([{ ...statement, text: 'commit', resolve, reject }], {
    errorOf: connectionError,
    prepare: () => prepared,
    failed: () => [],
    ended: () => undefined,
  })
  group.submit({ stream: { write: () => true } } as never)
  group.handleCommandComplete({ text: 'COMMIT' })
  group.handleError(Object.assign(new DatabaseError('terminating', 0, 'error'), { code: '57P01' }))
  assert.deepEqual(await promise, [{ command: 'COMMIT' }])
})

test('a statement that comes behind the end of its transaction is not made', async () => {
  const pool = openConnection(proxy.url, 1)
  after(() => pool.end(0))
  const late = await pool.begin((tx) => () => tx.query('select 1', []))
  await assert.rejects(late(), /the transaction is over/)
  assert.deepEqual(await pool.query('select 2 as two', []), [{ two: 2 }])
})
