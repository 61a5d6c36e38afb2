import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { watchRuns } from '../../database/command-runs.ts'
import { Metrics } from './metrics.ts'

const metrics = new Metrics()
metrics.watchDatabase({ pending: 0, connections: { max: 1, inUse: 0 }, ping: async () => true })
metrics.watchReadiness(async () => 'ready')
metrics.watchRequests({ pending: 0, open: 0 })
watchRuns(metrics, async () => ({ backup: 0, verify: 0, violations: 0 }))
metrics.built({ version: '1.0.0', schema: '1' })
metrics.watchSealing(() => 0)
const all = [...(await metrics.registry.getMetricsAsJSON()).values()]

test('Counters end in _total, and nothing else does, as Prometheus wants it', () => {
  assert.ok(all.length > 30)
  for (const { name, type } of all) {
    // The types are a const enum in the library's declarations, and texts when it runs.
    assert.equal(name.endsWith('_total'), String(type) === 'counter', `${name} is a ${type}`)
  }
})

test('Each metric says what it is, and those of the service stand in OPERATING', () => {
  const document = readFileSync('docs/OPERATING.md', 'utf8')
  for (const { name, help } of all) {
    assert.match(help, /^[A-Z].*\S/, name)
    assert.ok(!name.startsWith('vault_') || document.includes(`\`${name}\``), name)
  }
})

const OBSERVED = ['alerts.yaml', 'alerts.test.yaml', 'dashboard.json']

for (const file of OBSERVED) {
  test(`The metrics of examples/observe/${file} are those of the service`, () => {
    const text = readFileSync(`examples/observe/${file}`, 'utf8')
    const names = new Set(text.match(/\b(vault|nodejs|process)_\w+/g))
    assert.ok(names.size >= 10)
    const known = new Set(all.flatMap(namesOf))
    assert.deepEqual([...names].filter((name) => !known.has(name)).sort(), [])
  })
}

test('Each alert of the examples has a test that makes it fire, and one that it does not', () => {
  const alerts = readFileSync('examples/observe/alerts.yaml', 'utf8').match(/(?<=alert: )\w+/g)
  const tests = readFileSync('examples/observe/alerts.test.yaml', 'utf8')
  const tested = tests.match(/(?<=alertname: )\w+/g)
  assert.ok(alerts !== null && alerts.length >= 15)
  assert.deepEqual(tested?.slice(0, alerts.length), alerts)
  assert.deepEqual([...new Set(tested?.slice(alerts.length))], alerts)
})

test('The time of a request is observed in seconds', async () => {
  metrics.responded({ operation: 'read', status: 200, durationMs: 500, code: undefined })
  const text = await metrics.registry.metrics()
  assert.match(text, /^vault_http_request_duration_seconds_sum\{operation="read".*\} 0\.5$/m)
})

/** A histogram is three metrics for Prometheus. */
function namesOf({ name, type }: (typeof all)[number]): string[] {
  const isHistogram = String(type) === 'histogram'
  return isHistogram ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name]
}
