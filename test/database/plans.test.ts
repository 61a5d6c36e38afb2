import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { findLiveToken } from '../../src/access-tokens/authenticate.store.ts'
import { createAccessToken } from '../../src/access-tokens/create-access-token.store.ts'
import { listAccessTokens } from '../../src/access-tokens/list-access-tokens.store.ts'
import { revokeAccessToken } from '../../src/access-tokens/revoke-access-token.store.ts'
import { rotateAccessToken } from '../../src/access-tokens/rotate-access-token.store.ts'
import type { Caller } from '../../src/caller.ts'
import type { Database } from '../../src/database/database.ts'
import { getFboAccount } from '../../src/fbo-accounts/get-fbo-account.store.ts'
import { getInsuredExposure } from '../../src/fbo-accounts/get-insured-exposure.store.ts'
import { listFboAccounts } from '../../src/fbo-accounts/list-fbo-accounts.store.ts'
import { updateFboAccount } from '../../src/fbo-accounts/update-fbo-account.store.ts'
import { changeItemStatus } from '../../src/inventory-items/change-item-status.store.ts'
import { getInventoryItem } from '../../src/inventory-items/get-inventory-item.store.ts'
import { listHoldings } from '../../src/inventory-items/list-holdings.store.ts'
import { listInventoryItems } from '../../src/inventory-items/list-inventory-items.store.ts'
import { listInventoryMovements } from '../../src/inventory-items/list-inventory-movements.store.ts'
import { takeInItems } from '../../src/inventory-items/take-in-inventory-items.store.ts'
import { claimForShipment } from '../../src/outbound-shipments/create-outbound-shipment.store.ts'
import { getOutboundShipment } from '../../src/outbound-shipments/get-outbound-shipment.store.ts'
import { listOutboundShipmentItems } from '../../src/outbound-shipments/list-outbound-shipment-items.store.ts'
import { listOutboundShipments } from '../../src/outbound-shipments/list-outbound-shipments.store.ts'
import { lockAndMove } from '../../src/outbound-shipments/move-shipment.store.ts'
import { claimItems } from '../../src/transfers/create-transfer.store.ts'
import { endTransfer } from '../../src/transfers/end-transfer.store.ts'
import { getTransfer } from '../../src/transfers/get-transfer.store.ts'
import { listTransferItems } from '../../src/transfers/list-transfer-items.store.ts'
import { listTransfers } from '../../src/transfers/list-transfers.store.ts'
import { findDueTransfers } from '../../src/transfers/settle-transfers.store.ts'
import { planOf, statementsOf, unsent } from '../support/query-plan.ts'
import { freshDatabase } from '../support/vault.ts'

const ROWS = 200_000
const FEWER = 50_000
/** Tables that no request may read from end to end. */
const LARGE = [
  ...['access_tokens', 'fbo_accounts', 'outbound_shipments', 'transfer_batches'],
  ...['inventory_items', 'inventory_movements', 'outbound_shipment_items', 'transfer_items'],
]

const { sql } = await freshDatabase()
await fillTables()

