import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  type Dependency,
  directDependencies,
  KINDS,
  licenceViolations,
  lockedDependencies,
  lockedIn,
  lockOf,
} from '../support/contract/dependencies.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { freePort } from '../support/processes/free-port.ts'

const direct = directDependencies()
const locked = lockedDependencies()

test('every package that npm installs on any platform has an allowed licence', () => {
  assert.deepEqual(licenceViolations(locked), [])
})

test('a licence that is not allowed or not stated is reported with what to do', () => {
  const packaged = { name: 'left-pad', version: '1.0.0', isDevelopment: false }
  const violations = licenceViolations([
    { ...packaged, licence: 'AGPL-3.0-only' },
    { ...packaged, licence: 'MIT AND GPL-2.0' },
    { ...packaged, licence: null },
    { ...packaged, licence: 'MPL-2.0' },
    { ...packaged, licence: 'MPL-2.0', isDevelopment: true },
    { ...packaged, licence: 'MIT' },
  ])
  const reasons = [
    'licence AGPL-3.0-only',
    'licence MIT AND GPL-2.0',
    'no licence is stated',
    'licence MPL-2.0',
  ]
  assert.equal(violations.length, reasons.length)
  reasons.forEach((reason, index) => {
    assert.ok(violations[index]?.startsWith(`left-pad 1.0.0: ${reason}. Replace it, or `))
  })
})

