import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../../src/database/migrations.ts'
import { operatorFor } from '../../src/domain/caller.ts'

import { SHIPMENT_BLOCK_CHECKS } from '../../src/verification/shipment-block-checks.store.ts'
import { findViolations } from '../../src/verification/verification-check.store.ts'
import { databaseBefore } from '../support/schema/database-before-migration.ts'

test('the migration counts existing shipments as maintenance would have', async (t) => {
  const { sql } = await databaseBefore(t, '0008')
  await sql`insert into organizations (id, name) values ('large', 'A'), ('small', 'B')`
  await sql`
    insert into fbo_accounts (organization_id, id)
    values ('large', 'fbo_1'), ('large', 'fbo_2'), ('small', 'fbo_1')`
  await sql`
    insert into outbound_shipments (organization_id, id, fbo_account_id, status, created_at,
      cancelled_at, cancellation_reason)
    select case when number % 200 = 0 then 'small' else 'large' end, 'ship_' || number,
      case when number % 200 > 0 and number % 130 = 0 then 'fbo_2' else 'fbo_1' end,
      (array['packing', 'inspecting', 'pending_approval', 'approved'])[1 + number % 4],
      now() - number * interval '1 minute', case when number % 7 = 0 then now() end,
      case when number % 7 = 0 then 'Not today' end
    from generate_series(1, 110000) as number`

  await migrate(sql)
  const blocks = await sql`
    select organization_id || ' ' || fbo_account_id || ' ' || level as of, count(*)::integer
    from outbound_shipment_blocks group by 1 order by 1`
  // 109,450 shipments are 218 blocks and a rest, which stays open with the newest block's worth.
  assert.deepEqual(blocks.map(({ of, count }) => `${of}: ${count}`).sort(), [
    'large  1: 217',
    'large  2: 1',
    'large fbo_1 1: 216',
    'large fbo_1 2: 1',
  ])
  for (const organizationId of ['large', 'small']) {
    await sql.begin(async (tx) => {
      const caller = operatorFor(organizationId)
      for (const check of SHIPMENT_BLOCK_CHECKS) {
        assert.deepEqual(await findViolations(caller, tx, check), { first: [], total: 0 })
      }
    })
  }
})
