import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openProxy } from '../support/chaos/proxy.ts'
import { startLoad } from '../support/load/load.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app, sql, records, connection } = await openOwnVault()

/** A service whose connections lead through a proxy. */
async function behindProxy(env: Record<string, string>) {
  const proxy = await openProxy(connection)
  after(() => proxy.close())
  const settings = { DATABASE_URL: proxy.url, DATABASE_CONNECT_TIMEOUT_MS: '500', ...env }
  return { proxy, service: await startServiceProcess({ env: settings }) }
}

test('connections that fall silent are replaced by new ones', async (t) => {
  const { proxy, service } = await behindProxy({
    DATABASE_POOL_SIZE: '4',
    DATABASE_LOCK_TIMEOUT_MS: '500',
    DATABASE_STATEMENT_TIMEOUT_MS: '500',
    DATABASE_TRANSACTION_TIMEOUT_MS: '500',
  })
  const load = await startLoad(new ApiClient(service.url, app), records)
  await load.changed(50)
  const silentAt = performance.now()
  proxy.silence()
  await eventually(() => load.refusals.length > 0, 'requests to be refused')
  await load.changed(200)
  const refused = load.refusals.length
  const tookMs = Math.round(performance.now() - silentAt)
  await load.changed(200)
  await load.stop()
  assert.equal(load.refusals.length, refused, 'no connection is left that leads nowhere')
  load.assertAnswered()
  await load.assertKept(sql)
  t.diagnostic(`${refused} refused with 503; 200 changes ${tookMs} ms after the silence began`)
})

test('metrics are read while the database is silent, and say so', async () => {
  // A statement alone would be waited for in vain for as long as the test may run.
  const { proxy, service } = await behindProxy({ DATABASE_STATEMENT_TIMEOUT_MS: '600000' })
  const read = async () => {
    const signal = AbortSignal.timeout(30_000)
    return await (await fetch(service.metricsUrl, { signal })).text()
  }
  assert.match(await read(), /^vault_database_up 1$/m)
  await sql`insert into command_runs (command, at) values ('backup', '2030-01-01')`
  await eventually(async () => /^vault_backup_last_\w+ [1-9]/m.test(await read()), 'the backup')
  proxy.silence()
  const text = await read()
  assert.match(text, /^vault_database_up 0$/m)
  assert.match(text, /^vault_ready 0$/m)
  assert.match(text, /^vault_backup_last_\w+ [1-9]/m, 'the last time that was read')
})
