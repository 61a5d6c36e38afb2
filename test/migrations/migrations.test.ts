import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'
import { migrate, SchemaMismatch } from '../../src/database/migrations.ts'
import { SHIPMENT_STATUSES } from '../../src/domain/shipment-statuses.ts'
import { TRANSFER_STATUSES } from '../../src/transfers/transfer-batch.ts'
import { FIRST_ITEMS, filledFirstSchema } from '../support/schema/first-schema.ts'
import { dumpSchema } from '../support/schema/schema-dump.ts'
import { makeDatabase } from '../support/vault/databases.ts'
import { connectTo, testServer } from '../support/vault/server.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url))
const schemaSql = readFileSync(`${MIGRATIONS}schema.sql`, 'utf8')

test('migrate gives an empty database the schema of schema.sql, and does nothing the second time', async () => {
  const { sql } = await makeDatabase()
  const { applied, schemaVersion } = await migrate(sql)
  assert.equal(applied[0], '0001_the_four_operations')
  assert.equal(schemaVersion, applied.length)
  assert.equal(await dumpSchema(sql), schemaSql, 'run: npm run generate')
  const before = await history(sql)
  assert.deepEqual(await migrate(sql), { applied: [], schemaVersion })
  assert.deepEqual(await history(sql), before)
})

test('of twenty simultaneous migrations of an empty database one applies, and all succeed', async () => {
  const { name, sql } = await makeDatabase()
  const starters = Array.from({ length: 20 }, () => connectTo(testServer(), name, 1))
  const results = await Promise.all(starters.map((starter) => migrate(starter)))
  await Promise.all(starters.map((starter) => starter.end()))
  const applying = results.filter(({ applied }) => applied.length > 0)
  assert.equal(applying.length, 1)
  assert.equal(new Set(results.map(({ schemaVersion }) => schemaVersion)).size, 1)
  assert.equal(await dumpSchema(sql), schemaSql)
})

test('a database with a newer schema is refused and not changed', async () => {
  const { sql } = await makeDatabase()
  const { schemaVersion } = await migrate(sql)
  await sql`insert into schema_migrations (version, name, sha256) values (9999, '9999_later', 'x')`
  const before = await history(sql)
  await assert.rejects(migrate(sql), (error: Error) => {
    assert.ok(error instanceof SchemaMismatch)
    assert.equal(
      error.message,
      `The database has schema 9999 (9999_later), newer than the ${schemaVersion} of this program: ` +
        'start a version of vault-inventory that knows it.',
    )
    return true
  })
  assert.deepEqual(await history(sql), before)
})

test('a migration that was altered after it was applied is refused', async (t) => {
  const { sql } = await makeDatabase()
  const folder = copiedMigrations(t)
  await migrate(sql, { folder })
  const first = join(folder, '0001_the_four_operations.sql')
  writeFileSync(first, `${readFileSync(first, 'utf8')}\n-- an afterthought\n`)
  writeFileSync(join(folder, '8000_next.sql'), 'create table next (id integer);')
  const before = await dumpSchema(sql)
  await assert.rejects(migrate(sql, { folder }), (error: Error) => {
    assert.ok(error instanceof SchemaMismatch)
    assert.match(
      error.message,
      /^Migration 1 \(0001_the_four_operations\) was applied with a text that/,
    )
    return true
  })
  assert.equal(await dumpSchema(sql), before)
})

test('a server without an extension is told so in one sentence, and nothing is changed', async (t) => {
  const { sql } = await makeDatabase()
  const folder = copiedMigrations(t)
  writeFileSync(join(folder, '8000_colours.sql'), 'create extension if not exists colours;\n')
  const message =
    'The database server lacks the extension colours, and nothing was changed: install ' +
    "PostgreSQL's contrib package on it (postgresql-contrib), then try again."
  await assert.rejects(migrate(sql, { folder }), new SchemaMismatch(message))
  assert.doesNotMatch(await dumpSchema(sql), /create /)
})

