import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openProxy } from '../support/chaos/proxy.ts'
import { runCommand } from '../support/processes/command.ts'
import { afterTest, connect, eventually, open } from '../support/processes/embedded-directory.ts'
import { preparedDirectory } from '../support/processes/prepared-directory.ts'
import { runCheck } from '../support/processes/run-check.ts'
import { spawnService, startServiceProcess } from '../support/processes/service-process.ts'

const STANDBY =
  /is a standby, which makes no changes: promote it, or let DATABASE_URL lead to the pr/

test('a service begins on a primary alone, and is not ready on one that became a standby', async (t) => {
  const one = await openPromotable(t)
  await one.start('standby')
  const env = { DATABASE_URL: one.url }
  const service = spawnService({ env, cleanup: (undo) => afterTest(t, undo) })
  // On a busy machine, an attempt that got no answer in time is a reason of its own before.
  await eventually(
    async () => service.log.some(({ reason }) => STANDBY.test(`${reason}`)),
    'the reason to be logged',
  )
  const checked = await runCheck(env)
  assert.deepEqual([checked.code, checked.faults], [1, ['problem database']])
  assert.match(checked.message('database'), STANDBY)
  await one.promote()
  const { url } = await service.logged('service is ready')
  const reason = async () => {
    const response = await fetch(`${url}/health/ready`)
    return response.status === 200 ? 'ready' : ((await response.json()) as Ready).reason
  }
  assert.equal(await reason(), 'ready')

  // As after a failover: no request has come meanwhile.
  await one.stop()
  await one.start('standby')
  await eventually(async () => (await reason()) === 'database_not_writable', 'the service to know')
  await one.promote()
  await eventually(async () => (await reason()) === 'ready', 'the service to be ready')
})

test('of several hosts, the primary is used', async (t) => {
  const [standby, primary] = [await openPromotable(t), await openPromotable(t)]
  await Promise.all([standby.start('standby'), primary.start('primary')])
  const url = primary.url.replace('127.0.0.1', `127.0.0.1:${standby.port},127.0.0.1`)
  const created = await runCommand(['organization', 'create', '--name', 'One', '--json'], {
    DATABASE_URL: url,
  })
  assert.equal(created.code, 0, created.stderr)
  const cleanup = (undo: () => unknown) => afterTest(t, undo)
  const service = await startServiceProcess({ env: { DATABASE_URL: url }, cleanup })
  for (let connection = 0; connection < 4; connection += 1) {
    assert.equal((await fetch(`${service.url}/health/ready`)).status, 200)
  }
  await primary.stop()
  await standby.promote()
  await eventually(
    async () => (await fetch(`${service.url}/health/ready`)).status === 200,
    'the other host to be used',
  )
})

interface Ready {
  readonly reason?: string
}

/** A PostgreSQL with the schema, which can be started as a standby of nobody. */
async function openPromotable(t: TestContext) {
  const dataDir = await preparedDirectory(t)
  let server = await open(t, { dataDir, role: 'command' })
  const { connection, username, password, database } = server
  await server.release()
  const proxy = await openProxy({ ...connection, username, password, database })
  afterTest(t, () => proxy.close())
  return {
    url: proxy.url,
    port: proxy.port,
    start: async (as: 'primary' | 'standby') => {
      if (as === 'standby') writeFileSync(join(dataDir, 'postgres', 'standby.signal'), '')
      server = await open(t, { dataDir, role: 'command' })
    },
    promote: async () => {
      const sql = connect(t, server)
      await sql`select pg_promote()`
      await sql.end()
    },
    stop: () => server.release(),
  }
}
