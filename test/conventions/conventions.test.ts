import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, normalize } from 'node:path'
import { describe, test } from 'node:test'

// The laws of docs/ARCHITECTURE.md. Each failure names the file, the line and what to do instead.

interface Source {
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  /** What it imports: package names and `node:` modules as written, our own files as paths. */
  readonly imports: readonly string[]
}

const sources = globSync('{src,test,bench}/**/*.ts').sort().map(read)
const ours = sources.filter(({ path }) => path.startsWith('src/'))
const production = ours.filter(({ path }) => !path.endsWith('.test.ts'))

/** Rooms hold one noun of the specification each. */
const ROOMS = [
  'access-tokens',
  'fbo-accounts',
  'inventory-items',
  'organizations',
  'outbound-shipments',
  'transfers',
]

/** A room's nouns: what other rooms may import of it. */
const NOUNS: Record<string, readonly string[]> = {
  'access-tokens': ['access-token.ts'],
  'fbo-accounts': ['fbo-account.ts', 'insured-exposure.store.ts'],
  'inventory-items': [
    ...['inventory-item.ts', 'inventory-movement.ts', 'item-claim.ts', 'item-changes.store.ts'],
  ],
  organizations: ['organization.ts', 'organization-policy.ts', 'current-policy.store.ts'],
  'outbound-shipments': ['outbound-shipment.ts'],
  transfers: ['transfer-batch.ts'],
}
const NOUN_PATHS = Object.entries(NOUNS).flatMap(([room, files]) =>
  files.map((file) => `src/${room}/${file}`),
)

const SHARED_WORDS = [
  ...['errors', 'refusal-facts', 'limits', 'caller', 'permissions', 'ids', 'pages', 'transitions'],
]

