import assert from 'node:assert/strict'
import { after } from 'node:test'
import { soakTest } from '../support/chaos/soak-test.ts'
import { runCommand, runProgram } from '../support/processes/command.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { LaterProgram } from '../support/processes/later-program.ts'
import { type ServiceProcess, spawnService } from '../support/processes/service-process.ts'
import { filledTemplate } from '../support/schema/filled-template.ts'
import { LATER, OWN } from '../support/schema/later-version.ts'
import { makeDatabase } from '../support/vault/databases.ts'
import type { Sql } from '../support/vault/sql.ts'

// Processes that start at once on an older schema, or on one newer than they know.
const later = new LaterProgram()
after(() => later.remove())

soakTest('twenty starters at once on an older schema', 'pg_terminate_backend', async ({ size }) => {
  const starters = size(4, 20)
  const rounds = size(1, 3)
  const template = await filledTemplate()
  let killed = 0
  for (let round = 0; round < rounds; round += 1) {
    const { sql, env, drop } = await makeDatabase({ template })
    // All of them reach the migration while it is blocked, and so at once.
    const gate = await sql.reserve()
    await gate`begin`
    await gate`lock table inventory_items in access exclusive mode`
    const services = Array.from({ length: starters }, () => start(env))
    const waiting = await eventually(
      async () => {
        const found = await waitingStarters(sql)
        return found.length === starters && found
      },
      'all of them to wait',
      120_000,
    )
    assert.equal(waiting.filter(({ event }) => event === 'advisory').length, starters - 1)
    // The one that migrates dies; another takes its place.
    const [first] = waiting.filter(({ event }) => event !== 'advisory')
    await sql`select pg_terminate_backend(${first?.pid as number})`
    const dead = await Promise.race(
      services.map(async (service) => {
        const exit = await service.exited
        return { service, exit }
      }),
    )
    killed += 1
    assert.deepEqual(dead.exit, { code: 1, signal: null })
    assert.match(dead.service.complaints(), /^[^\n]+\n$/, 'it says why in one line')
    await gate`rollback`
    gate.release()
    const alive = services.filter((service) => service !== dead.service)
    await assertOneMigrated(alive)
    const [left] = await sql`
      select count(*)::integer as count from inventory_items where status = 'in_vault' and shelf is null`
    assert.equal(left?.count, 0)
    assert.equal((await runProgram(later.cli, ['verify'], env)).code, 0)
    for (const service of alive) service.signal('SIGTERM')
    for (const service of alive) assert.equal((await service.exited).code, 0)
    await drop()
  }
  return {
    count: `${rounds} rounds of ${starters} processes, ${killed} of those that migrated killed`,
    result: 'one of those that were left migrated, all of them served, verify clean',
  }
})

soakTest('a program on a schema newer than it knows', 'its own commands', async () => {
  const { env } = await makeDatabase()
  assert.equal((await runCommand(['migrate'], env)).code, 0)
  assert.equal((await runProgram(later.cli, ['migrate'], env)).code, 0)
  const refusal =
    `The database has schema ${LATER.version} (${LATER.name}), newer than the ${OWN.length} of this ` +
    'program: start a version of vault-inventory that knows it.\n'
  const commands = [
    ['migrate'],
    ['verify'],
    ['organization', 'list'],
    ['organization', 'create', '--name', 'A'],
  ]
  for (const command of commands) {
    const { code, stderr } = await runCommand(command, env)
    assert.deepEqual({ code, stderr }, { code: 1, stderr: refusal }, command.join(' '))
  }
  const service = spawnService({ env })
  assert.deepEqual(await service.exited, { code: 1, signal: null })
  assert.equal(service.complaints(), refusal)
  return { count: `${commands.length} commands, 1 start`, result: 'refused in one line, status 1' }
})

function start(env: Readonly<Record<string, string>>): ServiceProcess {
  return spawnService({
    env: { ...env, DATABASE_POOL_SIZE: '2' },
    command: [later.cli],
  })
}

async function waitingStarters(sql: Sql): Promise<{ pid: number; event: string }[]> {
  return [
    ...(await sql<{ pid: number; event: string }[]>`
      select pid, wait_event as event from pg_stat_activity
      where datname = current_database() and application_name = 'vault-inventory service'
        and wait_event_type = 'Lock'`),
  ]
}

/** Fails unless one of them applied everything, the others nothing, and all are ready. */
async function assertOneMigrated(services: readonly ServiceProcess[]): Promise<void> {
  const schemas = await Promise.all(
    services.map((service) => service.logged('schema is up to date')),
  )
  assert.deepEqual(
    schemas.flatMap(({ applied }) => applied as string[]),
    [LATER.name],
  )
  for (const service of services) {
    const { url } = await service.logged('service is ready')
    assert.equal((await fetch(`${url}/health/ready`)).status, 200)
  }
}