test('every direct dependency has an exact version, and every file its hash in the lock', () => {
  for (const kind of KINDS) {
    for (const [name, version] of Object.entries(direct[kind])) {
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${name}: name one version`)
    }
  }
  const unhashedIn = (folder: string) => {
    return Object.entries(lockOf(folder)).flatMap(([path, { integrity }]) =>
      integrity === undefined ? [path] : [],
    )
  }
  // The project itself, and its own folder with the link to it.
  const own = ['clients/typescript', 'node_modules/vault-inventory-client']
  assert.deepEqual(unhashedIn('.'), ['', ...own])
  assert.deepEqual(unhashedIn('client-generators'), [''])
})

test('the tests run clients/mcp with the versions that its package names', () => {
  const { dependencies } = JSON.parse(readFileSync('clients/mcp/package.json', 'utf8'))
  for (const [name, version] of Object.entries(dependencies))
    assert.equal(direct.devDependencies[name], version, name)
})

test('the bundled Node has the same major version on every platform', () => {
  const nodes = Object.entries(direct.optionalDependencies).filter(([name]) => /^node-/.test(name))
  assert.ok(nodes.length >= 4)
  for (const [name, version] of nodes) assert.match(version, /^26\./, name)
})

test('docs/dependencies.json says why there is each direct dependency, and names no other', () => {
  const reasons = JSON.parse(readFileSync('docs/dependencies.json', 'utf8'))
  for (const kind of KINDS) {
    assert.deepEqual(Object.keys(reasons[kind]).sort(), Object.keys(direct[kind]).sort(), kind)
    for (const [name, why] of Object.entries<string>(reasons[kind])) assert.ok(why.length > 5, name)
  }
})

test('npm ci --omit=dev installs what docs/dependencies.json lists for the service, with what it needs', () => {
  const lock = lockOf('.')
  const { dependencies, optionalDependencies } = direct
  const needed = new Set<string>()
  const wanted = [...Object.keys({ ...dependencies, ...optionalDependencies })]
  for (const name of wanted) {
    if (needed.has(name)) continue
    needed.add(name)
    const copies = Object.entries(lock).filter(([path]) => path.endsWith(`node_modules/${name}`))
    for (const [, copy] of copies) {
      wanted.push(...Object.keys({ ...copy.dependencies, ...copy.optionalDependencies }))
    }
  }
  const installed = locked.filter(({ isDevelopment }) => !isDevelopment)
  assert.deepEqual([...new Set(installed.map(({ name }) => name))].sort(), [...needed].sort())
  // It installs what a linked folder needs, too, whatever kind of dependency the folder is.
  const linked = Object.keys(lock).filter((path) => path !== '' && !path.includes('node_modules/'))
  for (const path of linked) assert.equal(lock[path]?.dependencies, undefined, path)
})

test('npm run check:dependencies fails for a known advisory, and names it', async (t) => {
  const { version } = locked.find(({ name }) => name === 'fastify') ?? {}
  const advisory = {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'Made up',
    severity: 'high',
    vulnerable_versions: `<=${version}`,
    cwe: [],
    cvss: { score: 8, vectorString: null },
  }
  const registry = await pretendRegistry(t, { fastify: [advisory] })
  const { status, stderr } = await checkDependencies(t, registry)
  assert.equal(status, 1)
  const sentence = `Advisory: fastify <=${version}: Made up (high) https://advisories.example/1`
  assert.ok(stderr.split('\n').includes(sentence), stderr)
})

test('npm run check:dependencies reports that no advisory is known', async (t) => {
  const { status, stdout, stderr } = await checkDependencies(t, await pretendRegistry(t, {}))
  assert.deepEqual([status, stderr], [0, ''])
  assert.match(stdout, /^No advisory is known of any of them\.$/m)
})

test('npm run check:dependencies passes if the registry does not respond, and says why', async (t) => {
  const refusing = await checkDependencies(t, await pretendRegistry(t, undefined))
  assert.equal(refusing.status, 0)
  assert.match(refusing.stdout, /^Advisories were not checked: 405 Method Not Allowed/m)
  const absent = await checkDependencies(t, `http://127.0.0.1:${await freePort()}/`)
  assert.equal(absent.status, 0)
  assert.match(absent.stdout, /^Advisories were not checked: .*ECONNREFUSED/m)
})

test('npm run sbom lists the packages of the service with licences and hashes', (t) => {
  const npm = execFileSync('npm', ['--version'], { encoding: 'utf8', stdio: 'pipe' })
  if (Number.parseInt(npm, 10) < 10) return t.skip('it takes npm 10 or later')
  const directory = join(temporaryDirectory(t), 'vault-inventory')
  for (const file of ['package.json', 'package-lock.json']) cpSync(file, join(directory, file))
  execFileSync('npm', ['run', 'sbom'], { cwd: directory, stdio: 'pipe' })
  const { bomFormat, components } = JSON.parse(
    readFileSync(join(directory, 'sbom.cdx.json'), 'utf8'),
  ) as { bomFormat: string; components: Component[] }
  assert.equal(bomFormat, 'CycloneDX')
  // The folder is a part of the project. npm names that of a workspace by its last part.
  const ours = ['typescript 0.1.0']
  const fromRegistry = components.filter(
    ({ name, version }) => !ours.includes(`${name} ${version}`),
  )
  // Not --omit dev: npm 11 then leaves out what the service needs where a tool needs it too.
  const listed = fromRegistry.map(({ name, version, properties }) => {
    const isDevelopment = properties?.some((property) => property.name === DEVELOPMENT_ONLY)
    return lineOf({ name, version, isDevelopment: isDevelopment ?? false })
  })
  assert.deepEqual(unique(listed), unique(lockedIn('.').map(lineOf)))
  for (const { name, hashes, licenses } of fromRegistry) {
    const isStated = licenses?.length === 1
    assert.ok(hashes?.length === 1 && isStated, name)
  }
})

const DEVELOPMENT_ONLY = 'cdx:npm:package:development'

interface Component {
  readonly name: string
  readonly version: string
  readonly properties?: readonly { readonly name: string }[]
  readonly hashes?: readonly unknown[]
  readonly licenses?: readonly unknown[]
}

function lineOf(packaged: Pick<Dependency, 'name' | 'version' | 'isDevelopment'>): string {
  const { name, version, isDevelopment } = packaged
  return `${name} ${version}${isDevelopment ? ', for development only' : ''}`
}

/** Once each, sorted: npm may install one version twice. */
function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)].sort()
}

/** A registry that knows these advisories by package, and nothing else; without any it refuses. */
async function pretendRegistry(t: TestContext, advisories: object | undefined): Promise<string> {
  const server = createServer((request, response) => {
    const isAsked = request.url?.endsWith('/advisories/bulk') && advisories !== undefined
    response.statusCode = isAsked ? 200 : request.method === 'POST' ? 405 : 404
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(isAsked ? advisories : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function checkDependencies(t: TestContext, registry: string) {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const env = {
    ...inherited,
    npm_config_registry: registry,
    npm_config_noproxy: '127.0.0.1',
    npm_config_cache: temporaryDirectory(t),
  }
  return await new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['test/check-dependencies.ts'],
      { env },
      (_error, stdout, stderr) => resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}
