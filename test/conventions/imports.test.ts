import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import {
  clientOf,
  consoleOf,
  productionOf,
  readSources,
  type Source,
} from '../support/conventions/sources.ts'

// Which file may import which (docs/ARCHITECTURE.md, Laws). Each failure says what to do instead.

const sources = readSources()
const production = productionOf(sources)
const pages = consoleOf(sources)
const client = clientOf(sources)

/**
 * The folders from the top down: files import from their own folder and from folders below, so no
 * folders import each other in a circle.
 */
const FOLDERS = [
  'src/cli.ts',
  'src/commands',
  'src/demo',
  'src/mcp',
  'src/preflight',
  'src/server',
  'src/app.ts',
  'src/operations.ts',
  'src/sandbox',
  'src/names',
  'src/verification',
  'src/imports',
  'src/search',
  'src/summary',
  'src/statements/pdf',
  'src/statements',
  'src/sealed-log',
  'src/webhooks/delivery',
  'src/webhooks/deliveries',
  'src/webhooks/endpoints',
  'src/events',
  'src/transfers',
  'src/outbound-shipments',
  'src/outbound-shipments/page-counts',
  'src/revaluations',
  'src/inventory-items',
  'src/identity-provider',
  'src/passkeys',
  'src/sessions',
  'src/people',
  'src/approvals',
  'src/roles',
  'src/organizations',
  'src/fbo-accounts',
  'src/access-tokens',
  'src/corrections',
  'src/http/openapi',
  'src/http/pages',
  'src/http',
  'src/http/transport',
  'src/http/response',
  'src/http/request',
  'src/csv',
  'src/backup',
  'src/database',
  'src/database/changes',
  'src/database/batching',
  'src/database/postgres',
  'src/embedded-postgres',
  'src/outbound',
  'src/tracing',
  'src/logging',
  'src/metrics',
  'src/secrets',
  'src/config',
  'src/domain',
]

/** The folder of each record type of the specification, and what others may import from it. */
const RECORD_TYPES: Record<string, readonly string[]> = {
  'src/access-tokens': ['access-token.ts', 'token-columns.store.ts'],
  'src/fbo-accounts': ['fbo-account.ts', 'insured-exposure.store.ts', 'insured-exposure.ts'],
  'src/inventory-items': [
    'inventory-item.ts',
    'inventory-movement.ts',
    'item-claim.ts',
    'item-changes.store.ts',
    'item-value.store.ts',
  ],
  'src/organizations': [
    'approval-rules.ts',
    'organization.ts',
    'organization-policy.ts',
    'current-policy.store.ts',
    'sign-in-refusal.ts',
  ],
  'src/outbound-shipments': ['outbound-shipment.ts'],
  'src/transfers': ['transfer-batch.ts'],
}
const SHARED_FILES = Object.entries(RECORD_TYPES).flatMap(([folder, files]) =>
  files.map((file) => `${folder}/${file}`),
)

test('three files lie directly in src/: the command line, the HTTP interface, its operations', () => {
  const loose = production.filter(({ path }) => dirname(path) === 'src').map(({ path }) => path)
  const three = ['src/app.ts', 'src/cli.ts', 'src/operations.ts']
  assert.deepEqual(loose, three, 'put the others into a folder')
})

test('each folder imports only from folders below it', () => {
  for (const { path, imports } of production) {
    const floor = FOLDERS.indexOf(folderOf(path))
    assert.notEqual(floor, -1, `${path}: give its folder a floor in FOLDERS`)
    for (const { name } of imports) {
      if (!name.startsWith('src/')) continue
      const isBelow = FOLDERS.indexOf(folderOf(name)) >= floor
      assert.ok(isBelow, `${path} imports ${name}, above it: move what both need to a floor below`)
    }
  }
})

