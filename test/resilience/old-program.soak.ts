import assert from 'node:assert/strict'
import { after } from 'node:test'
import { soakTest } from '../support/chaos/soak-test.ts'
import { runCommand } from '../support/processes/command.ts'
import { lastOfEachSchema, type OldProgram } from '../support/processes/previous-programs.ts'
import { type ServiceProcess, spawnService } from '../support/processes/service-process.ts'
import { makeDatabase } from '../support/vault/databases.ts'

// Earlier programs, from the history of this repository, on the present schema.

soakTest('an old program on a new schema', 'git archive', async ({ t }) => {
  const { env } = await makeDatabase()
  const migrated = await runCommand(['migrate', '--json'], env)
  const newest: number = migrated.document.schemaVersion
  const old = lastOfEachSchema(newest)
  assert.ok(old.length > 0, 'the history of the repository is needed, not a copy of its files')
  const refusal = (schema: number) =>
    new RegExp(
      `^The database has schema ${newest} \\(\\w+\\), newer than the ${schema} of this program: ` +
        'start a version of vault-inventory that knows it\\.\n$',
    )
  for (const program of old) {
    const service = start(program, env)
    assert.deepEqual(await service.exited, { code: 1, signal: null }, program.commit)
    assert.match(service.complaints(), refusal(program.schema))
    t.diagnostic(`${program.commit} of schema ${program.schema}: refused`)
  }
  const served = await runOnBesideTheNew(old)
  const schemas = old.map(({ schema }) => schema).join(', ')
  return {
    count: `${old.length} programs, of the schemas ${schemas}`,
    result: `each refused to start in one line, status 1; ${served} that ran served on`,
  }
})

/** Starts each on its own schema, migrates the database meanwhile, and sends it requests. */
async function runOnBesideTheNew(old: readonly OldProgram[]): Promise<number> {
  let served = 0
  // A program from before the movement log must be stopped, as the documents say.
  for (const program of old.filter(({ schema }) => schema >= 2)) {
    const { env, drop } = await makeDatabase()
    const service = start(program, env)
    const { url } = await service.logged('service is ready')
    const migrated = await runCommand(['migrate'], env)
    assert.equal(migrated.code, 0, migrated.stderr)
    const { id } = (await runCommand(['organization', 'create', '--name', 'A', '--json'], env))
      .document
    const make = [
      'token',
      'create',
      '--organization',
      id,
      '--permissions',
      'outbound_shipments:read',
      '--json',
    ]
    const { token } = (await runCommand(make, env)).document
    for (const path of ['/health/ready', '/v1/outbound-shipments']) {
      const headers = { authorization: `Bearer ${token}` }
      const { status } = await fetch(`${url}${path}`, { headers })
      assert.equal(status, 200, `${program.commit}: ${path}`)
    }
    service.signal('SIGTERM')
    assert.equal((await service.exited).code, 0)
    served += 1
    await drop()
  }
  return served
}

function start({ cli }: OldProgram, env: Readonly<Record<string, string>>): ServiceProcess {
  return spawnService({ command: [cli], env, cleanup: after })
}
