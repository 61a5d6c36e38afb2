import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { testServer } from '../support/vault/server.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app, sql, records, connection } = await openOwnVault()
const service = await startServiceProcess({ env: { DATABASE_URL: databaseUrlOf(connection) } })
const api = new ApiClient(service.url, app)
const { serviceRole } = testServer()
const ready = async () => {
  const response = await fetch(`${service.url}/health/ready`)
  return { status: response.status, body: (await response.json()) as { reason?: string } }
}

/** Makes a setting of the service's role hold on new connections, and gives it none but new ones. */
async function reconnect(setting: string) {
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  await sql.query(`alter role ${serviceRole} in database ${row?.name} ${setting}`)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = ${serviceRole}`
}

test('A service whose database makes no changes is not ready, until it does', async () => {
  const { organizationId, token } = await records.owner()
  const path = `/v1/fbo-accounts/${await records.fboAccount(organizationId)}`
  const update = () => api.patch(path, { token, body: { email: 'a@example.com' } })
  assert.equal((await update()).status, 200)
  assert.equal((await ready()).status, 200)
  await reconnect('set default_transaction_read_only = on')
  await eventually(async () => (await api.get(path, { token })).status === 200, 'reads to work')
  await eventually(async () => {
    const { status, text } = await update()
    assert.equal(status, 503, text)
    return (await ready()).body.reason === 'database_not_writable'
  }, 'the service to know')
  assert.deepEqual([(await ready()).status, (await api.get(path, { token })).status], [503, 200])
  // No request comes meanwhile, as behind a balancer.
  await reconnect('reset default_transaction_read_only')
  await eventually(async () => (await ready()).status === 200, 'the service to be ready again')
  assert.equal((await update()).status, 200)
})
