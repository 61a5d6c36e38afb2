import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { openProxy } from '../support/chaos/proxy.ts'
import { runCommand } from '../support/processes/command.ts'
import { afterTest, postmasterPid } from '../support/processes/embedded-directory.ts'
import { openEmbeddedVault } from '../support/processes/embedded-vault.ts'
import { runCheck } from '../support/processes/run-check.ts'
import { type ServiceProcess, spawnService } from '../support/processes/service-process.ts'
import { makeDatabase } from '../support/vault/databases.ts'
import { adminConnection, dropDatabase, testServer } from '../support/vault/server.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { connection } = await openOwnVault()
const proxy = await openProxy(connection)
after(() => proxy.close())

// A port that another program has.
const taken = createServer().listen(0, '127.0.0.1')
await once(taken, 'listening')
after(() => taken.listening && taken.close())
const { port } = taken.address() as AddressInfo

test('a start that cannot succeed says why in one line, exits with 1 and leaves nothing behind', async (t) => {
  const { service: first, dataDir, sql } = await openEmbeddedVault(t)
  const postmaster = postmasterPid(dataDir)
  const start = (env: Record<string, string>): ServiceProcess => {
    const cleanup = (undo: () => unknown) => afterTest(t, undo)
    return spawnService({ env: { DATA_DIR: dataDir, ...env }, cleanup })
  }

  const second = start({})
  await assertRefused(second, `process ${first.pid}`)
  assert.match(second.complaints(), /uses the data directory .*: stop it first/)
  assert.equal((await fetch(`${first.url}/health/ready`)).status, 200)
  assert.equal(postmasterPid(dataDir), postmaster, 'the first one is undisturbed')
  const rows = await sql`select from organizations`
  assert.equal(rows.length, 0)

  first.signal('SIGTERM')
  assert.equal((await first.exited).code, 0)
  for (const setting of ['PORT', 'METRICS_PORT']) {
    const service = start({ [setting]: `${port}` })
    await assertRefused(service, `port ${port} is taken: free it or set ${setting} to another`)
    const words = service.log.map(({ msg }) => msg).join()
    assert.doesNotMatch(words, /PostgreSQL (started|created|joined)|schema/, 'nothing was started')
    assert.equal(postmasterPid(dataDir), null)
  }
})

test('with an external database too, a taken port is told before the schema is looked at', async () => {
  for (const setting of ['PORT', 'METRICS_PORT']) {
    const env = { DATABASE_URL: proxy.url, [setting]: `${port}` }
    const service = spawnService({ env })
    await assertRefused(service, `port ${port} is taken: free it or set ${setting} to another`)
    assert.deepEqual(service.log, [])
  }
  await once(taken.close(), 'close')
  const both = { DATABASE_URL: proxy.url, PORT: `${port}`, METRICS_PORT: `${port}` }
  const service = spawnService({ env: both })
  await assertRefused(service, `port ${port} is taken: free it or set METRICS_PORT to another`)
})

test('a database that does not hold every script is refused by migrate, check and serve', async (t) => {
  const { name, env } = await makeDatabase({ cleanup: (undo) => afterTest(t, undo) })
  const admin = adminConnection(testServer())
  afterTest(t, () => admin.end())
  for (const encoding of ['LATIN1', 'SQL_ASCII']) {
    await dropDatabase(admin, name)
    await admin.query(
      `create database ${name} template template0 encoding '${encoding}' locale_provider libc locale 'C'`,
    )
    const why = `The database has the encoding ${encoding}, and a vault needs UTF8: make another`
    const migrated = await runCommand(['migrate'], env)
    assert.deepEqual([migrated.code, migrated.stderr.startsWith(why)], [1, true], migrated.stderr)
    const checked = await runCheck(env)
    assert.deepEqual([checked.code, checked.faults.includes('problem schema')], [1, true])
    assert.ok(checked.message('schema').startsWith(why))
    await assertRefused(spawnService({ env }), why)
  }
})

test('a start waits for an external database that is away, and a signal ends the wait', async () => {
  const url = new URL(proxy.url)
  url.password = 'a-secret'
  url.pathname = '/nothing'
  const env = { DATABASE_URL: url.href, DATABASE_CONNECT_TIMEOUT_MS: '500' }
  const start = () => spawnService({ env })
  const ways = [
    { take: proxy.disconnect, signal: 'SIGTERM', code: /^ECONNREFUSED$/ },
    // The connection and the start have the same limit.
    {
      take: async () => proxy.goSilent(),
      signal: 'SIGTERM',
      code: /^(CONNECT_TIMEOUT|ETIMEDOUT)$/,
    },
    { take: proxy.hangUp, signal: 'SIGINT', code: /^CONNECTION_CLOSED$/ },
    { take: proxy.disconnect, signal: 'SIGHUP', code: /^ECONNREFUSED$/ },
  ] as const
  for (const { take, signal, code } of ways) {
    await take()
    const service = start()
    const reported = await service.logged('waiting for the database')
    assert.match(`${reported.code}`, code)
    assert.match(`${reported.reason}`, /^The PostgreSQL of DATABASE_URL cannot be used \(/)
    service.signal(signal)
    assert.deepEqual(await service.exited, { code: 0, signal: null })
    assert.equal(service.complaints(), '')
    assert.doesNotMatch(JSON.stringify(service.log), /a-secret/)
    await proxy.restore()
  }

  await proxy.disconnect()
  const service = start()
  await service.logged('waiting for the database')
  await proxy.restore()
  await assertRefused(service, 'The PostgreSQL of DATABASE_URL cannot be used')
  assert.doesNotMatch(service.complaints(), /a-secret/)
})

async function assertRefused(service: ServiceProcess, why: string): Promise<void> {
  assert.deepEqual(await service.exited, { code: 1, signal: null })
  const lines = service.complaints().split('\n')
  assert.equal(lines.length, 2, service.complaints())
  assert.equal(lines[1], '')
  assert.ok(lines[0]?.includes(why), `${lines[0]}`)
}
