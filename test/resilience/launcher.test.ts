import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readText } from '../../src/embedded-postgres/data-directory.ts'
import {
  afterTest,
  eventually,
  isAlive,
  postmasterPid,
  temporaryDirectory,
} from '../support/processes/embedded-directory.ts'
import { preparedDirectory } from '../support/processes/prepared-directory.ts'
import { plainEnvironment } from '../support/processes/program.ts'
import { spawnService } from '../support/processes/service-process.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/vault-inventory.js', import.meta.url))
const PRETEND_OLD_NODE = fileURLToPath(
  new URL('../support/processes/pretend-old-node.js', import.meta.url),
)

// If the machine's own Node is too old, the launcher runs the one in the package.
const WAYS = {
  'in its own Node': [LAUNCHER],
  'handing over': ['--import', PRETEND_OLD_NODE, LAUNCHER],
}

for (const [way, command] of Object.entries(WAYS)) {
  test(`the launcher, ${way}, exits with the status of the command`, () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [...command, ...args], {
        encoding: 'utf8',
        env: plainEnvironment(),
      })
    const help = run('--help')
    assert.equal(help.status, 0)
    assert.match(help.stdout, /^Usage: vault-inventory /)
    const wrong = run('no-such-command')
    assert.equal(wrong.status, 1)
    assert.match(wrong.stderr, /unknown command 'no-such-command'/)
    assert.equal(wrong.stdout, '')
  })
}

test('without a bundled Node the launcher says which one to install', () => {
  const otherMachine =
    "data:text/javascript,Object.defineProperty(process,'arch',{value:'riscv64'})"
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', PRETEND_OLD_NODE, '--import', otherMachine, LAUNCHER, '--help'],
    { encoding: 'utf8', env: plainEnvironment() },
  )
  assert.deepEqual([status, stdout], [1, ''])
  assert.match(stderr, /^vault-inventory needs Node 24 or later; this is 18\.0\.0\. Install one/)
  // It names exactly the bundled platforms.
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const SYSTEMS: Record<string, string> = { linux: 'Linux', darwin: 'macOS' }
  const named = Object.values(SYSTEMS).flatMap((system) => {
    const architectures = stderr.match(new RegExp(`${system} \\(([^)]+)\\)`))?.[1] ?? ''
    return architectures.split(', ').map((architecture) => `${system} ${architecture}`)
  })
  const brought = Object.keys(optionalDependencies).flatMap((name) => {
    const [, system, architecture] = name.match(/^node-(?:bin-)?([a-z]+)-(\w+)$/) ?? []
    return system === undefined ? [] : [`${SYSTEMS[system]} ${architecture}`]
  })
  assert.deepEqual(named.sort(), brought.sort())
})

test('the launcher works where the compile cache cannot be written', (t) => {
  const root = temporaryDirectory(t)
  const launcher = join(root, 'bin', 'vault-inventory.js')
  cpSync(LAUNCHER, launcher)
  for (const name of ['src', 'package.json'])
    symlinkSync(join(LAUNCHER, '../..', name), join(root, name))
  // A file is in the place of the folder.
  writeFileSync(join(root, 'node_modules'), '')
  const { NODE_COMPILE_CACHE: _, ...env } = plainEnvironment()
  const help = spawnSync(process.execPath, [launcher, '--help'], { encoding: 'utf8', env })
  assert.deepEqual([help.status, help.stderr], [0, ''])
  assert.match(help.stdout, /^Usage: vault-inventory /)
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`the launcher passes ${signal} on and waits for the service to stop`, async (t) => {
    const { launcher, dataDir, pid } = await launch(t)
    launcher.signal(signal)
    assert.deepEqual(await launcher.exited, { code: 0, signal: null })
    await eventually(() => !isAlive(pid), 'the service to end')
    assert.equal(postmasterPid(dataDir), null)
  })
}

test('the service and PostgreSQL stop when the launcher is killed with -9', async (t) => {
  const { launcher, dataDir, pid } = await launch(t)
  launcher.signal('SIGKILL')
  await eventually(() => !isAlive(pid), 'the service to stop')
  assert.equal(postmasterPid(dataDir), null)
})

test('the service stops when npm and its shell are gone', async (t) => {
  const dataDir = await preparedDirectory(t)
  // npm passes SIGTERM to its shell, which dies of it and tells nobody.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${LAUNCHER}" serve; exit $?`], {
    env: {
      ...plainEnvironment(),
      npm_command: 'exec',
      DATA_DIR: dataDir,
      PORT: '0',
      METRICS_PORT: '0',
    },
    stdio: 'ignore',
  })
  afterTest(t, () => shell.kill('SIGKILL'))
  const pid = await eventually(() => Number(readText(`${dataDir}/service.pid`)), 'the service')
  afterTest(t, () => isAlive(pid) && process.kill(pid, 'SIGKILL'))
  await eventually(() => postmasterPid(dataDir), 'PostgreSQL')
  shell.kill('SIGTERM')
  await eventually(() => !isAlive(pid), 'the service to stop')
  assert.equal(postmasterPid(dataDir), null)
})

test('the launcher exits with 137 when the service is killed with -9', async (t) => {
  const { launcher, pid } = await launch(t)
  process.kill(pid, 'SIGKILL')
  assert.deepEqual(await launcher.exited, { code: 128 + 9, signal: null })
})

async function launch(t: TestContext) {
  const dataDir = await preparedDirectory(t)
  const launcher = spawnService({
    command: WAYS['handing over'],
    env: { DATA_DIR: dataDir },
    cleanup: (undo) => afterTest(t, undo),
  })
  await launcher.logged('service is ready')
  const pid = Number(readFileSync(`${dataDir}/service.pid`, 'utf8'))
  assert.notEqual(pid, launcher.pid, 'the service is a process of its own')
  return { launcher, dataDir, pid }
}

test('where the bundled Node lacks a library, the launcher names the package that has it', (t) => {
  const root = temporaryDirectory(t)
  for (const name of ['bin', 'src', 'package.json'])
    cpSync(join(LAUNCHER, '../..', name), join(root, name), { recursive: true })
  const bundled = join(root, 'node_modules', `node-${process.platform}-${process.arch}`)
  mkdirSync(join(bundled, 'bin'), { recursive: true })
  writeFileSync(join(bundled, 'package.json'), '{}')
  // As the loader ends it.
  writeFileSync(join(bundled, 'bin', 'node'), '#!/bin/sh\nexit 127\n', { mode: 0o755 })
  const launcher = join(root, 'bin', 'vault-inventory.js')
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', PRETEND_OLD_NODE, launcher, '--help'],
    { encoding: 'utf8', env: plainEnvironment() },
  )
  assert.equal(status, 127)
  assert.match(stderr, /needs a library that this system lacks: install libatomic1 \(Debian, /)
})
