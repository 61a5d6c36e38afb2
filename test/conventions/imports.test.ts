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
  'src/statements',
  'src/webhooks/delivery',
  'src/webhooks/deliveries',
  'src/webhooks/endpoints',
  'src/sealed-log',
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

const named = (ending: string) => production.filter(({ path }) => path.endsWith(ending))
const pure = production.filter(
  ({ path }) =>
    path.endsWith('.rules.ts') || path.startsWith('src/domain/') || SHARED_FILES.includes(path),
)
const embedded = production.filter(({ path }) => path.startsWith('src/embedded-postgres/'))
const others = production.filter(({ path }) => path !== 'src/operations.ts')

/** Files, and the names that none of them imports. */
const FORBIDDEN: Readonly<Record<string, readonly [files: readonly Source[], names: RegExp]>> = {
  'the service imports nothing of the console: it only sends the built files': [
    production,
    /^console\//,
  ],
  'the console imports nothing of the service: use what openapi.json says (console/src/api)': [
    pages,
    /^(src|test|bench|node:)/,
  ],
  'the client imports nothing but itself: it depends on fetch and WebCrypto alone': [
    client,
    /^(?!clients\/typescript\/src\/)/,
  ],
  'rules, record types and domain/ import neither Fastify nor the driver nor node:*': [
    pure,
    /^(fastify$|postgres$|node:)/,
  ],
  'stores know no HTTP: let the route respond': [named('.store.ts'), /^(fastify$|src\/http\/)/],
  'routes know no driver: call a store': [named('.route.ts'), /^postgres$/],
  'only operations.ts imports routes: register it there': [others, /\.route\.ts$/],
  'embedded-postgres/ imports none of our code: pass it as an option': [
    embedded,
    /^src\/(?!embedded-postgres\/)/,
  ],
}

for (const [title, [files, forbidden]] of Object.entries(FORBIDDEN)) {
  test(title, () => {
    assert.ok(files.length >= 8)
    for (const { path, imports } of files) {
      const found = imports.map(({ name }) => name).filter((name) => forbidden.test(name))
      assert.deepEqual(found, [], path)
    }
  })
}

test('imports of our own keep their names', () => {
  for (const { path, imports } of production) {
    for (const { name, bindings } of imports) {
      if (!name.startsWith('src/')) continue
      assert.doesNotMatch(bindings, /\w as \w/, `${path}: rename one of the two, in its own file`)
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

function folderOf(path: string): string {
  const folder = dirname(path)
  return folder === 'src' ? path : folder
}

function recordTypeOf(path: string): string | undefined {
  return Object.keys(RECORD_TYPES).find((folder) => path.startsWith(`${folder}/`))
}
