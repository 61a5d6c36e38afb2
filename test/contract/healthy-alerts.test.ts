import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { importerOf } from '../support/operations/import-requests.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// Figures that the alert rules of examples/observe/ look at, in a vault that is busy and healthy.

const vault = await openOwnVault()
const { api, records, metrics } = vault

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

async function samplesOf(name: string): Promise<Sample[]> {
  const lines = (await metrics.registry.metrics()).matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)
  return [...lines].flatMap(([, found, labels = '', value]) => {
    if (found !== `vault_http_request_duration_seconds_${name}`) return []
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text])
    return [{ labels: Object.fromEntries(pairs), value: Number(value) }]
  })
}

const sum = (samples: readonly Sample[]) => samples.reduce((total, { value }) => total + value, 0)

/** Requests but for imports that took at most so many seconds. */
async function within(le: string): Promise<number> {
  const buckets = (await samplesOf('bucket')).filter(({ labels }) => labels.le === le)
  return sum(buckets.filter(({ labels }) => labels.operation !== 'createImport'))
}

test('Who follows events or imports makes no alert of slowness or errors', async () => {
  const { token } = await records.owner()
  const importer = await importerOf(vault)
  const imported = await importer.send(importer.twoItems('Busy'))
  assert.equal(imported.status, 201, imported.text)
  await Promise.all(Array.from({ length: 3 }, () => api.get('/v1/events?wait=3', { token })))
  await eventually(async () => (await within('+Inf')) === 3, 'all to be observed')
  const rules = parse(readFileSync('examples/observe/alerts.yaml', 'utf8')).groups[0].rules
  const exprOf = (alert: string): string =>
    rules.find((rule: { alert: string }) => rule.alert === alert).expr
  assert.match(exprOf('VaultSlow'), /operation!="createImport"/)
  assert.equal(await within('2.5'), 3, 'none takes as long as it asked to wait')
  const failed = (await samplesOf('count')).filter(({ labels }) => labels.status?.startsWith('5'))
  assert.match(exprOf('VaultErrors'), /status=~"5\.\."/)
  assert.equal(sum(failed), 0)
})
