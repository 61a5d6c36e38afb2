import assert from 'node:assert/strict'
import { soakTest } from '../support/chaos/soak-test.ts'
import { startSteadyLoad } from '../support/load/steady-load.ts'
import { runCommand, runProgram } from '../support/processes/command.ts'
import { afterTest, eventually } from '../support/processes/embedded-directory.ts'
import { freePort } from '../support/processes/free-port.ts'
import { LOOK_MS, startHaproxy } from '../support/processes/haproxy.ts'
import { lastOfEachSchema } from '../support/processes/previous-programs.ts'
import {
  databaseUrlOf,
  type ServiceProcess,
  spawnService,
} from '../support/processes/service-process.ts'
import { previousVault } from '../support/processes/vault-of-previous-version.ts'
import { randomNumbers } from '../support/vault/random.ts'

// The previous version and this one over one database, as CONTRIBUTING.md demands of migrations:
// no request shows that one replaced the other. VAULT_SOAK_SCHEMA=32 begins with the last program
// of that schema instead.
soakTest('Rolling upgrade from an earlier version', 'git archive, HAProxy', async ({ t, seed }) => {
  const vault = await previousVault(t)
  const { sql, records, newest } = vault
  const from = Number(process.env.VAULT_SOAK_SCHEMA ?? newest - 1)
  const before = lastOfEachSchema(newest).find(({ schema }) => schema === from)
  assert.ok(
    before !== undefined,
    'the history of the repository is needed, not a copy of its files',
  )
  const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
  const ask = async (...args: string[]) => {
    const done = await runProgram(before.cli, [...args, '--json'], env)
    assert.equal(done.code, 0, done.stderr)
    return done.document
  }
  const { id: organizationId } = await ask('organization', 'create', '--name', 'A')
  const permissions = 'fbo_accounts:update,transfer_batches:create'
  const grant = ['--organization', organizationId, '--permissions', permissions]
  const { token } = await ask('token', 'create', ...grant)

  const ports = [await freePort(), await freePort()] as const
  const start = async (place: 0 | 1, command?: readonly string[]): Promise<ServiceProcess> => {
    const service = spawnService({
      cleanup: (undo) => afterTest(t, undo),
      ...(command && { command }),
      env: { ...env, PORT: `${ports[place]}`, SHUTDOWN_DELAY_MS: `${5 * LOOK_MS}` },
    })
    await service.logged('service is ready')
    return service
  }
  const old = [await start(0, [before.cli]), await start(1, [before.cli])] as const
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
  const migrated = await runCommand(['migrate'], env)
  assert.equal(migrated.code, 0, migrated.stderr)
  await goesOn('two of the version before, on the new schema')

  // The new version must read what the previous one writes.
  const manager = await records.token(await records.organization())
  const issued = await fetch(`http://127.0.0.1:${ports[1]}/v1/access-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ permissions: ['fbo_accounts:read'] }),
  })
  const { data } = (await issued.json()) as { data: { token: string } }
  old[0].signal('SIGTERM')
  assert.equal((await old[0].exited).code, 0)
  const first = await start(0)
  await goesOn('one of either version')
  const seen = await fetch(`http://127.0.0.1:${ports[0]}/v1/fbo-accounts`, {
    headers: { authorization: `Bearer ${data.token}` },
  })
  assert.equal(seen.status, 200, 'a token that the version before issued')
  old[1].signal('SIGTERM')
  assert.equal((await old[1].exited).code, 0)
  await start(1)
  await goesOn('two of the new version')

  await load.stop()
  assert.deepEqual(load.failures, [])
  assert.deepEqual([load.refused, load.reset], [0, 0])
  assert.deepEqual(await load.notAsAcknowledged(sql), [])
  assert.ok(first.log.some(({ msg }) => msg === 'request completed'))
  const verified = await runCommand(['verify'], env)
  assert.equal(verified.code, 0, verified.stdout)
  return {
    count: `schema ${before.schema} (${before.commit}) to ${newest}, ${load.responded} requests`,
    result: 'none failed',
  }
})