test('a migration that fails leaves no trace, in an empty database and in a full one', async (t) => {
  const broken = 'create table half (id integer); select 1 / 0;'
  const empty = await makeDatabase()
  const folder = copiedMigrations(t)
  writeFileSync(join(folder, '8000_broken.sql'), broken)
  await assert.rejects(migrate(empty.sql, { folder }), { code: '22012' })
  assert.doesNotMatch(await dumpSchema(empty.sql), /create table/)

  const full = await makeDatabase()
  await migrate(full.sql)
  await assert.rejects(migrate(full.sql, { folder }), { code: '22012' })
  assert.equal(await dumpSchema(full.sql), schemaSql)
  writeFileSync(join(folder, '8000_broken.sql'), 'create table whole (id integer);')
  assert.deepEqual((await migrate(full.sql, { folder })).applied, ['8000_broken'])
})

test('a database of the first schema keeps its records, and gets logs and expiries', async (t) => {
  const sql = await filledFirstSchema(t)
  const { schemaVersion } = await migrate(sql)
  assert.ok(schemaVersion > 1)
  assert.equal(await dumpSchema(sql), schemaSql, 'run: npm run generate')

  const items = await sql`
    select id, movement_count, changed_at = ${await migratedAt(sql, 2)} as is_new, hold_reason
    from inventory_items order by id`
  assert.deepEqual(
    [...items],
    FIRST_ITEMS.map(({ id }) => ({ id, movementCount: 1, isNew: true, holdReason: null })),
  )
  const log = await sql`
    select inventory_item_id as id, number, kind, from_fbo_account_id as from_account,
      from_status, to_fbo_account_id as account, to_status as status, token_id, reason,
      transfer_batch_id as transfer, outbound_shipment_id as shipment,
      at = (select changed_at from inventory_items where id = inventory_item_id) as at_head
    from inventory_movements order by id`
  const nothing = { fromAccount: null, fromStatus: null, tokenId: null, reason: null }
  assert.deepEqual(
    [...log],
    FIRST_ITEMS.map(({ id, status, transfer, shipment }) => {
      const held = {
        account: 'one',
        status,
        transfer: transfer ?? null,
        shipment: shipment ?? null,
      }
      return { id, number: 1, kind: 'imported', ...nothing, ...held, atHead: true }
    }),
  )
})

test('batches of the first schema get their expiry or end, and shipments their items', async (t) => {
  const sql = await filledFirstSchema(t)
  await migrate(sql)

  const batches = await sql`
    select status, expires_at - ${await migratedAt(sql, 4)} = interval '14 days' as expires,
      decided_at = created_at as decided, system_review, cardinality(review) as reviewed,
      decided_by_token_id, decision_reason, approved_over_insured_maximum as over
    from transfer_batches order by id`
  const undecided = { decidedByTokenId: null, decisionReason: null, over: false }
  assert.deepEqual(
    [...batches],
    TRANSFER_STATUSES.toSorted().map((status) => {
      const pending = status === 'pending'
      const ends = { expires: pending ? true : null, decided: pending ? null : true }
      return { status, ...ends, systemReview: 'off', reviewed: 0, ...undecided }
    }),
  )
  const shipments = await sql`
    select status, total_items, held_at, cancelled_at, approved_at, delivered_at, carrier
    from outbound_shipments order by id`
  const steps = { approvedAt: null, deliveredAt: null, carrier: null }
  assert.deepEqual(
    [...shipments],
    SHIPMENT_STATUSES.toSorted().map((status) => {
      const totalItems = status === 'packing' ? 2 : status === 'approved' ? 1 : 0
      return { status, totalItems, heldAt: null, cancelledAt: null, ...steps }
    }),
  )
  const shipped = await sql`
    select outbound_shipment_id as shipment, position, inventory_item_id as item
    from outbound_shipment_items order by shipment, position`
  assert.deepEqual(
    [...shipped],
    [
      { shipment: 'ship_approved', position: 1, item: 'item_4' },
      { shipment: 'ship_packing', position: 1, item: 'item_2' },
      { shipment: 'ship_packing', position: 2, item: 'item_3' },
    ],
  )
})

/** When that migration ran. */
async function migratedAt(sql: Sql, version: number): Promise<string> {
  const [row] = await sql`select applied_at::text from schema_migrations where version = ${version}`
  return row?.appliedAt
}

function copiedMigrations(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'vault-migrations-'))
  t.after(() => rmSync(folder, { recursive: true }))
  cpSync(MIGRATIONS, folder, { recursive: true })
  return `${folder}/`
}

async function history(sql: Sql): Promise<unknown[]> {
  return [...(await sql`select * from schema_migrations order by version`)]
}
