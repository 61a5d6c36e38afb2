import assert from 'node:assert/strict'
import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { interruptCommand, runCommand } from '../support/processes/command.ts'
import {
  eventually,
  postmasterPid,
  temporaryDirectory,
} from '../support/processes/embedded-directory.ts'
import { preparedDirectory } from '../support/processes/prepared-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { commandWaitsForLock } from '../support/vault/lock-wait.ts'
import { openOwnVault } from '../support/vault/vault.ts'

interface Moment {
  readonly name: string
  readonly directory: (t: TestContext) => string | Promise<string>
  readonly when: (dataDir: string) => boolean
}

const MAKING: Moment = {
  name: 'while the cluster is made',
  directory: temporaryDirectory,
  when: (dataDir) => globSync(join(dataDir, 'postgres.new-*', '**', 'PG_VERSION')).length > 0,
}
const STARTING: Moment = {
  name: 'while PostgreSQL starts',
  directory: preparedDirectory,
  when: (dataDir) => postmasterPid(dataDir) !== null,
}
const UP: Moment = {
  name: 'when PostgreSQL is up',
  directory: preparedDirectory,
  when: (dataDir) => globSync(join(dataDir, '**', '.s.PGSQL.*')).length > 0,
}

/** Both commands start PostgreSQL in one way, and differ in what they do when it is up. */
const CASES: readonly (readonly [command: string, moment: Moment])[] = [
  ['organization list', MAKING],
  ['organization list', STARTING],
  ['organization list', UP],
  ['migrate', UP],
]

for (const [command, { name, directory, when }] of CASES) {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${command} ends on ${signal} ${name} and stops PostgreSQL again`, async (t) => {
      const dataDir = await directory(t)
      const env = { DATA_DIR: dataDir }
      const ended = await interruptCommand(t, command.split(' '), env, async () => {
        await eventually(() => when(dataDir), 'the moment to come')
        return signal
      })
      assert.equal(ended.signal, null, 'it ended by itself')
      assert.ok(ended.code === 0 || ended.code === 1, `${ended.code}`)
      if (ended.code === 1) assert.match(ended.stderr, /^Stopped by SIG(TERM|INT)\.\n$/)
      assert.equal(postmasterPid(dataDir), null, readdirSync(dataDir).join(' '))
      const again = await runCommand(['organization', 'list', '--json'], env)
      assert.deepEqual(again.document, { organizations: [] }, 'the directory works')
    })
  }
}

test('a command that waits in the database ends on a signal too', async (t) => {
  const { sql, connection } = await openOwnVault()
  const env = { DATABASE_URL: databaseUrlOf(connection), DATABASE_LOCK_TIMEOUT_MS: '600000' }
  await sql.begin(async (tx) => {
    await tx`lock table organizations in access exclusive mode`
    const ended = await interruptCommand(t, ['organization', 'list'], env, async () => {
      await commandWaitsForLock(sql)
      return 'SIGTERM'
    })
    assert.deepEqual(ended, { code: 1, signal: null, stderr: 'Stopped by SIGTERM.\n' })
  })
})

test('--version prints the version', async () => {
  const { version } = (await import('../../package.json', { with: { type: 'json' } })).default
  const { code, stdout, stderr } = await runCommand(['--version'])
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `${version}\n`, stderr: '' })
})