describe('laws of import', () => {
  test('rules, nouns and the shared words import neither Fastify nor the driver nor node:*', () => {
    const pure = production.filter(
      ({ path }) =>
        path.endsWith('.rules.ts') ||
        NOUN_PATHS.includes(path) ||
        SHARED_WORDS.includes(stem(path)),
    )
    assert.ok(pure.length >= 10)
    for (const { path, imports } of pure) {
      const foreign = imports.filter(
        (name) => name === 'fastify' || name === 'postgres' || name.startsWith('node:'),
      )
      assert.deepEqual(foreign, [], `${path}: move what needs it to the route or the store`)
    }
  })

  test('SQL text lives only in stores, src/database and migrations', () => {
    const statement =
      /`[^`]*\b(select\s[^`]*\sfrom|insert\s+into|update\s[^`]*\sset|delete\s+from)\s/is
    for (const { path, text } of production) {
      if (path.endsWith('.store.ts') || path.startsWith('src/database/')) continue
      assert.doesNotMatch(text, statement, `${path}: move the statement into a *.store.ts`)
    }
  })

  test('stores know no HTTP, routes no driver', () => {
    for (const { path, imports } of production) {
      if (path.endsWith('.store.ts')) {
        const http = imports.filter((name) => name === 'fastify' || name.startsWith('src/http/'))
        assert.deepEqual(http, [], `${path}: return facts, let the route answer`)
      }
      if (path.endsWith('.route.ts')) {
        assert.ok(!imports.includes('postgres'), `${path}: ask a store`)
      }
    }
  })

  test('a room imports of another room its nouns and nothing else', () => {
    for (const { path, imports } of production) {
      const room = roomOf(path)
      if (room === undefined) continue
      for (const name of imports) {
        const other = roomOf(name)
        if (other === undefined || other === room) continue
        assert.ok(NOUN_PATHS.includes(name), `${path} imports ${name}: import only nouns`)
      }
    }
  })

  test('http/ and database/ import no room; only app.ts imports routes', () => {
    for (const { path, imports } of production) {
      if (path.startsWith('src/http/') || path.startsWith('src/database/')) {
        const rooms = imports.filter((name) => roomOf(name) !== undefined)
        assert.deepEqual(rooms, [], `${path}: pass what it needs from app.ts`)
      }
      const routes = imports.filter((name) => name.endsWith('.route.ts'))
      if (path !== 'src/app.ts') assert.deepEqual(routes, [], `${path}: register it in app.ts`)
    }
  })

  test('only config.ts reads the environment', () => {
    for (const { path, text } of production) {
      if (path === 'src/config/config.ts') continue
      assert.doesNotMatch(text, /process\.env\b/, `${path}: add a setting and pass the config`)
    }
  })

  test('only the error reply sets an error status', () => {
    for (const { path, text } of production) {
      if (path === 'src/http/response/error-reply.ts') continue
      assert.doesNotMatch(text, /\.(status|code)\([45]\d\d\)/, `${path}: throw a Refusal`)
    }
  })

  test('every store function takes the caller or the transaction of an organization first', () => {
    // Who stands above the organizations, and the look-up that finds out who calls.
    const WITHOUT_CALLER = [
      'src/access-tokens/authenticate.store.ts',
      'src/access-tokens/revoke-any-access-token.store.ts',
      'src/organizations/create-organization.store.ts',
      'src/organizations/list-organizations.store.ts',
    ]
    // What sends nothing.
    const PURE = ['src/inventory-items/item-changes.store.ts momentOf']
    for (const { path, text } of production.filter((s) => s.path.endsWith('.store.ts'))) {
      for (const [, name, first, type] of text.matchAll(
        /^export (?:async )?function (\w+)(?:<[^>]*>)?\(\s*(\w+)(?:: ([\w'[\]]+))?/gm,
      )) {
        if (WITHOUT_CALLER.includes(path)) break
        if (PURE.includes(`${path} ${name}`)) continue
        const SCOPES = ['tx OrganizationTransaction', "run OrganizationTransaction['run']"]
        const isScoped = first === 'caller' || SCOPES.includes(`${first} ${type}`)
        assert.ok(isScoped, `${path}: ${name} must take the caller, or the transaction, first`)
      }
      if (WITHOUT_CALLER.includes(path)) continue
      const scope = /organization_id|organizations where id = \$1/
      assert.match(text, scope, `${path}: scope the statement to the organization`)
    }
  })

  test('every file is reached from the command line, a test or a script', () => {
    const byPath = new Map(sources.map((source) => [source.path, source]))
    const roots = sources.filter(
      ({ path }) =>
        path === 'src/cli.ts' ||
        path === 'test/run.ts' ||
        path.endsWith('.test.ts') ||
        path.endsWith('.torture.ts') ||
        path.startsWith('bench/') ||
        packageScripts().some((script) => script.includes(path)),
    )
    const reached = new Set<string>()
    const open = [...roots]
    for (let source = open.pop(); source !== undefined; source = open.pop()) {
      if (reached.has(source.path)) continue
      reached.add(source.path)
      // A script that a test starts as a process is named, not imported.
      const named = sources.filter(({ path }) => source.text.includes(`/${basename(path)}'`))
      const imported = source.imports.flatMap((name) => byPath.get(name) ?? [])
      open.push(...named, ...imported)
    }
    const dead = sources.filter(({ path }) => !reached.has(path)).map(({ path }) => path)
    assert.deepEqual(dead, [], 'delete these, or use them')
  })
})

describe('names and sizes', () => {
  test('no barrels, and nothing named utils, helpers, common, lib, types, manager, service', () => {
    const BANNED = /(^|\/)(index|utils?|helpers?|common|lib|types|[\w-]*manager|service)(\.ts|\/)/
    for (const { path } of ours) assert.doesNotMatch(path, BANNED, `${path}: say what is in it`)
  })

  test('files have at most 250 lines, lines at most 100 columns', () => {
    const overlong: string[] = []
    for (const { path, lines } of sources) {
      assert.ok(lines.length <= 251, `${path} has ${lines.length} lines: split it by subject`)
      // A string is not broken for its length: one grep should find it.
      const tooLong = lines.flatMap((line, index) =>
        line.length > 100 && !/['"`]/.test(line) ? [`${path}:${index + 1}`] : [],
      )
      overlong.push(...tooLong)
    }
    assert.deepEqual(overlong, [])
  })

  test('functions have at most 70 lines', () => {
    for (const { path, lines } of production) {
      let start = 0
      lines.forEach((line, index) => {
        if (/^(export )?(default )?(async )?function\b/.test(line)) start = index
        if (line === '}') {
          const length = index - start + 1
          const isFunction = /function\b/.test(lines[start] ?? '')
          assert.ok(!isFunction || length <= 70, `${path}:${start + 1} has ${length} lines`)
          start = index + 1
        }
      })
    }
  })

  test('a TODO says its kind and is a sentence', () => {
    for (const { path, lines } of sources) {
      lines.forEach((line, index) => {
        if (!/\/\/.*\bTODO\b/.test(line)) return
        assert.match(line, /TODO\(\w+\): [A-Z].*\.$/, `${path}:${index + 1}`)
      })
    }
  })
})

function read(path: string): Source {
  const text = readFileSync(path, 'utf8')
  const names = [...text.matchAll(/^\s*(?:import|export)\b[^'"`;]*?from '([^']+)'/gm)]
  const dynamic = [...text.matchAll(/\bimport\('([^']+)'\)/g)]
  const imports = [...names, ...dynamic].map(([, name]) => resolve(path, name as string))
  return { path, text, lines: text.split('\n'), imports }
}

function resolve(from: string, name: string): string {
  return name.startsWith('.') ? normalize(`${dirname(from)}/${name}`) : name
}

function roomOf(path: string): string | undefined {
  return ROOMS.find((room) => path.startsWith(`src/${room}/`))
}

function stem(path: string): string {
  return path.replace(/^src\//, '').replace(/\.ts$/, '')
}

function packageScripts(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  return Object.values(scripts)
}
