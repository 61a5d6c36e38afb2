import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type OrganizationTransaction,
  runnerOf,
} from '../../src/database/changes/organization-transaction.ts'
import type { Database } from '../../src/database/database.ts'
import { type Caller, operatorFor } from '../../src/domain/caller.ts'
import { listOutboundShipments } from '../../src/outbound-shipments/list-outbound-shipments.store.ts'
import { maintainPageCounts } from '../../src/outbound-shipments/page-counts/maintain-page-counts.ts'
import type { ShipmentFilters } from '../../src/outbound-shipments/page-counts/shipment-filters.ts'
import { planOf, statementsOf } from '../support/schema/query-plan.ts'
import { freshDatabase } from '../support/vault/vault.ts'

const ROWS = 200_000
const { sql } = await freshDatabase()
// The organization of three of four shipments, and its larger account.
const caller = operatorFor('org_0')
const account = { fboAccountId: 'fbo_1' }
const status = { status: 'inspecting' as const }
await fillTables()

const NEWEST = 'outbound_shipments_newest'
const LISTS: [name: string, filters: ShipmentFilters, index: string][] = [
  ['all', {}, NEWEST],
  ['by status', status, `${NEWEST}_by_status`],
  ['by account', account, `${NEWEST}_by_account`],
  ['by account and status', { ...account, ...status }, `${NEWEST}_by_account_and_status`],
]

for (const cancelled of ['false', 'true'] as const) {
  for (const [name, filters, ofStanding] of LISTS) {
    const kind = cancelled === 'true' ? 'cancelled, ' : ''
    const index =
      cancelled === 'true' ? ofStanding.replace('newest', 'newest_cancelled') : ofStanding
    test(`a deep page (${kind}${name}) reads by index, with generic and custom plans`, async () => {
      const request = { page: 200, limit: 25, ...filters, cancelled }
      const statements = await statementsOf(sql, (db) => listOutboundShipments(caller, db, request))
      assert.equal(statements.length, 1, 'one round trip')
      for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
        const plan = await planOf(sql, statements[0]!, mode)
        assert.deepEqual(plan.sequential, [], `${mode}: ${plan.text}`)
        const ofShipments = plan.indexes.filter((used) => used.startsWith('outbound_shipments_'))
        // One statement counts the shipments in no block, the other reads the page.
        assert.deepEqual(ofShipments, [index, index], `${mode}: ${plan.text}`)
        const rest = new Set(plan.indexes.filter((used) => !ofShipments.includes(used)))
        assert.deepEqual(
          [...rest].sort(),
          ['outbound_shipment_block_changes_pkey', 'outbound_shipment_blocks_pkey'],
          `${mode}: ${plan.text}`,
        )
      }
    })
  }
}

async function fillTables(): Promise<void> {
  await sql`insert into organizations (id, name) values ('org_0', 'One'), ('org_1', 'Two')`
  await sql`
    insert into fbo_accounts (organization_id, id)
    select 'org_' || organization, 'fbo_' || account
    from generate_series(0, 1) as organization, generate_series(1, 100) as account`
  await sql`
    insert into outbound_shipments (organization_id, id, fbo_account_id, status, created_at,
      cancelled_at, cancellation_reason)
    select 'org_' || (number % 4 = 0)::integer, 'ship_' || number,
      'fbo_' || case when number % 5 > 2 then 1 else 1 + number % 100 end,
      (array['packing', 'inspecting', 'pending_approval', 'approved'])[1 + number / 7 % 4],
      now() - number * interval '1 second',
      case when number % 11 = 0 then now() end, case when number % 11 = 0 then 'Not today' end
    from generate_series(1, ${ROWS}::integer) as number`
  // Smaller blocks, so that there are as many as of millions of shipments.
  const sizes = { shipments: 20, blocks: 20 }
  await sql`analyze outbound_shipments`
  for (const organizationId of ['org_0', 'org_1']) {
    const { fboAccountId } = account
    const long = (caller: Caller, work: (tx: OrganizationTransaction) => Promise<unknown>) =>
      sql.begin((tx) => work(runnerOf(caller, tx)))
    const database = { long } as unknown as Database
    await maintainPageCounts(operatorFor(organizationId), database, [fboAccountId], { sizes })
  }
  await sql`update outbound_shipments set status = 'packing' where id like '%77'`
  // Changes that are not in their blocks yet, of other organizations.
  await sql`
    insert into outbound_shipment_block_changes
      (organization_id, fbo_account_id, created_at, id, status, cancelled, shipments)
    select 'org_' || 2 + number % 100, '', now(), 'ship_' || number, 'packing', false, 1
    from generate_series(1, 50000) as number`
  const tables = ['shipments', 'shipment_blocks', 'shipment_block_changes']
  for (const table of tables) await sql`vacuum analyze ${sql(`outbound_${table}`)}`
}