test('no files import each other in a circle', () => {
  const all = [...production, ...pages, ...client]
  const byPath = new Map(all.map((source) => [source.path, source]))
  const done = new Set<string>()
  const visit = (source: Source, above: readonly string[]): void => {
    const { path, imports } = source
    const circle = above.slice(above.indexOf(path))
    assert.ok(!above.includes(path), `${circle.join(' -> ')}: move a type to where both import it`)
    if (done.has(path)) return
    for (const { name } of imports) {
      const imported = byPath.get(name)
      if (imported !== undefined) visit(imported, [...above, path])
    }
    done.add(path)
  }
  for (const source of all) visit(source, [])
})

test('the console and the service import nothing of each other', () => {
  // They share the published interface, and nothing that it does not say.
  for (const { path, imports } of production) {
    const names = namesOf(imports).filter((name) => name.startsWith('console/'))
    assert.deepEqual(names, [], `${path}: the service only sends the built files`)
  }
  for (const { path, imports } of pages) {
    const others = namesOf(imports).filter((name) => /^(src|test|bench|node:)/.test(name))
    assert.deepEqual(others, [], `${path}: use what openapi.json says (console/src/api)`)
  }
})

test('the client imports nothing but itself', () => {
  assert.ok(client.length > 0)
  for (const { path, imports } of client) {
    const others = namesOf(imports).filter((name) => !name.startsWith('clients/typescript/src/'))
    assert.deepEqual(others, [], `${path}: it depends on fetch and WebCrypto alone`)
  }
})

test('imports of our own keep their names', () => {
  for (const { path, imports } of production) {
    for (const { name, bindings } of imports) {
      if (!name.startsWith('src/')) continue
      assert.doesNotMatch(bindings, /\w as \w/, `${path}: rename one of the two, in its own file`)
    }
  }
})

test('rules, record types and domain/ import neither Fastify nor the driver nor node:*', () => {
  const pure = production.filter(
    ({ path }) =>
      path.endsWith('.rules.ts') || path.startsWith('src/domain/') || SHARED_FILES.includes(path),
  )
  assert.ok(pure.length >= 10)
  for (const { path, imports } of pure) {
    const foreign = namesOf(imports).filter(
      (name) => name === 'fastify' || name === 'postgres' || name.startsWith('node:'),
    )
    assert.deepEqual(foreign, [], `${path}: move what needs it to the route or the store`)
  }
})

test('stores know no HTTP, routes no driver', () => {
  for (const { path, imports } of production) {
    const names = namesOf(imports)
    if (path.endsWith('.store.ts')) {
      const http = names.filter((name) => name === 'fastify' || name.startsWith('src/http/'))
      assert.deepEqual(http, [], `${path}: return the record, let the route respond`)
    }
    if (path.endsWith('.route.ts')) {
      assert.ok(!names.includes('postgres'), `${path}: call a store`)
    }
  }
})

test('the folder of a record type imports from another only what that one shares', () => {
  for (const { path, imports } of production) {
    const folder = recordTypeOf(path)
    if (folder === undefined) continue
    for (const { name } of imports) {
      const other = recordTypeOf(name)
      if (other === undefined || other === folder) continue
      assert.ok(SHARED_FILES.includes(name), `${path} imports ${name}: see RECORD_TYPES`)
    }
  }
})

test('only operations.ts imports routes', () => {
  for (const { path, imports } of production) {
    const routes = namesOf(imports).filter((name) => name.endsWith('.route.ts'))
    if (path === 'src/operations.ts') continue
    assert.deepEqual(routes, [], `${path}: register it in operations.ts`)
  }
})

test('embedded-postgres/ imports none of our code', () => {
  for (const { path, imports } of production) {
    if (!path.startsWith('src/embedded-postgres/')) continue
    const ours = namesOf(imports).filter((name) => name.startsWith('src/'))
    const others = ours.filter((name) => !name.startsWith('src/embedded-postgres/'))
    assert.deepEqual(others, [], `${path}: pass it as an option`)
  }
})

function folderOf(path: string): string {
  const folder = dirname(path)
  return folder === 'src' ? path : folder
}

function recordTypeOf(path: string): string | undefined {
  return Object.keys(RECORD_TYPES).find((folder) => path.startsWith(`${folder}/`))
}

function namesOf(imports: Source['imports']): string[] {
  return imports.map(({ name }) => name)
}
