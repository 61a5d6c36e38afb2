import assert from 'node:assert/strict'
import { test } from 'node:test'
import { becomesUnready, readyByItself } from '../support/chaos/recovery.ts'
import { startLoad } from '../support/load/load.ts'
import { postmasterPid } from '../support/processes/embedded-directory.ts'
import { openEmbeddedVault } from '../support/processes/embedded-vault.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app } = await openOwnVault()

test('PostgreSQL killed under load restarts by itself: 503 meanwhile, nothing lost', async (t) => {
  const { service, sql, records, dataDir } = await openEmbeddedVault(t)
  const api = new ApiClient(service.url, app)
  for (let round = 1; round <= 2; round += 1) {
    const load = await startLoad(api, records)
    await load.changed(100)
    process.kill(postmasterPid(dataDir) as number, 'SIGKILL')
    assert.equal(await becomesUnready(service), 'database_unavailable')
    assert.equal((await fetch(`${service.url}/health/live`)).status, 200)
    const awayMs = await readyByItself(service)
    await load.changed(50)
    await load.stop()
    load.assertAnswered()
    assert.ok(load.refusals.length > 0)
    const unsure = await load.retryAll(api, sql)
    await load.assertKept(sql)
    t.diagnostic(
      `${load.acknowledged} changes kept, ${load.refusals.length} refused with 503, ` +
        `${unsure} transfers retried under their keys; ` +
        `ready again after ${awayMs} ms`,
    )
  }
})