// The organization that three of four records belong to: the hardest for an index.
const caller: Caller = {
  organizationId: 'org_0',
  tokenId: 'tok_1',
  permissions: new Set(['access_tokens:manage']),
}
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
    [ACCOUNTS_KEY, ITEMS_KEY, ITEMS_KEY, 'organization_policies_pkey'],
  ]),
  ...[1, 5].flatMap((page): [string, Work, string[]][] => [
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

const page = { page: 1, limit: 100 }
const ending = (outcome: 'completed' | 'cancelled' | 'expired') => (database: Database) =>
  database.decide((sql) =>
    unsent(sql, (recording) =>
      endTransfer(caller, recording, {
        transferBatchId: 'xfer_1',
        outcome,
        by: outcome === 'expired' ? 'time' : 'token',
        reason: null,
      }),
    ),
  )
const rotation = {
  oldTokenId: 'tok_1',
  newTokenId: 'tok_new',
  tokenSha256: sha256,
  graceDays: 7,
}
const newToken = {
  id: 'tok_new',
  permissions: ['fbo_accounts:read'],
  owner: null,
  tokenSha256: sha256,
  lifetimeSeconds: 60,
}
const itemChange = { inventoryItemId: 'item_1', verb: 'hold', reason: 'Why' } as const
const intake = { id: 'item_new', fboAccountId: 'fbo_1', description: null, declaredValueCents: '0' }
const BATCHES = 'transfer_batches_newest'
const shipped = { verb: 'ship', carrier: 'Brinks', trackingNumber: 'BX 1' } as const

/** Of the longer ones the indexes are left to PostgreSQL, but a table is never read whole. */
const FURTHER: [name: string, work: Work, indexes?: string[]][] = [
  ['due transfers', (db) => findDueTransfers(caller, db, ['xfer_1'])],
  ['approve transfer', ending('completed')],
  ['cancel transfer', ending('cancelled')],
  ['expire transfer', ending('expired')],
  ['get transfer', (db) => getTransfer(caller, db, 'xfer_1'), ['transfer_batches_pkey']],
  ['items of a transfer', (db) => listTransferItems(caller, db, 'xfer_1', page)],
  ['list transfers', (db) => listTransfers(caller, db, page), [BATCHES]],
  [
    'list transfers by status',
    (db) => listTransfers(caller, db, { ...page, status: 'pending' }),
    [`${BATCHES}_by_status`],
  ],
  [
    'list transfers by source',
    (db) => listTransfers(caller, db, { ...page, fromFboAccountId: 'fbo_1' }),
    [`${BATCHES}_by_source`],
  ],
  [
    'list transfers by destination',
    (db) => listTransfers(caller, db, { ...page, toFboAccountId: 'fbo_2' }),
    [`${BATCHES}_by_destination`],
  ],
  ['list accounts', (db) => listFboAccounts(caller, db, page), ['fbo_accounts_newest']],
  ['primary account', (db) => listFboAccounts(caller, db, { ...page, isPrimary: true })],
  ['insured exposure', (db) => getInsuredExposure(caller, db, 'fbo_1')],
  ['list tokens', (db) => listAccessTokens(caller, db, page), ['access_tokens_newest']],
  ['issue token', (db) => createAccessToken(caller, db, newToken), ['access_tokens_pkey']],
  ['rotate token', (db) => rotateAccessToken(caller, db, rotation)],
  ['revoke token', (db) => revokeAccessToken(caller, db, 'tok_1'), ['access_tokens_pkey']],
  ['get item', (db) => getInventoryItem(caller, db, 'item_1'), [ITEMS_KEY]],
  ['list items', (db) => listInventoryItems(caller, db, page), ['inventory_items_newest']],
  [
    'list items by status',
    (db) => listInventoryItems(caller, db, { ...page, status: 'on_hold' }),
    ['inventory_items_newest_by_status'],
  ],
  ['log of an item', (db) => listInventoryMovements(caller, db, 'item_1', page)],
  ['change an item', (db) => changeItemStatus(caller, db, itemChange)],
  ['take an item in', (db) => takeInItems(caller, db, [intake])],
  ['holdings', (db) => listHoldings(caller, db, 'fbo_5', page)],
  ['get shipment', (db) => getOutboundShipment(caller, db, 'ship_1'), ['outbound_shipments_pkey']],
  ['items of a shipment', (db) => listOutboundShipmentItems(caller, db, 'ship_1', page)],
  ['ship', (db) => lockAndMove(caller, db, 'ship_1', shipped)],
  ['approve shipment', (db) => lockAndMove(caller, db, 'ship_1', { verb: 'approve' })],
  [
    'create shipment of 20 items',
    (db) =>
      claimForShipment(caller, db, 'ship_new', { fboAccountId: 'fbo_1', items: request(20).items }),
  ],
]

for (const [name, work, indexes] of [...STATEMENTS, ...FURTHER]) {
  test(`${name}: reads by index, with a generic plan and with one for the values`, async () => {
    const statements = await statementsOf(sql, work)
    assert.equal(statements.length, 1, 'one round trip')
    for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
      const plan = await planOf(sql, statements[0]!, mode)
      const sequential = plan.sequential.filter((table) => LARGE.includes(table))
      assert.deepEqual(sequential, [], `${mode}: ${plan.text}`)
      if (indexes !== undefined) {
        assert.deepEqual(plan.indexes.toSorted(), indexes, `${mode}: ${plan.text}`)
      }
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
    await tx`
      insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
        status, total_items, created_at, expires_at, decided_at)
      select organization_id, 'xfer_' || number,
        'fbo_' || (case when number % 4 = 0 then 4 when number % 5 = 0 then number else 1 end),
        'fbo_' || (case when number % 4 = 0 then 8 when number % 7 = 0 then 3 else 2 end),
        case when number % 50 = 1 then 'pending' else 'completed' end, 1, at, at + interval '14 days',
        case when number % 50 = 1 then null else at end
      from numbers`
    await tx`
      insert into transfer_items (organization_id, transfer_batch_id, position, inventory_item_id,
        reason)
      select organization_id, 'xfer_' || number, 1, 'item_' || number, 'trade'
      from numbers where number <= ${FEWER}`
    await tx`
      insert into outbound_shipment_items (organization_id, outbound_shipment_id, position,
        inventory_item_id)
      select organization_id, 'ship_' || number, 1, 'item_' || number
      from numbers where number <= ${FEWER}`
    await tx`
      insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
        to_fbo_account_id, to_status)
      select organization_id, 'item_' || number, 1, at, 'imported',
        'fbo_' || (case when number % 4 = 0 then 4 else 1 end), 'in_vault'
      from numbers where number <= ${FEWER}`
    for (const table of LARGE) await tx`analyze ${tx(table)}`
  })
}
