import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Metrics } from './metrics.ts'

const metrics = new Metrics()
metrics.watchDatabase(() => 0)
metrics.watchSealing(() => 0)
const all = [...(await metrics.registry.getMetricsAsJSON()).values()]

test('Counters end in _total, and nothing else does, as Prometheus wants it', () => {
  assert.ok(all.length > 30)
  for (const { name, type } of all) {
    // The types are a const enum in the library's declarations, and texts when it runs.
    assert.equal(name.endsWith('_total'), String(type) === 'counter', `${name} is a ${type}`)
  }
})

test('Each metric says what it is, and those of the service stand in LOGGING', () => {
  const document = readFileSync('docs/LOGGING.md', 'utf8')
  for (const { name, help } of all) {
    assert.match(help, /^[A-Z].*\S/, name)
    assert.ok(!name.startsWith('vault_') || document.includes(`| \`${name}\` |`), name)
  }
})
