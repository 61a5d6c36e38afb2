import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import {
  clientsOf,
  consoleOf,
  productionOf,
  readSources,
  type Source,
} from '../support/conventions/sources.ts'

// Which file may import which (docs/ARCHITECTURE.md, Laws). Each failure says what to do instead.

const sources = readSources()
const production = productionOf(sources)
const pages = consoleOf(sources)
const clients = clientsOf(sources)

/** The rooms from the top down: files import from their own room and from rooms below. */
const ROOMS = [
  ...['src/cli.ts', 'src/operator', 'src/server', 'src/app.ts', 'src/operations.ts'],
  ...['src/vault', 'src/history', 'src/access', 'src/http', 'src/database'],
  ...['src/embedded-postgres', 'src/runtime', 'src/domain'],
]

test('three files lie directly in src/: the command line, the HTTP interface, its operations', () => {
  const loose = production.filter(({ path }) => dirname(path) === 'src').map(({ path }) => path)
  const three = ['src/app.ts', 'src/cli.ts', 'src/operations.ts']
  assert.deepEqual(loose, three, 'put the others into a folder')
})

test('each room imports only from rooms below it', () => {
  for (const { path, imports } of production) {
    const floor = ROOMS.indexOf(roomOf(path))
    assert.notEqual(floor, -1, `${path}: put it into one of the ten rooms`)
    for (const { name } of imports) {
      if (!name.startsWith('src/')) continue
      const isBelow = ROOMS.indexOf(roomOf(name)) >= floor
      assert.ok(isBelow, `${path} imports ${name}, above it: move what both need to a room below`)
    }
  }
})

test('no folders of a room import each other in a circle', () => {
  const folders = new Map<string, { path: string; imports: { name: string }[] }>()
  for (const { path, imports } of production) {
    const folder = dirname(path)
    if (folder === 'src') continue
    const others = imports.filter(({ name }) => name.startsWith('src/') && dirname(name) !== folder)
    const below = others.map(({ name }) => ({ name: dirname(name) }))
    const known = folders.get(folder)?.imports ?? []
    folders.set(folder, { path: folder, imports: [...known, ...below] })
  }
  refuseCircles([...folders.values()], 'move what both need to one of them')
})

test('no files import each other in a circle', () => {
  refuseCircles([...production, ...pages, ...clients], 'move a type to where both import it')
})

const named = (ending: string) => production.filter(({ path }) => path.endsWith(ending))
const pure = production.filter(
  ({ path }) => path.endsWith('.rules.ts') || path.startsWith('src/domain/'),
)
const overDatabase = production.filter(
  ({ path }) => !/^src\/(database|embedded-postgres)\//.test(path),
)
const embedded = production.filter(({ path }) => path.startsWith('src/embedded-postgres/'))

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
    clients.filter(({ path }) => path.startsWith('clients/typescript/')),
    /^(?!clients\/typescript\/src\/)/,
  ],
  'a client imports nothing of the service: it knows what openapi.json says': [
    clients,
    /^(src|test|bench|console)\//,
  ],
  'rules and domain/ import neither Fastify nor node:*': [pure, /^(fastify$|node:)/],
  'only database/ and embedded-postgres/ import the driver': [overDatabase, /^pg(-protocol)?$/],
  'stores know no HTTP: let the route respond': [named('.store.ts'), /^(fastify$|src\/http\/)/],
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

test('only operations.ts and the commands import operations: register them there', () => {
  for (const { path, imports } of production) {
    if (/^src\/(operations\.ts|operator\/)/.test(path)) continue
    for (const { name, bindings } of imports) {
      if (!name.startsWith('src/') || name.startsWith('src/http/')) continue
      assert.doesNotMatch(bindings, /\w+Routes?\b/, `${path} imports ${name}`)
    }
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

function roomOf(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}

type Importing = Pick<Source, 'path'> & { readonly imports: readonly { readonly name: string }[] }

function refuseCircles(all: readonly Importing[], remedy: string): void {
  const byPath = new Map(all.map((one) => [one.path, one]))
  const done = new Set<string>()
  const visit = ({ path, imports }: Importing, above: readonly string[]): void => {
    const circle = above.slice(above.indexOf(path))
    assert.ok(!above.includes(path), `${circle.join(' -> ')}: ${remedy}`)
    if (done.has(path)) return
    for (const { name } of imports) {
      const imported = byPath.get(name)
      if (imported !== undefined) visit(imported, [...above, path])
    }
    done.add(path)
  }
  for (const one of all) visit(one, [])
}
