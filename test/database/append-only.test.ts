import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ITEM_STATUSES } from '../../src/vault/items/inventory-item.ts'
import { MOVEMENT_KINDS } from '../../src/vault/items/inventory-movement.ts'
import { type Row, rowOf } from '../support/schema/schema-rows.ts'
import { twoOrganizations, undone } from '../support/schema/two-organizations.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// The schema itself protects the item log and the policies, also without the service.
const { sql, records } = await openOwnVault()
await twoOrganizations(sql, records)

const REWRITES: [what: string, statement: (table: string) => string][] = [
  ['every row updated', (table) => `update ${table} set organization_id = organization_id`],
  ['no row updated', (table) => `update ${table} set organization_id = 'x' where false`],
  ['every row deleted', (table) => `delete from ${table}`],
  ['no row deleted', (table) => `delete from ${table} where false`],
  ['the table emptied', (table) => `truncate ${table}`],
  ['the table emptied with what refers to it', (table) => `truncate ${table} cascade`],
]

const TABLES = [
  'inventory_movements',
  'inventory_stays',
  'inventory_valuations',
  'organization_policies',
  'outbound_shipment_items',
  'events',
  'event_seals',
  'event_checkpoints',
]
for (const table of TABLES) {
  test(`${table} accepts new rows, and none can be changed or deleted`, async () => {
    await undone(sql, async (tx) => {
      await tx`insert into ${tx(table)} ${tx(rowOf(table))}`
    })
    for (const [what, statement] of REWRITES) {
      await assert.rejects(
        sql.begin((tx) => tx.query(statement(table))),
        {
          name: 'PostgresError',
          code: '23000',
          message: `${table} is append-only: rows are neither changed nor deleted`,
        },
        what,
      )
    }
  })
}

test('Truncating a parent table does not truncate its log', async () => {
  await assert.rejects(
    sql.begin((tx) => tx.query('truncate organizations cascade')),
    { code: '23000', message: /append-only/ },
  )
  const before = [...(await sql`select * from inventory_movements`)]
  assert.ok(before.length > 0)
  const emptied = sql.begin(async (tx) => {
    await tx.query('truncate inventory_items cascade')
    assert.deepEqual([...(await tx`select * from inventory_movements`)], before)
    throw new Error('undone')
  })
  // PostgreSQL 18 refuses it: a reference that is not enforced is still a reference.
  await assert.rejects(emptied, /append-only|^Error: undone$/)
})

test('The items of a transfer batch cannot change; its other columns can', async () => {
  const refused = {
    name: 'PostgresError',
    code: '23000',
    message: 'the items of transfer_batches are append-only: they are neither changed nor deleted',
  }
  for (const statement of [
    "update transfer_batches set item_ids = '{}' where false",
    'update transfer_batches set item_ids = item_ids',
    "update transfer_batches set reasons = '{request}'",
    'delete from transfer_batches where false',
    'delete from transfer_batches',
    'truncate transfer_batches cascade',
  ]) {
    await assert.rejects(sql.query(statement), refused, statement)
  }
  await undone(sql, async (tx) => {
    const changed = await tx`
      update transfer_batches set notes = 'x' where id = 'home_xfer' returning 1`
    assert.equal(changed.length, 1)
  })
})

test('An upsert that would change an existing row is refused', async () => {
  await assert.rejects(
    sql`insert into organization_policies (organization_id, version) values ('home', 1)
      on conflict (organization_id, version) do update set four_eyes = false`,
    { code: '23000' },
  )
})

test('An approval ends once; nothing else of it can change', async () => {
  const row = rowOf('approvals')
  await undone(sql, async (tx) => {
    await tx`insert into approvals ${tx(row)}`
    const changed = await tx`
      update approvals set ended_at = now() where subject_id = 'home_xfer' returning 1`
    assert.equal(changed.length, 1)
  })
  for (const statement of [
    "update approvals set token_id = 'home_tok', ended_at = now()",
    'update approvals set ended_at = null',
    'update approvals set version = 2',
    'delete from approvals where false',
    'truncate approvals',
  ]) {
    await assert.rejects(
      sql.begin(async (tx) => {
        await tx`insert into approvals ${tx({ ...row, endedAt: null })}`
        if (statement.endsWith('null')) await tx`update approvals set ended_at = now()`
        await tx.query(statement)
      }),
      { code: '23000', message: /^approvals is append-only/ },
      statement,
    )
  }
})

const PENDING = 'shipment_pending'
/** The exact change of status of each kind of movement. */
const CHANGES: Record<string, string> = {
  taken_in: 'null in_vault',
  transfer_created: 'in_vault transfer_pending',
  transfer_completed: 'transfer_pending in_vault',
  transfer_rejected: 'transfer_pending in_vault',
  transfer_cancelled: 'transfer_pending in_vault',
  transfer_expired: 'transfer_pending in_vault',
  held: 'in_vault on_hold',
  released: 'on_hold in_vault',
  withdrawn: 'in_vault withdrawn',
  shipment_created: `in_vault ${PENDING}`,
  shipment_inspecting: `${PENDING} ${PENDING}`,
  shipment_submitted: `${PENDING} ${PENDING}`,
  shipment_approved: `${PENDING} ${PENDING}`,
  shipment_approval_withdrawn: `${PENDING} ${PENDING}`,
  shipment_returned_to_packing: `${PENDING} ${PENDING}`,
  shipment_held: `${PENDING} ${PENDING}`,
  shipment_released: `${PENDING} ${PENDING}`,
  shipment_shipped: `${PENDING} shipped`,
  shipment_delivered: 'shipped delivered',
  shipment_cancelled: `${PENDING} in_vault`,
}

test('Each kind of movement can be written only for its own change of status', async () => {
  const written: string[] = []
  await undone(sql, async (tx) => {
    for (const kind of MOVEMENT_KINDS) {
      for (const from of [null, ...ITEM_STATUSES]) {
        for (const to of ITEM_STATUSES) {
          if (await canWrite(tx, movement(kind, from, to))) written.push(`${kind} ${from} ${to}`)
        }
      }
    }
  })
  const expected = [
    ...ITEM_STATUSES.map((status) => `imported null ${status}`),
    ...Object.entries(CHANGES).map(([kind, change]) => `${kind} ${change}`),
  ]
  assert.deepEqual(written.sort(), expected.sort())
})

function movement(kind: string, fromStatus: string | null, toStatus: string): Row {
  const isFirst = kind === 'imported' || kind === 'taken_in'
  const holder = kind === 'imported' ? toStatus : kind
  return {
    ...rowOf('inventory_movements'),
    inventoryItemId: isFirst ? 'item_new' : 'home_item',
    number: isFirst ? 1 : 2,
    kind,
    fromStatus,
    toStatus,
    fromFboAccountId: isFirst ? null : 'home_one',
    toFboAccountId: kind === 'transfer_completed' ? 'home_two' : 'home_one',
    transferBatchId: holder.startsWith('transfer_') ? 'home_xfer' : null,
    outboundShipmentId: holder.startsWith('shipment_') ? 'home_ship' : null,
  }
}

async function canWrite(tx: typeof sql, row: Row): Promise<boolean> {
  await tx`savepoint before`
  try {
    if (row.number === 1) await tx`insert into inventory_items ${tx(rowOf('inventory_items'))}`
    await tx`insert into inventory_movements ${tx(row)}`
    return true
  } catch (error) {
    const { constraint_name: rule } = error as { constraint_name?: string }
    assert.match(rule ?? String(error), /^inventory_movements_(kind_fits|first)$/)
    return false
  } finally {
    await tx`rollback to savepoint before`
  }
}
