import assert from 'node:assert/strict'
import { soakTest } from '../support/chaos/soak-test.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openEmbeddedVault } from '../support/processes/embedded-vault.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app, database } = await openOwnVault()

const DURABLE = { fsync: 'on', synchronousCommit: 'on', fullPageWrites: 'on' }

/** The settings in force in a session of the service. */
async function inForce(sql: Pick<typeof database.sql, 'query'>) {
  const [row] = await sql.query(`
    select current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('full_page_writes') as full_page_writes`)
  return { ...row }
}

soakTest('Each acknowledged change was synced', "PostgreSQL's counters", async ({ t, size }) => {
  const { synchronousCommit } = await inForce(database.sql)
  assert.notEqual(synchronousCommit, 'off', 'the service does not turn it off')
  const { service, sql, records } = await openEmbeddedVault(t)
  assert.deepEqual(await inForce(sql), DURABLE)

  const api = new ApiClient(service.url, app)
  const { organizationId, token } = await records.owner()
  const account = `/v1/fbo-accounts/${await records.fboAccount(organizationId)}`
  const syncs = async () => {
    const [row] = await sql`
      select sum(fsyncs)::integer as synced from pg_stat_io
      where object = 'wal' and backend_type = 'client backend'`
    return row?.synced as number
  }
  const before = await syncs()
  const changes = size(50, 2_000)
  for (let change = 1; change <= changes; change += 1) {
    const response = await api.patch(account, { token, body: { lastName: `${change}` } })
    assert.equal(response.status, 200, response.text)
  }
  // The counts of a session are visible once it ends.
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'vault-inventory service'`
  await eventually(
    async () => (await syncs()) - before >= changes,
    'PostgreSQL to have counted as many syncs as changes',
  )
  return { count: `${changes} changes by one caller`, result: 'one sync of the log each, or more' }
})
