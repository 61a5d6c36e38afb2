import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Import, productionOf, readSources } from '../support/conventions/sources.ts'

const LOADER = './open-telemetry.ts'

test('Only one file needs the library, and only a process that traces loads that file', () => {
  const sources = productionOf(readSources())
  const users = sources
    .filter(({ imports }) =>
      imports.some((each) => each.name.startsWith('@opentelemetry/') && !isOfTypes(each)),
    )
    .map(({ path }) => path)
  assert.deepEqual(users, ['src/runtime/tracing/open-telemetry.ts'])
  const loaders = sources.filter(({ text }) => text.includes(LOADER))
  assert.deepEqual(
    loaders.map(({ path }) => path),
    ['src/runtime/tracing/start-tracing.ts'],
  )
  const [{ text }] = loaders as [(typeof loaders)[number]]
  assert.match(
    text,
    /if \(url === null \|\| [^\n]*return[^\n]*\n[^\n]*await import\('\.\/open-telemetry/,
  )
})

/** Node leaves it out. */
function isOfTypes({ bindings }: Import): boolean {
  return bindings.trim().startsWith('type ')
}
