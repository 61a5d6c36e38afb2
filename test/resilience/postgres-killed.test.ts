import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startLoad } from '../support/load/load.ts'
import { eventually, postmasterPid } from '../support/processes/embedded-directory.ts'
import { openEmbeddedVault } from '../support/processes/embedded-vault.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app } = await openOwnVault()

test('PostgreSQL killed under load restarts by itself: 503 meanwhile, nothing lost', async (t) => {
  const { service, sql, records, dataDir } = await openEmbeddedVault(t)
  const api = new ApiClient(service.url, app)
  for (let round = 1; round <= 2; round += 1) {
    const load = await startLoad(api, records)
    await eventually(() => load.acknowledged >= 100, 'the load to have changed something')
    const begun = performance.now()
    process.kill(postmasterPid(dataDir) as number, 'SIGKILL')
    const away = await eventually(async () => {
      const response = await fetch(`${service.url}/health/ready`)
      return response.status === 503 && response
    }, 'the service to say that it is not ready')
    assert.equal(((await away.json()) as { reason: string }).reason, 'database_unavailable')
    assert.equal(away.headers.get('retry-after'), '1')
    assert.equal((await fetch(`${service.url}/health/live`)).status, 200)
    await eventually(
      async () => (await fetch(`${service.url}/health/ready`)).status === 200,
      'the service to be ready again',
    )
    const awayMs = Math.round(performance.now() - begun)
    const before = load.acknowledged
    await eventually(() => load.acknowledged >= before + 50, 'the load to go on')
    await load.stop()
    assert.deepEqual(load.withoutResponse, [], 'every request was answered')
    assert.ok(load.refusals.length > 0)
    for (const { headers, body } of load.refusals) {
      assert.equal(body.code, 'temporarily_unavailable')
      assert.equal(headers.get('retry-after'), '1')
    }
    const unsure = await load.retryAll(api, sql)
    await load.assertKept(sql)
    t.diagnostic(
      `${load.acknowledged} changes kept, ${load.refusals.length} refused with 503, ` +
        `${unsure} transfers retried under their keys; ` +
        `ready again after ${awayMs} ms`,
    )
  }
})
