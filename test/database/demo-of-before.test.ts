import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransactionSql } from 'postgres'
import { HARBOR } from '../../src/demo/demo-organizations.ts'
import { type DemoVault, makeUpOrganization, makeUpVault } from '../../src/demo/made-up-vault.ts'
import { runCommand } from '../support/command.ts'
import { databaseOfBefore } from '../support/database-of-before.ts'
import { connectionTo, testServer } from '../support/server.ts'
import { databaseUrlOf } from '../support/service-process.ts'

test('a demo vault that was seeded before there was a log is in order once it is migrated', async (t) => {
  const { name, sql } = await databaseOfBefore(t, '0002')
  const now = new Date()
  const { id, name: title, createdAt } = makeUpOrganization(HARBOR, now)
  await sql.begin(async (tx) => {
    await tx`insert into organizations (id, name, created_at) values (${id}, ${title}, ${createdAt})`
    await seedAsBefore(tx, id, makeUpVault(HARBOR, now))
  })

  // Every command brings the schema up to date first.
  const env = { DATABASE_URL: databaseUrlOf(connectionTo(testServer(), name)) }
  const { code, document, stderr } = await runCommand(['verify', '--json'], env)
  assert.deepEqual({ code, stderr, faults: document.faults }, { code: 0, stderr: '', faults: [] })
  assert.equal(document.items, HARBOR.items)
  assert.equal(document.movements, HARBOR.items, 'an opening row for each')
  const decided = await sql`select from transfer_batches where status <> 'pending'`
  assert.ok(decided.length > 0, 'decided batches, of which no log knows')
})

/** What the version before the log wrote: the tables and columns that it had. */
async function seedAsBefore(tx: TransactionSql, organizationId: string, vault: DemoVault) {
  const insert = async (table: string, columns: readonly string[], records: readonly object[]) => {
    const names = tx`${tx(columns)}`
    await tx`
      insert into ${tx(table)} (organization_id, ${names})
      select ${organizationId}, ${names}
      from json_populate_recordset(null::${tx(table)}, ${snakeCased(records)}::text::json)`
  }
  await insert(
    'fbo_accounts',
    [
      'id',
      'first_name',
      'last_name',
      'email',
      'max_insured_value_cents',
      'is_primary',
      'created_at',
    ],
    vault.accounts,
  )
  const batch = ['id', 'from_fbo_account_id', 'to_fbo_account_id', 'status', 'total_items']
  const more = ['approved_by_system', 'notes', 'created_at']
  await insert('transfer_batches', [...batch, ...more], vault.batches)
  const shipment = ['id', 'fbo_account_id', 'status', 'shipped_at', 'created_at']
  await insert('outbound_shipments', shipment, vault.shipments)
  const item = ['id', 'fbo_account_id', 'status', 'description', 'declared_value_cents']
  const claims = ['active_transfer_id', 'active_shipment_id', 'created_at']
  await insert('inventory_items', [...item, ...claims], vault.items)
  const listed = ['transfer_batch_id', 'position', 'inventory_item_id', 'reason']
  await insert('transfer_items', listed, vault.transferItems)
}

function snakeCased(records: readonly object[]): string {
  const snake = (member: string) => member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return JSON.stringify(
    records.map((record) =>
      Object.fromEntries(Object.entries(record).map(([member, value]) => [snake(member), value])),
    ),
  )
}
