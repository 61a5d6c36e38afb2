import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openDatabase } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrations.ts'
import { readConfig } from '../../src/runtime/config/config.ts'
import { soakTest } from '../support/chaos/soak-test.ts'
import { startSteadyLoad } from '../support/load/steady-load.ts'
import { runCommand, runProgram } from '../support/processes/command.ts'
import { afterTest, eventually } from '../support/processes/embedded-directory.ts'
import { freePort } from '../support/processes/free-port.ts'
import { LOOK_MS, startHaproxy } from '../support/processes/haproxy.ts'
import { LaterProgram } from '../support/processes/later-program.ts'
import { CLI } from '../support/processes/program.ts'
import {
  databaseUrlOf,
  type ServiceProcess,
  spawnService,
} from '../support/processes/service-process.ts'
import { LATER, OWN } from '../support/schema/later-version.ts'
import { makeDatabase } from '../support/vault/databases.ts'
import { randomNumbers } from '../support/vault/random.ts'
import { Records } from '../support/vault/records.ts'

const later = new LaterProgram()
after(() => later.remove())

// This version and a later one over one database, as CONTRIBUTING.md demands of migrations: no
// request shows that one replaced the other. The later one is this one with one more migration.
soakTest('Rolling upgrade to a later version', 'HAProxy', async ({ t, seed }) => {
  const { sql, connection } = await makeDatabase({ cleanup: (undo) => afterTest(t, undo) })
  await migrate(sql)
  const database = openDatabase(readConfig({}), connection, { applicationName: 'test' })
  afterTest(t, () => database.close())
  const records = new Records(sql, database)
  const env = { DATABASE_URL: databaseUrlOf(connection) }
  const { organizationId, token } = await records.owner()

  const ports = [await freePort(), await freePort()] as const
  const start = async (place: 0 | 1, cli: string): Promise<ServiceProcess> => {
    const service = spawnService({
      cleanup: (undo) => afterTest(t, undo),
      command: [cli],
      env: { ...env, PORT: `${ports[place]}`, SHUTDOWN_DELAY_MS: `${5 * LOOK_MS}` },
    })
    await service.logged('service is ready')
    return service
  }
  const old = [await start(0, CLI), await start(1, CLI)] as const
  const url = await startHaproxy(t, ports)
  const load = await startSteadyLoad(records, {
    url,
    random: randomNumbers(seed),
    as: { organizationId, token },
  })
  const goesOn = async (what: string) => {
    const moment = load.responded + 200
    await eventually(() => load.responded >= moment || load.failures.length > 0, what, 30_000)
    assert.deepEqual(load.failures, [], what)
  }
  await goesOn('two of the version before')
  const migrated = await runProgram(later.cli, ['migrate', '--json'], env)
  assert.deepEqual(migrated.document, { applied: [LATER.name], schemaVersion: LATER.version })
  await goesOn('two of the version before, on the new schema')
  old[0].signal('SIGTERM')
  assert.equal((await old[0].exited).code, 0)
  const refused = await runCommand(['migrate'], env)
  assert.match(refused.stderr, /^The database has schema \d+ \(\d+_later\), newer than the \d+ of /)
  const first = await start(0, later.cli)
  await goesOn('one of either version')
  old[1].signal('SIGTERM')
  assert.equal((await old[1].exited).code, 0)
  await start(1, later.cli)
  await goesOn('two of the new version')

  await load.stop()
  assert.deepEqual(load.failures, [])
  assert.deepEqual([load.refused, load.reset], [0, 0])
  assert.deepEqual(await load.notAsAcknowledged(sql), [])
  assert.ok(first.log.some(({ msg }) => msg === 'request completed'))
  const verified = await runProgram(later.cli, ['verify'], env)
  assert.equal(verified.code, 0, verified.stdout)
  return {
    count: `schema ${OWN.length} to ${LATER.version}, ${load.responded} requests`,
    result: 'none failed',
  }
})
