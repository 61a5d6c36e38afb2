import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '../../src/embedded-postgres/data-directory.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { CLI, plainEnvironment } from '../support/processes/program.ts'

test('a data directory whose path cannot be made is refused, and nothing spins', {
  skip: existsSync('/proc/self') ? false : 'there is no /proc',
}, async (t) => {
  for (const command of ['serve', 'migrate', 'backup']) {
    const args = command === 'backup' ? [join(temporaryDirectory(t), 'file')] : []
    const run = spawnSync(process.execPath, [CLI, command, ...args], {
      encoding: 'utf8',
      env: { ...plainEnvironment(), DATA_DIR: '/proc/nothing/data', PORT: '0' },
      timeout: 20_000,
      killSignal: 'SIGKILL',
    })
    assert.deepEqual([run.signal, run.status], [null, 1])
    assert.match(run.stderr, /^The data directory \/proc\/nothing\/data cannot be used: .*\.\n$/)
  }
})

test('folders are made level by level, and only those that are missing', (t) => {
  const parent = temporaryDirectory(t)
  const wanted = join(parent, 'a', 'b', 'c')
  assert.equal(makeFolder(wanted, 0o750), join(parent, 'a'))
  assert.equal(statSync(wanted).mode & 0o777, 0o750)
  assert.equal(makeFolder(wanted), undefined)
  assert.equal(makeFolder(join(wanted, 'd')), join(wanted, 'd'))
  writeFileSync(join(wanted, 'file'), '')
  assert.throws(() => makeFolder(join(wanted, 'file')), { code: 'EEXIST' })
  assert.throws(() => makeFolder(join(wanted, 'file', 'e')), { code: 'ENOTDIR' })
})
