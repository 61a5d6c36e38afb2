import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { databaseBefore } from '../support/schema/database-before-migration.ts'
import { ITEMS_BEFORE, seedAsBefore } from '../support/schema/demo-before-migration.ts'
import { connectionTo, testServer } from '../support/vault/server.ts'

test('a demo vault from before the movement log is consistent after migration', async (t) => {
  const { name, sql } = await databaseBefore(t, '0002')
  await seedAsBefore(sql)

  // Every command brings the schema up to date first.
  const env = { DATABASE_URL: databaseUrlOf(connectionTo(testServer(), name)) }
  const { code, document, stderr } = await runCommand(['verify', '--json'], env)
  assert.deepEqual(
    { code, stderr, violations: document.violations },
    { code: 0, stderr: '', violations: [] },
  )
  assert.equal(document.items, ITEMS_BEFORE)
  assert.equal(document.movements, ITEMS_BEFORE, 'an opening row for each')
  const decided = await sql`select from transfer_batches where status <> 'pending'`
  assert.ok(decided.length > 0, 'decided batches, of which no log knows')
})
