import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { findLiveToken } from '../../src/access-tokens/authenticate.store.ts'
import type { Caller } from '../../src/caller.ts'
import type { Database } from '../../src/database/database.ts'
import { getFboAccount } from '../../src/fbo-accounts/get-fbo-account.store.ts'
import { updateFboAccount } from '../../src/fbo-accounts/update-fbo-account.store.ts'
import { listOutboundShipments } from '../../src/outbound-shipments/list-outbound-shipments.store.ts'
import { claimItems } from '../../src/transfers/create-transfer.store.ts'
import { planOf, statementsOf } from '../support/query-plan.ts'
import { freshDatabase } from '../support/vault.ts'

const ROWS = 200_000
/** Tables that no request may read from end to end. */
const LARGE = ['access_tokens', 'fbo_accounts', 'inventory_items', 'outbound_shipments']

const { sql } = await freshDatabase()
await fillTables()

// The organization that three of four records belong to: the hardest for an index.
const caller: Caller = { organizationId: 'org_0', tokenId: 'tok_1', permissions: new Set() }
const sha256 = createHash('sha256').update('tok_1').digest()
const request = (items: number) => ({
  fromFboAccountId: 'fbo_1',
  toFboAccountId: 'fbo_2',
  items: Array.from({ length: items }, (_, number) => ({
    inventoryItemId: `item_${number * 4 + 1}`,
    reason: 'trade',
  })),
})
const list = (page: number, filters: object) => (database: Database) =>
  listOutboundShipments(caller, database, { page, limit: 100, ...filters })
const packing = { status: 'packing' as const }
const ofAccount = { fboAccountId: 'fbo_1' }

type Work = (database: Database) => Promise<unknown>
const ITEMS_KEY = 'inventory_items_pkey'
const ACCOUNTS_KEY = 'fbo_accounts_pkey'
const NEWEST = 'outbound_shipments_newest'

const STATEMENTS: [name: string, work: Work, indexes: string[]][] = [
  ['token look-up', (db) => findLiveToken(db, sha256), ['access_tokens_sha256_unique']],
  ['get account', (db) => getFboAccount(caller, db, 'fbo_1'), [ACCOUNTS_KEY]],
  ['update', (db) => updateFboAccount(caller, db, 'fbo_1', { email: 'a@b' }), [ACCOUNTS_KEY]],
  ...[1, 20, 1_000].map((count): [string, Work, string[]] => [
    `create transfer of ${count} items`,
    (db) => claimItems(caller, db, 'xfer_new', request(count)),
    [ACCOUNTS_KEY, ITEMS_KEY, ITEMS_KEY],
  ]),
  ...[1, 100].flatMap((page): [string, Work, string[]][] => [
    [`list, page ${page}`, list(page, {}), [NEWEST]],
    [`list by status, page ${page}`, list(page, packing), [`${NEWEST}_by_status`]],
    [`list by account, page ${page}`, list(page, ofAccount), [`${NEWEST}_by_account`]],
    [
      `list by account and status, page ${page}`,
      list(page, { ...packing, ...ofAccount }),
      [`${NEWEST}_by_account_and_status`],
    ],
  ]),
]

for (const [name, work, indexes] of STATEMENTS) {
  test(`${name}: reads by index, with a generic plan and with one for the values`, async () => {
    const statements = await statementsOf(sql, work)
    assert.equal(statements.length, 1, 'one round trip')
    for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
      const plan = await planOf(sql, statements[0]!, mode)
      const sequential = plan.sequential.filter((table) => LARGE.includes(table))
      assert.deepEqual(sequential, [], `${mode}: ${plan.text}`)
      assert.deepEqual(plan.indexes.toSorted(), indexes, `${mode}: ${plan.text}`)
      if (name.startsWith('list')) assert.equal(plan.sorts, 0, `${mode}: ${plan.text}`)
    }
  })
}

async function fillTables(): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = off`
    await tx`
      insert into organizations (id, name) select 'org_' || number, 'One' from generate_series(0, 1) as number`
    await tx`create temporary table numbers on commit drop as
      select number, 'org_' || (number % 4 = 0)::integer as organization_id,
        now() - number * interval '1 second' as at
      from generate_series(1, ${ROWS}::integer) as number`
    await tx`analyze numbers`
    await tx`
      insert into access_tokens (organization_id, id, token_sha256, permissions, expires_at)
      select organization_id, 'tok_' || number, sha256(('tok_' || number)::bytea), '{}', now() + interval '1 day'
      from numbers`
    await tx`
      insert into fbo_accounts (organization_id, id) select organization_id, 'fbo_' || number from numbers`
    await tx`
      insert into inventory_items (organization_id, id, fbo_account_id)
      select organization_id, 'item_' || number, 'fbo_' || (case when number % 4 = 0 then 4 else 1 end)
      from numbers`
    await tx`
      insert into outbound_shipments (organization_id, id, fbo_account_id, status, created_at)
      select organization_id, 'ship_' || number,
        'fbo_' || (case when number % 4 = 0 then 4 when number % 5 = 0 then number else 1 end),
        (array['packing', 'inspecting', 'pending_approval', 'approved'])[1 + number / 7 % 4], at
      from numbers`
    for (const table of LARGE) await tx`analyze ${tx(table)}`
  })
}
