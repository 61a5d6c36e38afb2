import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Import, productionOf, readSources } from '../support/conventions/sources.ts'

const LIBRARY_USER = 'src/runtime/tracing/open-telemetry.ts'

test('Only one file needs the library, and only a process that traces loads that file', () => {
  const sources = productionOf(readSources())
  const users = sources
    .filter(({ imports }) =>
      imports.some((each) => each.name.startsWith('@opentelemetry/') && !isOfTypes(each)),
    )
    .map(({ path }) => path)
  assert.deepEqual(users, [LIBRARY_USER])
  const loaders = sources.filter(({ imports }) =>
    imports.some((each) => each.name === LIBRARY_USER && !isOfTypes(each)),
  )
  assert.deepEqual(
    loaders.map(({ path }) => path),
    ['src/runtime/tracing/tracing.ts'],
  )
  const [{ text, imports }] = loaders as [(typeof loaders)[number]]
  const [loaded] = imports.filter((each) => each.name === LIBRARY_USER && !isOfTypes(each))
  assert.equal(loaded?.bindings, '', 'by await import()')
  assert.match(
    text,
    /if \(url === null \|\| [^\n]*return[^\n]*\n[^\n]*await import\('\.\/open-telemetry/,
  )
})

/** Node leaves it out. */
function isOfTypes({ bindings }: Import): boolean {
  return bindings.trim().startsWith('type ')
}
