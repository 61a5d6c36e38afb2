import assert from 'node:assert/strict'
import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { interruptCommand, runCommand } from '../support/processes/command.ts'
import {
  eventually,
  postmasterPid,
  temporaryDirectory,
} from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { openVault } from '../support/vault/vault.ts'

type When = (dataDir: string) => boolean

/** initdb has begun, PostgreSQL has begun, and PostgreSQL accepts connections. */
const MOMENTS: Readonly<Record<string, When>> = {
  'while the cluster is made': (dataDir) =>
    globSync(join(dataDir, 'postgres.new-*', '**', 'PG_VERSION')).length > 0,
  'while PostgreSQL starts': (dataDir) => postmasterPid(dataDir) !== null,
  'when PostgreSQL is up': (dataDir) =>
    globSync(join(dataDir, 'postgres', 'pg_wal', '0*')).length > 0 &&
    globSync(join(dataDir, '**', '.s.PGSQL.*')).length > 0,
}

for (const command of [['organization', 'list'], ['migrate']]) {
  for (const [moment, when] of Object.entries(MOMENTS)) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      test(`${command.join(' ')} ends on ${signal} ${moment} and stops PostgreSQL again`, async (t) => {
        const dataDir = temporaryDirectory(t)
        const env = { DATA_DIR: dataDir }
        const ended = await interruptCommand(t, command, env, async () => {
          await eventually(() => when(dataDir), 'the moment to come')
          return signal
        })
        assert.equal(ended.signal, null, 'it ended by itself')
        assert.ok(ended.code === 0 || ended.code === 1, `${ended.code}`)
        if (ended.code === 1) assert.match(ended.stderr, /^Stopped by SIG(TERM|INT)\.\n$/)
        assert.equal(postmasterPid(dataDir), null, readdirSync(dataDir).join(' '))
        const again = await runCommand(['organization', 'list', '--json'], { DATA_DIR: dataDir })
        assert.deepEqual(again.document, { organizations: [] }, 'the directory works')
      })
    }
  }
}

test('a command that waits in the database ends on a signal too', async (t) => {
  const { sql, connection } = await openVault()
  const env = { DATABASE_URL: databaseUrlOf(connection), DATABASE_LOCK_TIMEOUT_MS: '600000' }
  await sql.begin(async (tx) => {
    await tx`lock table organizations in access exclusive mode`
    const ended = await interruptCommand(t, ['organization', 'list'], env, async () => {
      await whoWaitsForLock(sql)
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
