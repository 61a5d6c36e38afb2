import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Importer } from '../support/operations/import-run.ts'
import { runCommand } from '../support/processes/command.ts'
import { afterTest, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { emptyDatabase } from '../support/vault/empty-database.ts'
import { freshSummary } from '../support/vault/fresh-summary.ts'
import { fillVault } from '../support/vault/full-vault.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const importer = new Importer(env)
const org = await fillVault(vault)
const { organizationId } = org
const { token } = await records.token(organizationId)

/** The figures of now, without the moment. */
async function figures(client: Pick<ApiClient, 'get'> = api) {
  const { asOf: _, ...data } = (await freshSummary(client, token)).body.data
  return data
}

test('Imported records are counted', async () => {
  const before = await figures()
  const items = `fboAccountId,declaredValueCents,status\n${org.third},500,in_vault\n${org.to},70,on_hold\n`
  assert.equal((await importer.json('inventory-items', items, organizationId)).code, 0)
  const shipments = `fboAccountId,status\n${org.third},approved\n`
  assert.equal((await importer.json('outbound-shipments', shipments, organizationId)).code, 0)
  const after = await figures()
  assert.equal(after.itemsByStatus.in_vault, before.itemsByStatus.in_vault + 1)
  assert.equal(after.itemsByStatus.on_hold, before.itemsByStatus.on_hold + 1)
  assert.equal(after.shipmentsByStatus.approved, before.shipmentsByStatus.approved + 1)
})

test('A restored vault has the figures of the one that was backed up', async (t) => {
  const { id } = (
    await api.post('/v1/inventory-items', { token, body: { fboAccountId: org.third } })
  ).body.data
  const path = join(temporaryDirectory(t), 'vault.backup')
  assert.equal((await runCommand(['backup', path], env)).code, 0)
  const before = await figures()
  const { env: there } = await emptyDatabase(t)
  assert.equal((await runCommand(['restore', path], there)).code, 0)
  const service = await startServiceProcess({ env: there, cleanup: (undo) => afterTest(t, undo) })
  const restored = new ApiClient(service.url, vault.app)
  assert.deepEqual(await figures(restored), before)
  await restored.post(`/v1/inventory-items/${id}/withdraw`, { token, body: { reason: 'x' } })
  const after = await figures(restored)
  assert.equal(after.itemsByStatus.withdrawn, before.itemsByStatus.withdrawn + 1)
  assert.equal((await runCommand(['verify'], there)).code, 0)
})
