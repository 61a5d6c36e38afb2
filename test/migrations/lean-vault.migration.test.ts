import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../src/database/migrations.ts'
import { runCommand } from '../support/processes/command.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { databaseBefore } from '../support/schema/database-before-migration.ts'
import { seedAsBefore } from '../support/schema/demo-before-migration.ts'
import { rewriteBackup } from '../support/schema/rewritten-backup.ts'
import { dumpSchema } from '../support/schema/schema-dump.ts'
import { emptyDatabase } from '../support/vault/empty-database.ts'
import { SHOWN_STATUS } from '../support/vault/records.ts'
import { connectionTo, testServer } from '../support/vault/server.ts'
import { openVault } from '../support/vault/vault.ts'

// Made by the last program of schema 13, of a vault filled by fillVault.
const BACKUP = fileURLToPath(new URL('./fixtures/schema-13.backup', import.meta.url))

test('a backup from before the migration is restored with the same items, claims and versions', async (t) => {
  const { sql, env } = await emptyDatabase(t)
  const { code, stdout, stderr } = await runCommand(['restore', BACKUP], env)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.match(stdout, /nothing is wrong \([^\n]*\. Then applied 0014_lean_vault[^\n]*\.\n$/)
  const before = await tablesOf(BACKUP, temporaryDirectory(t))
  const lines = await sql`
    select organization_id, batch.id, line.position, line.id as item, reason
    from transfer_batches as batch
    cross join unnest(item_ids, reasons) with ordinality as line (id, reason, position)`
  assert.deepEqual(textOf(lines), before.transfer_items)
  const versions = await sql`select id, version from transfer_batches`
  assert.deepEqual(textOf(versions), column(before.transfer_batches, 1, 17))
  const items = await sql`select id, ${sql.unsafe(SHOWN_STATUS)} as status from inventory_items`
  assert.deepEqual(textOf(items), column(before.inventory_items, 1, 3))
  assert.ok(items.some(({ status }) => status === 'transfer_pending'))
  assert.ok(items.some(({ status }) => status === 'shipment_pending'))
})

test('a vault with a batch that lost an item is migrated, and verify reports the batch', async (t) => {
  const { name, sql } = await databaseBefore(t, '0014')
  const env = { DATABASE_URL: databaseUrlOf(connectionTo(testServer(), name)) }
  await sql`insert into organizations (id, name) values ('org', 'One')`
  await sql`insert into fbo_accounts (organization_id, id) values ('org', 'one'), ('org', 'two')`
  await sql`
    insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
      total_items, status, decided_at)
    values ('org', 'empty', 'one', 'two', 1, 'rejected', now())`
  const { document } = await runCommand(['verify', '--json'], env)
  assert.deepEqual(
    document.violations.map(({ check, record }: Record<string, string>) => [check, record]),
    [['transfer_total_differs', 'empty']],
  )
  const batch = { organizationId: 'org', fromFboAccountId: 'one', toFboAccountId: 'two' }
  const lines = { totalItems: 1, itemIds: [], reasons: ['trade'] }
  await assert.rejects(
    sql`insert into transfer_batches ${sql({ ...batch, id: 'new', ...lines })}`,
    { constraint_name: 'transfer_batches_item_ids_count' },
    'and no other one is written',
  )
})

test('a migrated vault of the first schema has the schema of a new one', async (t) => {
  const { sql } = await databaseBefore(t, '0002')
  await seedAsBefore(sql)
  await migrate(sql)
  assert.equal(await dumpSchema(sql), await dumpSchema((await openVault()).sql))
})

type Tables = Record<string, string[]>

/** The rows of each table of a backup, as sorted text. */
async function tablesOf(path: string, folder: string): Promise<Tables> {
  const tables: Tables = {}
  await rewriteBackup(path, join(folder, 'read'), (name, content) => {
    const table = /^tables\/(\w+)\//.exec(name)?.[1]
    if (table !== undefined) tables[table] = content.split('\n').slice(0, -1).sort()
    return content
  })
  return tables
}

function column(rows: readonly string[] | undefined, ...places: number[]): string[] {
  const cells = (row: string) => row.split('\t')
  return (rows ?? []).map((row) => places.map((place) => cells(row)[place]).join('\t')).sort()
}

function textOf(rows: readonly Record<string, unknown>[]): string[] {
  return rows.map((row) => Object.values(row).join('\t')).sort()
}
