import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { demoOf } from '../support/processes/demo-process.ts'
import {
  afterTest,
  eventually,
  isAlive,
  postmasterPid,
  temporaryDirectory,
} from '../support/processes/embedded-directory.ts'
import { plainEnvironment, startProgram } from '../support/processes/program.ts'

/** Megabytes that the package may have, packed and unpacked: what it brings, and no more. */
const PACKED_MAX = 3
const UNPACKED_MAX = 12

interface Packed {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

test('the packed service, installed into an empty folder, runs its demo and its commands', {
  timeout: 600_000,
}, async (t) => {
  const folder = temporaryDirectory(t)
  const packed = pack(folder)
  assert.ok(packed.size < PACKED_MAX * 1e6 && packed.unpackedSize < UNPACKED_MAX * 1e6)
  const paths = packed.files.map(({ path }) => path)
  for (const path of ['dist/cli.js', 'migrations/0001_vault.sql', 'openapi.json', 'LICENSE'])
    assert.ok(paths.includes(path), path)
  assert.ok(paths.some((path) => path.startsWith('console/dist/')))
  assert.deepEqual(
    paths.filter((path) =>
      /^(src|test|bench|console\/src|node_modules)\/|\.test\.[jt]s$/.test(path),
    ),
    [],
  )

  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, env: newcomer(), encoding: 'utf8', stdio: 'pipe' })
  run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', `./${packed.filename}`)
  const installed = join(folder, 'node_modules', 'vault-inventory')
  assert.ok(!existsSync(join(installed, 'src')))
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  assert.equal(run('npx', 'vault-inventory', '--version'), `${version}\n`)
  assert.match(run('npx', 'vault-inventory', '--help'), /^Usage: vault-inventory /)

  const program = startProgram(['vault-inventory', 'demo'], {
    program: 'npx',
    cwd: folder,
    environment: newcomer(),
    env: { PORT: '0', METRICS_PORT: '0' },
    detached: true,
  })
  // Ctrl-C reaches every process that the terminal started: npx alone would ignore it.
  const pressCtrlC = () => process.kill(-(program.child.pid as number), 'SIGINT')
  afterTest(t, async () => {
    if (program.child.exitCode === null && program.child.signalCode === null) pressCtrlC()
    await program.ended
  })
  const demo = await demoOf(program)
  const headers = { Authorization: `Bearer ${demo.tokens[0]}` }
  for (const path of ['/v1/outbound-shipments', '/console', '/docs', '/openapi.json']) {
    const response = await fetch(`${demo.url}${path}`, { headers })
    assert.equal(response.status, 200, path)
    await response.arrayBuffer()
  }
  const postgres = postmasterPid(join(folder, 'data', 'demo'))
  assert.ok(postgres !== null && isAlive(postgres))
  pressCtrlC()
  const { stderr } = await program.ended
  assert.equal(stderr, '')
  await eventually(() => !isAlive(postgres), 'its PostgreSQL to end with it')
})

/** Packs as `npm publish` does, and gives what npm says of the file. */
function pack(folder: string): Packed {
  const quiet = '--foreground-scripts=false'
  const args = ['pack', '--json', quiet, '--pack-destination', folder]
  const said = execFileSync('npm', args, { env: newcomer(), encoding: 'utf8', stdio: 'pipe' })
  const [packed] = JSON.parse(said) as Packed[]
  return packed as Packed
}

/** The environment of somebody who has the machine's Node, and no checkout. */
function newcomer(): NodeJS.ProcessEnv {
  const { PATH = '', NODE_OPTIONS: _, NODE_COMPILE_CACHE: __, ...inherited } = plainEnvironment()
  // Not where npm runs these tests; the rest says how to reach the registry.
  const own = /^npm_(?!config_(registry|cache|userconfig|noproxy|proxy|https_proxy)$)/i
  const kept = Object.entries(inherited).filter(([name]) => !own.test(name))
  const path = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) }
}
