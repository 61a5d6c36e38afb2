import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { openDatabase } from '../../src/database/database.ts'
import { readConfig } from '../../src/runtime/config/config.ts'
import { openProxy } from '../support/chaos/proxy.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { connection } = await openOwnVault()

async function openThroughProxy() {
  const proxy = await openProxy(connection)
  after(() => proxy.close())
  const config = readConfig({
    DATABASE_URL: proxy.url,
    DATABASE_POOL_SIZE: '4',
    DATABASE_CONNECT_TIMEOUT_MS: '2000',
  })
  const database = openDatabase(config, proxy.url, { applicationName: 'test' })
  after(() => database.close())
  return { proxy, database }
}

test('a connection that breaks at its first statement fails that statement only', async (t) => {
  const { proxy, database } = await openThroughProxy()
  const rejections: unknown[] = []
  const remember = (reason: unknown) => void rejections.push(reason)
  process.on('unhandledRejection', remember)
  t.after(() => process.off('unhandledRejection', remember))
  proxy.breakAtFirstStatement()
  const asked = database.run(null, (sql) => sql.query('select 1', []))
  await assert.rejects(asked, { code: 'temporarily_unavailable' })
  assert.deepEqual(
    [...(await database.run(null, (sql) => sql.query('select 1 as one', [])))],
    [{ one: 1 }],
  )
  assert.deepEqual(rejections, [])
})

test('statements are not delayed after connections broke in the middle of others', async () => {
  const { proxy, database } = await openThroughProxy()
  const ask = () => database.run(null, (sql) => sql.query('select $1::text', ['a']))
  // The later a statement's connection breaks, the more state it can leave behind.
  for (let turns = 0; turns < 10; turns += 1) {
    await Promise.all([1, 2, 3, 4].map(ask))
    const disconnected = proxy.disconnect()
    for (let turn = 0; turn < turns; turn += 1) await setImmediate()
    await Promise.all([Promise.allSettled([1, 2, 3, 4].map(ask)), disconnected])
    await proxy.restore()
    await eventually(() => ask().then(() => true), 'the database to be there again')
    // A silent connection would end with a refusal after the connect timeout.
    await Promise.all([1, 2, 3, 4].map(ask))
  }
})

test('a list of texts arrives as it was sent, whatever its characters', async () => {
  const { database } = await openThroughProxy()
  const texts = ['', 'a,b', '"', '\\', 'null', 'NULL', '{}', ' ', 'ß 🏛\n', null]
  const [row] = await database.run(null, (sql) =>
    sql.query('select $1::text[] as texts, $2::text[] as none', [texts, []]),
  )
  assert.deepEqual(row, { texts, none: [] })
})
