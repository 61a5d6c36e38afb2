import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../../src/database/migrations.ts'
import { operatorFor } from '../../src/domain/caller.ts'

import { ITEM_CHECKS } from '../../src/verification/item-checks.store.ts'
import { findViolations } from '../../src/verification/verification-check.store.ts'
import { databaseBefore } from '../support/schema/database-before-migration.ts'

test('The migration derives earlier stays from the log: transfers, a shipment, a withdrawal', async (t) => {
  const { sql } = await databaseBefore(t, '0019')
  await sql`insert into organizations (id, name) values ('org', 'One')`
  await sql`insert into fbo_accounts (organization_id, id) values ('org', 'a'), ('org', 'b')`
  await sql`
    insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
      total_items, item_ids, reasons)
    values ('org', 'there', 'a', 'b', 1, '{moved}', '{trade}'),
      ('org', 'back', 'b', 'a', 1, '{moved}', '{trade}')`
  const log = async (item: string, rows: readonly (readonly (string | null)[])[]) => {
    await sql`
      insert into inventory_items (organization_id, id, fbo_account_id, movement_count)
      values ('org', ${item}, 'a', ${rows.length})`
    for (const [index, [kind, from, fromStatus, to, toStatus, batch]] of rows.entries()) {
      await sql`insert into inventory_movements ${sql({
        organizationId: 'org',
        inventoryItemId: item,
        number: index + 1,
        at: new Date(Date.UTC(2026, 0, 1 + index)),
        kind,
        fromFboAccountId: from,
        fromStatus,
        toFboAccountId: to,
        toStatus,
        transferBatchId: batch ?? null,
        reason: kind === 'withdrawn' ? 'Collected' : null,
      })}`
    }
  }
  await log('resting', [['imported', null, null, 'a', 'in_vault']])
  await log('moved', [
    ['taken_in', null, null, 'a', 'in_vault'],
    ['transfer_created', 'a', 'in_vault', 'a', 'transfer_pending', 'there'],
    ['transfer_completed', 'a', 'transfer_pending', 'b', 'in_vault', 'there'],
    ['transfer_created', 'b', 'in_vault', 'b', 'transfer_pending', 'back'],
    ['transfer_completed', 'b', 'transfer_pending', 'a', 'in_vault', 'back'],
  ])
  await log('withdrawn', [
    ['imported', null, null, 'a', 'in_vault'],
    ['withdrawn', 'a', 'in_vault', 'a', 'withdrawn'],
  ])
  await migrate(sql)
  const rows = await sql`
    select inventory_item_id, number, fbo_account_id, extract(day from began_at)::integer as began,
      extract(day from ended_at)::integer as ended
    from inventory_stays order by 1, 2`
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      ['moved', 3, 'a', 1, 3],
      ['moved', 5, 'b', 3, 5],
      ['withdrawn', 2, 'a', 1, 2],
    ],
  )
  const check = ITEM_CHECKS.find(({ name }) => name === 'stay_differs_from_log')
  assert.ok(check !== undefined)
  const found = await sql.begin((tx) => findViolations(operatorFor('org'), tx, check))
  assert.deepEqual(found, { first: [], total: 0 })
})
