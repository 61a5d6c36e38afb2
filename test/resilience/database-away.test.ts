import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openProxy } from '../support/chaos/proxy.ts'
import { startLoad } from '../support/load/load.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { openVault } from '../support/vault/vault.ts'

const { app, sql, records, connection } = await openVault()

test('an external database that goes away causes 503 until it is back, and the process stays', async (t) => {
  const proxy = await openProxy(connection)
  after(() => proxy.close())
  const service = await startServiceProcess({
    env: { DATABASE_URL: proxy.url },
    cleanup: after,
  })
  const api = new ApiClient(service.url, app)
  const health = async (of: string) => (await fetch(`${service.url}/health/${of}`)).status
  for (let round = 1; round <= 3; round += 1) {
    const load = await startLoad(api, records)
    await eventually(() => load.acknowledged >= 50, 'the load to have changed something')
    await proxy.disconnect()
    await eventually(() => load.refusals.length >= 20, 'requests to be refused')
    assert.equal(await health('ready'), 503)
    assert.equal(await health('live'), 200)
    const mendedAt = performance.now()
    await proxy.restore()
    await eventually(async () => (await health('ready')) === 200, 'the service to be ready again')
    const tookMs = Math.round(performance.now() - mendedAt)
    const before = load.acknowledged
    await eventually(() => load.acknowledged >= before + 50, 'the load to go on')
    await load.stop()
    assert.deepEqual(load.withoutResponse, [], 'every request was answered')
    for (const { headers, body } of load.refusals) {
      assert.equal(body.code, 'temporarily_unavailable')
      assert.equal(headers.get('retry-after'), '1')
    }
    await load.assertKept(sql)
    t.diagnostic(`${load.refusals.length} refused with 503; ready ${tookMs} ms after the mending`)
  }
})

test('connections that fall silent are replaced by new ones', async (t) => {
  const proxy = await openProxy(connection)
  after(() => proxy.close())
  const service = await startServiceProcess({
    env: {
      DATABASE_URL: proxy.url,
      DATABASE_POOL_SIZE: '4',
      DATABASE_CONNECT_TIMEOUT_MS: '500',
      DATABASE_LOCK_TIMEOUT_MS: '500',
      DATABASE_STATEMENT_TIMEOUT_MS: '500',
      DATABASE_TRANSACTION_TIMEOUT_MS: '500',
    },
    cleanup: after,
  })
  const load = await startLoad(new ApiClient(service.url, app), records)
  await eventually(() => load.acknowledged >= 50, 'the load to have changed something')
  const silentAt = performance.now()
  proxy.silence()
  await eventually(() => load.refusals.length > 0, 'requests to be refused')
  const before = load.acknowledged
  await eventually(() => load.acknowledged >= before + 200, 'the load to go on')
  const refused = load.refusals.length
  const tookMs = Math.round(performance.now() - silentAt)
  await eventually(() => load.acknowledged >= before + 400, 'the load to go on')
  await load.stop()
  assert.equal(load.refusals.length, refused, 'no connection is left that leads nowhere')
  assert.deepEqual(load.withoutResponse, [], 'every request was answered')
  await load.assertKept(sql)
  t.diagnostic(`${refused} refused with 503; 200 changes ${tookMs} ms after the silence began`)
})
