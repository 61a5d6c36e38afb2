import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { afterTest, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import {
  counted,
  databaseUrlOf,
  type ServiceProcess,
  startServiceProcess,
} from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { emptyDatabase } from '../support/vault/empty-database.ts'
import { freshSummary } from '../support/vault/fresh-summary.ts'
import { fillVault } from '../support/vault/full-vault.ts'
import type { Sql } from '../support/vault/sql.ts'
import { openOwnVault } from '../support/vault/vault.ts'
import { wholeVault } from '../support/vault/whole-vault.ts'

const vault = await openOwnVault()
const org = await fillVault(vault)
const { token } = await vault.records.token(org.organizationId)

/** The figures of now, without the moment. */
async function figures(client: Pick<ApiClient, 'get'>) {
  const { asOf: _, ...data } = (await freshSummary(client, token)).body.data
  return data
}

test('a service that runs on the empty database serves the restored vault', async (t) => {
  const taken = await vault.api.post('/v1/inventory-items', {
    token,
    body: { fboAccountId: org.third },
  })
  const path = join(temporaryDirectory(t), 'vault.backup')
  const from = { DATABASE_URL: databaseUrlOf(vault.connection) }
  assert.equal((await runCommand(['backup', path], from)).code, 0)
  const { sql, env } = await emptyDatabase(t)
  const service = await startServiceProcess({ env, cleanup: (undo) => afterTest(t, undo) })
  assert.equal((await runCommand(['restore', path], env)).code, 0)
  assert.deepEqual(await wholeVault(sql), await wholeVault(vault.sql))
  const api = new ApiClient(service.url, vault.app)
  assert.equal((await api.get(`/v1/fbo-accounts/${org.from}`, { token })).status, 200)
  const before = await figures(api)
  assert.deepEqual(before, await figures(vault.api))
  await api.post(`/v1/inventory-items/${taken.body.data.id}/withdraw`, {
    token,
    body: { reason: 'x' },
  })
  const after = await figures(api)
  assert.equal(after.itemsByStatus.withdrawn, before.itemsByStatus.withdrawn + 1)
  // A changed shipment changes its counts: their numbers continue after the restored ones.
  const shipment = `/v1/outbound-shipments/${org.shipments.packing}/inspect`
  assert.equal((await api.post(shipment, { token })).status, 200)
  await t.test('its metrics say when backup and verify ran last, and what verify found', (t) =>
    assertRunsNoted(t, { service, sql, env }),
  )
})

interface Served {
  readonly service: ServiceProcess
  readonly sql: Sql
  readonly env: Readonly<Record<string, string>>
}

async function assertRunsNoted(t: TestContext, { service, sql, env }: Served): Promise<void> {
  const metric = (name: string) => counted(service, `vault_${name} `)
  assert.equal(await metric('backup_last_timestamp_seconds'), 0)
  assert.equal(await metric('verify_last_timestamp_seconds'), 0)
  const begun = Math.floor(Date.now() / 1_000)
  // One organization is not the vault.
  assert.equal((await runCommand(['verify', '--organization', org.organizationId], env)).code, 0)
  assert.equal(await metric('verify_last_timestamp_seconds'), 0)
  const backup = await runCommand(['backup', join(temporaryDirectory(t), 'one.backup')], env)
  assert.deepEqual([backup.code, backup.stderr], [0, ''])
  assert.equal((await runCommand(['verify'], env)).code, 0)
  for (const name of ['backup', 'verify']) {
    const at = await metric(`${name}_last_timestamp_seconds`)
    assert.ok(at >= begun && at <= Date.now() / 1_000, `${name}: ${at}`)
  }
  assert.equal(await metric('verify_violations'), 0)
  await sql`
    update inventory_items set fbo_account_id = ${org.to} where id = ${org.items.resting as string}`
  assert.equal((await runCommand(['verify'], env)).code, 1)
  assert.ok((await metric('verify_violations')) > 0)
}
