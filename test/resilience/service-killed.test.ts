import { test } from 'node:test'
import { startLoad } from '../support/load/load.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openEmbeddedVault } from '../support/processes/embedded-vault.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app } = await openOwnVault()

test('a service killed under load loses nothing that it acknowledged, and starts again', async (t) => {
  const vault = await openEmbeddedVault(t)
  let service = vault.service
  for (let round = 1; round <= 2; round += 1) {
    const load = await startLoad(new ApiClient(service.url, app), vault.records)
    await eventually(() => load.acknowledged >= 150, 'the load to have changed something')
    service.signal('SIGKILL')
    await service.exited
    await load.stop()
    const begun = performance.now()
    service = await vault.restart()
    const tookMs = Math.round(performance.now() - begun)
    const unsure = await load.retryAll(new ApiClient(service.url, app), vault.sql)
    await load.assertKept(vault.sql)
    t.diagnostic(
      `${load.acknowledged} changes kept, ${unsure} transfers retried; ready again after ${tookMs} ms`,
    )
  }
})
