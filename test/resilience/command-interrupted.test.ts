import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import {
  afterTest,
  eventually,
  isAlive,
  postmasterPid,
  temporaryDirectory,
} from '../support/processes/embedded-directory.ts'
import { CLI, databaseUrlOf, plainEnvironment } from '../support/processes/service-process.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { openVault } from '../support/vault/vault.ts'

type When = (dataDir: string) => boolean

/** As initdb begins, as PostgreSQL begins, and as it takes connections. */
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
        const ended = await interrupted(t, { command, env, when: () => when(dataDir), signal })
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
    const when = async () => (await whoWaitsForLock(sql)) > 0
    const command = ['organization', 'list']
    const ended = await interrupted(t, { command, env, when, signal: 'SIGTERM' })
    assert.deepEqual(ended, { code: 1, signal: null, stderr: 'Stopped by SIGTERM.\n' })
  })
})

test('--version prints the version', async () => {
  const { version } = (await import('../../package.json', { with: { type: 'json' } })).default
  const { code, stdout, stderr } = await runCommand(['--version'])
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `${version}\n`, stderr: '' })
})

interface Interruption {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly when: () => boolean | Promise<boolean>
  readonly signal: NodeJS.Signals
}

/** Runs the command and signals it; SIGINT goes to all of its process group, as by Ctrl-C. */
async function interrupted(t: TestContext, { command, env, when, signal }: Interruption) {
  const child = spawn(process.execPath, [CLI, ...command], {
    cwd: tmpdir(),
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const pid = child.pid as number
  afterTest(t, () => isAlive(pid) && child.kill('SIGKILL'))
  const ending = Promise.all([text(child.stderr), once(child, 'close')])
  await eventually(async () => (await when()) || child.exitCode !== null, 'the moment to come')
  assert.equal(child.exitCode, null, 'the moment was missed')
  process.kill(signal === 'SIGINT' ? -pid : pid, signal)
  const [stderr, [code, endedBy]] = await ending
  return { code: code as number | null, signal: endedBy as NodeJS.Signals | null, stderr }
}
