import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openProxy } from '../support/chaos/proxy.ts'
import { startLoad } from '../support/load/load.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app, sql, records, connection } = await openOwnVault()

const POOL_SIZE = 4
/** Those of requests, one for readiness checks, one for reads by id, two for pages of shipments. */
const CONNECTIONS = POOL_SIZE + 4
/** One way; a round trip takes longer than the time limit of a readiness check. */
const SLOW_MS = 300

test('readiness checks close no connection of a slow database', async (t) => {
  const proxy = await openProxy(connection)
  after(() => proxy.close())
  const service = await startServiceProcess({
    env: {
      DATABASE_URL: proxy.url,
      DATABASE_POOL_SIZE: `${POOL_SIZE}`,
      DATABASE_CONNECT_TIMEOUT_MS: '450',
      DATABASE_QUEUE_TIMEOUT_MS: '20000',
      // No connection is reserved for batched changes: other statements can take all.
      STATEMENT_BATCH_SIZE_MAX: '1',
    },
  })
  const api = new ApiClient(service.url, app)
  const isReady = async () => (await fetch(`${service.url}/health/ready`)).status === 200
  await openEveryConnection(api, isReady)
  const before = await connections()
  const load = await startLoad(api, records)
  // A connection prepares each statement once, which takes two more round trips.
  await eventually(async () => load.acknowledged >= 300, 'each connection to know the statements')
  proxy.delay(SLOW_MS)
  let checks = 0
  let notReady = 0
  const acknowledged = load.acknowledged
  // A change under a key takes several round trips, which takes seconds.
  await eventually(
    async () => {
      checks += 1
      if (!(await isReady())) notReady += 1
      return notReady >= 8 && load.acknowledged >= acknowledged + 20
    },
    'changes to be made while checks fail',
    120_000,
  )
  assert.deepEqual(await connections(), before, 'the connections are the same')
  proxy.delay(0)
  await eventually(isReady, 'the service to be ready again')
  await load.stop()
  assert.deepEqual(load.refusals, [], 'no request was refused')
  assert.deepEqual(load.withoutResponse, [], 'every request was answered')
  assert.deepEqual(await connections(), before, 'the connections are still the same')
  await load.assertKept(sql)
  t.diagnostic(
    `${notReady} of ${checks} checks failed; ${load.acknowledged} changes, none refused; ` +
      `${before.length} connections kept`,
  )
})

/** Keeps as many statements waiting as there are connections, and one readiness check. */
async function openEveryConnection(api: ApiClient, isReady: () => Promise<boolean>): Promise<void> {
  const [one, other] = await Promise.all([itemToHold(), itemToHold()])
  const holds = await sql.begin(async (tx) => {
    await tx`select from inventory_items where id in (${one.id}, ${other.id}) for update`
    // All but one are what a single organization may take.
    const sent = [...Array.from({ length: POOL_SIZE - 1 }, () => one), other].map(({ id, token }) =>
      api.post(`/v1/inventory-items/${id}/hold`, { token, body: { reason: 'Audit' } }),
    )
    await eventually(async () => {
      const waiting = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length === POOL_SIZE
    }, 'every connection of requests to be in use')
    assert.ok(await isReady())
    return { sent }
  })
  assert.equal((await api.get('/v1/fbo-accounts/none', { token: one.token })).status, 404)
  // Two organizations at once: a connection for each, unless one waits for its token first.
  await eventually(async () => {
    const pages = [one, other].map(({ token }) => api.get('/v1/outbound-shipments', { token }))
    for (const { status } of await Promise.all(pages)) assert.equal(status, 200)
    return (await connections()).length === CONNECTIONS
  }, 'every connection to be open')
  const statuses = (await Promise.all(holds.sent)).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, 200, 409, 409])
}

/** An item of an organization of its own. */
async function itemToHold(): Promise<{ id: string; token: string }> {
  const { organizationId, token } = await records.owner()
  const id = await records.inventoryItem(organizationId, await records.fboAccount(organizationId))
  return { id, token }
}

/** The process ids in PostgreSQL that serve the service. */
async function connections(): Promise<number[]> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'vault-inventory service'
    order by pid`
  return rows.map(({ pid }) => pid)
}
