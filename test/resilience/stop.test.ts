import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { becomesUnready } from '../support/chaos/recovery.ts'
import { startLoad } from '../support/load/load.ts'
import {
  afterTest,
  eventually,
  isAlive,
  postmasterPid,
  temporaryDirectory,
} from '../support/processes/embedded-directory.ts'
import { openEmbeddedVault } from '../support/processes/embedded-vault.ts'
import { type ServiceProcess, spawnService } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app } = await openOwnVault()

test('SIGTERM under load: first not ready, then requests finish, and PostgreSQL stops last', async (t) => {
  const vault = await openEmbeddedVault(t, { SHUTDOWN_DELAY_MS: '300' })
  const { service, sql, records, dataDir } = vault
  const postmaster = postmasterPid(dataDir) as number
  const api = new ApiClient(service.url, app)
  const responded = new Set<string | null>()
  const send = api.request.bind(api)
  api.request = async (...request) => {
    const response = await send(...request)
    responded.add(response.headers.get('x-request-id'))
    return response
  }
  const { organizationId, token } = await records.owner()
  const source = await records.fboAccount(organizationId)
  const destination = await records.fboAccount(organizationId)
  const itemId = await records.inventoryItem(organizationId, source)
  const load = await startLoad(api, records)
  await load.changed(100)

  // A connection opened in advance and never used, as browsers do, must not delay the stop.
  const unused = await openSocket(service.url)
  afterTest(t, () => unused.destroy())

  let reportedAt = 0
  let slow: ReturnType<ApiClient['post']> | undefined
  await sql.begin(async (tx) => {
    await tx`select from inventory_items where id = ${itemId} for update`
    const items = [{ inventoryItemId: itemId, reason: 'request' }]
    const body = { fromFboAccountId: source, toFboAccountId: destination, items }
    slow = api.post('/v1/transfers', { token, body })
    await whoWaitsForLock(sql)
    service.signal('SIGTERM')
    reportedAt = performance.now()
    assert.equal(await becomesUnready(service), 'stopping')
    const account = await api.get(`/v1/fbo-accounts/${source}`, { token })
    assert.equal(account.status, 200, 'requests are served until the port closes')
    await eventually(async () => !(await isListening(service.url)), 'the port to be closed')
    assert.ok(isAlive(postmaster))
  })
  assert.equal((await slow)?.status, 201, 'the request under way was finished')
  await load.stop()
  await assertStopped(service)
  for (const { requestId } of service.log) responded.delete(requestId as string)
  assert.deepEqual([...responded], [], 'every response has its log line')
  const tookMs = Math.round(performance.now() - reportedAt)
  assert.ok(tookMs < 10_000, `it waited for nothing else, but took ${tookMs} ms`)
  await eventually(() => !isAlive(postmaster), 'PostgreSQL to end')
  assert.equal(postmasterPid(dataDir), null)
  for (const { code } of load.withoutResponse) assert.equal(code, 'ECONNREFUSED')
  t.diagnostic(
    `stopped in ${tookMs} ms, 300 of them as configured; ${load.acknowledged} changes kept; ` +
      `${load.withoutResponse.length} requests came too late`,
  )

  const again = await vault.restart()
  await load.assertKept(sql)
  again.signal('SIGINT')
  await assertStopped(again)
})

async function assertStopped(service: ServiceProcess): Promise<void> {
  const exit = await service.exited
  const last = service.log.at(-1)
  assert.deepEqual(exit, { code: 0, signal: null }, JSON.stringify(last) + service.complaints())
  assert.equal(last?.msg, 'service is stopped', JSON.stringify(service.log.slice(-3)))
}

async function isListening(url: string): Promise<boolean> {
  return await openSocket(url).then(
    (socket) => Boolean(socket.destroy()),
    () => false,
  )
}

async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket.on('error', () => undefined)
}

test('SIGTERM during the start stops everything that was started', async (t) => {
  const dataDir = temporaryDirectory(t)
  const cleanup = (undo: () => unknown) => afterTest(t, undo)
  const service = spawnService({ env: { DATA_DIR: dataDir }, cleanup })
  await eventually(() => postmasterPid(dataDir) !== null, 'PostgreSQL to be started')
  service.signal('SIGTERM')
  await assertStopped(service)
  assert.equal(postmasterPid(dataDir), null)
})

test('A second signal ends the service at once and leaves its PostgreSQL running', async (t) => {
  const { service, sql, records, dataDir } = await openEmbeddedVault(t)
  const { organizationId, token } = await records.owner()
  const accountId = await records.fboAccount(organizationId)
  const api = new ApiClient(service.url, app)
  await sql.begin(async (tx) => {
    await tx`select from fbo_accounts where id = ${accountId} for update`
    const slow = api.patch(`/v1/fbo-accounts/${accountId}`, { token, body: { lastName: 'Late' } })
    const cut = assert.rejects(slow)
    await whoWaitsForLock(sql)
    service.signal('SIGTERM')
    await service.logged('stopping')
    // Within the first second a signal counts as the same one: Ctrl-C arrives twice under npm.
    await delay(1_100)
    service.signal('SIGTERM')
    assert.deepEqual(await service.exited, { code: 1, signal: null })
    await cut
  })
  assert.notEqual(postmasterPid(dataDir), null)
})
