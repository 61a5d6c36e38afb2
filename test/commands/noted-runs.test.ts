import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { afterTest, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import {
  counted,
  databaseUrlOf,
  startServiceProcess,
} from '../support/processes/service-process.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { sql, records } = vault
const env = { DATABASE_URL: databaseUrlOf(vault.ownerConnection) }
const organizationId = await records.organization()

test('The metrics say when backup and verify ran last, and what verify found', async (t) => {
  const cleanup = (undo: () => unknown) => afterTest(t, undo)
  const service = await startServiceProcess({ env, cleanup })
  const metric = (name: string) => counted(service, `vault_${name} `)
  assert.equal(await metric('backup_last_timestamp_seconds'), 0)
  assert.equal(await metric('verify_last_timestamp_seconds'), 0)
  const before = Date.now() / 1_000
  // One organization is not the vault.
  assert.equal((await runCommand(['verify', '--organization', organizationId], env)).code, 0)
  assert.equal(await metric('verify_last_timestamp_seconds'), 0)
  const backup = await runCommand(['backup', join(temporaryDirectory(t), 'one.backup')], env)
  assert.deepEqual([backup.code, backup.stderr], [0, ''])
  assert.equal((await runCommand(['verify'], env)).code, 0)
  for (const name of ['backup', 'verify']) {
    const at = await metric(`${name}_last_timestamp_seconds`)
    assert.ok(at >= Math.floor(before) && at <= Date.now() / 1_000, `${name}: ${at}`)
  }
  assert.equal(await metric('verify_violations'), 0)
  const from = await records.fboAccount(organizationId)
  const itemId = await records.inventoryItem(organizationId, from)
  const to = await records.fboAccount(organizationId)
  await sql`update inventory_items set fbo_account_id = ${to} where id = ${itemId}`
  assert.equal((await runCommand(['verify'], env)).code, 1)
  assert.ok((await metric('verify_violations')) > 0)
})

test('A backup that cannot be noted is one all the same, and says so', async (t) => {
  await sql`alter table command_runs rename to command_runs_elsewhere`
  afterTest(t, () => sql`alter table command_runs_elsewhere rename to command_runs`)
  const { code, stderr } = await runCommand(
    ['backup', join(temporaryDirectory(t), 'two.backup')],
    env,
  )
  assert.equal(code, 0)
  assert.equal(stderr, 'The metrics of the service will not show this backup (42P01).\n')
})
