import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SchemaMismatch } from '../../src/database/applied-migrations.ts'
import { migrate, pendingNames } from '../../src/database/migrations.ts'
import {
  LATER,
  migrationsWith,
  OWN,
  pretendSteps,
  UNRELEASED_STEPS,
} from '../support/schema/later-version.ts'
import { dumpSchema } from '../support/schema/schema-dump.ts'
import { makeDatabase } from '../support/vault/databases.ts'
import { connectTo, testServer } from '../support/vault/server.ts'
import type { Sql } from '../support/vault/sql.ts'

const BASELINE = '0001_vault'

test('migrate gives an empty database its schema, and does nothing the second time', async () => {
  const { sql } = await makeDatabase()
  assert.deepEqual(await migrate(sql), { applied: OWN, schemaVersion: OWN.length })
  assert.match(await dumpSchema(sql), /create table inventory_items /)
  const before = await history(sql)
  assert.deepEqual(await migrate(sql), { applied: [], schemaVersion: OWN.length })
  assert.deepEqual(await history(sql), before)
})

test('of twenty simultaneous migrations of an empty database one applies, and all succeed', async (t) => {
  const { name, sql } = await makeDatabase()
  const folder = migrationsWith((undo) => t.after(undo))
  const starters = Array.from({ length: 20 }, () => connectTo(testServer(), name, 1))
  const results = await Promise.all(starters.map((starter) => migrate(starter, { folder })))
  await Promise.all(starters.map((starter) => starter.end()))
  const applied = results.flatMap((result) => result.applied)
  assert.deepEqual(applied, [...OWN, LATER.name])
  assert.deepEqual(
    new Set(results.map(({ schemaVersion }) => schemaVersion)),
    new Set([LATER.version]),
  )
  assert.equal((await history(sql)).length, LATER.version)
})

test('a later version migrates a vault with records, and leaves the schema of a new one', async (t) => {
  const { sql } = await makeDatabase()
  await migrate(sql)
  await sql`insert into organizations (id, name) values ('org', 'One')`
  await sql`insert into fbo_accounts (organization_id, id) values ('org', 'a')`
  await sql`
    insert into inventory_items (organization_id, id, fbo_account_id) values ('org', 'item', 'a')`
  const folder = migrationsWith((undo) => t.after(undo))
  assert.deepEqual(await migrate(sql, { folder }), {
    applied: [LATER.name],
    schemaVersion: LATER.version,
  })
  const items = await sql`select id, shelf from inventory_items`
  assert.deepEqual([...items], [{ id: 'item', shelf: 'new' }])
  const fresh = await makeDatabase()
  await migrate(fresh.sql, { folder })
  assert.equal(await dumpSchema(sql), await dumpSchema(fresh.sql))
})

test('a database with a newer schema is refused and not changed', async () => {
  const { sql } = await makeDatabase()
  await migrate(sql)
  await sql`insert into schema_migrations (version, name, sha256) values (9999, '9999_later', 'x')`
  const before = await history(sql)
  await assert.rejects(
    migrate(sql),
    new SchemaMismatch(
      `The database has schema 9999 (9999_later), newer than the ${OWN.length} of this program: ` +
        'start a version of vault-inventory that knows it.',
    ),
  )
  assert.deepEqual(await history(sql), before)
})

test('a migration that was altered after it was applied is refused', async (t) => {
  const { sql } = await makeDatabase()
  const folder = migrationsWith((undo) => t.after(undo), {})
  await migrate(sql, { folder })
  const first = join(folder, `${BASELINE}.sql`)
  writeFileSync(first, `${readFileSync(first, 'utf8')}\n-- an afterthought\n`)
  writeFileSync(join(folder, '0099_next.sql'), 'create table next (id integer);')
  const before = await dumpSchema(sql)
  await assert.rejects(
    migrate(sql, { folder }),
    new SchemaMismatch(
      'Migration 1 (0001_vault) was applied with a text that this program does not have: this ' +
        'database was made by a different build of vault-inventory.',
    ),
  )
  assert.equal(await dumpSchema(sql), before)
})

test('a server without an extension is told so in one sentence, and nothing is changed', async (t) => {
  const { sql } = await makeDatabase()
  const colours = 'create extension if not exists colours;\n'
  const folder = migrationsWith((undo) => t.after(undo), { '0099_colours.sql': colours })
  const message =
    'The database server lacks the extension colours, and nothing was changed: install ' +
    "PostgreSQL's contrib package on it (postgresql-contrib), then try again."
  await assert.rejects(migrate(sql, { folder }), new SchemaMismatch(message))
  assert.doesNotMatch(await dumpSchema(sql), /create /)
})

test('a migration that fails leaves no trace, in an empty database and in a full one', async (t) => {
  const broken = 'create table half (id integer); select 1 / 0;'
  const folder = migrationsWith((undo) => t.after(undo), { '0099_broken.sql': broken })
  const empty = await makeDatabase()
  await assert.rejects(migrate(empty.sql, { folder }), { code: '22012' })
  assert.doesNotMatch(await dumpSchema(empty.sql), /create table/)

  const full = await makeDatabase()
  await migrate(full.sql)
  const before = await dumpSchema(full.sql)
  await assert.rejects(migrate(full.sql, { folder }), { code: '22012' })
  assert.equal(await dumpSchema(full.sql), before)
  writeFileSync(join(folder, '0099_broken.sql'), 'create table whole (id integer);')
  assert.deepEqual((await migrate(full.sql, { folder })).applied, ['0099_broken'])
})

test('a vault of the last unreleased build has the baseline, and takes later migrations', async (t) => {
  const { sql } = await makeDatabase()
  await migrate(sql)
  await pretendSteps(sql)
  const before = await history(sql)
  const pending = OWN.slice(1)
  assert.deepEqual(await pendingNames(sql), { pending, schemaVersion: OWN.length })
  const folder = migrationsWith((undo) => t.after(undo), { [LATER.file]: 'select 1 / 0;' })
  await assert.rejects(migrate(sql, { folder }), { code: '22012' })
  assert.deepEqual(await history(sql), before, 'its rows stay as they are until then')

  writeFileSync(join(folder, LATER.file), LATER.text)
  assert.deepEqual(await migrate(sql, { folder }), {
    applied: [...pending, LATER.name],
    schemaVersion: LATER.version,
  })
  const fresh = await makeDatabase()
  await migrate(fresh.sql, { folder })
  const rows = (database: Sql) =>
    database`select version, name, sha256 from schema_migrations order by version`
  assert.deepEqual([...(await rows(sql))], [...(await rows(fresh.sql))])
  assert.deepEqual(await migrate(sql, { folder }), { applied: [], schemaVersion: LATER.version })
})

test('a vault of an older build, or of another one, is told which build brings it up to date', async () => {
  const { sql } = await makeDatabase()
  await migrate(sql)
  const last = UNRELEASED_STEPS.at(-1) as (typeof UNRELEASED_STEPS)[number]
  const others = [
    UNRELEASED_STEPS.slice(0, 1),
    UNRELEASED_STEPS.slice(0, 54),
    [...UNRELEASED_STEPS, { ...last, version: 56 }],
    UNRELEASED_STEPS.with(54, { ...last, sha256: 'x' }),
  ]
  const refusal = new SchemaMismatch(
    'This database was made by an unreleased build of vault-inventory before the first version: ' +
      'open it with build 61a6294d first, which brings it up to date.',
  )
  for (const steps of others) {
    await pretendSteps(sql, steps)
    const before = await history(sql)
    await assert.rejects(migrate(sql), refusal)
    await assert.rejects(pendingNames(sql), refusal)
    assert.deepEqual(await history(sql), before)
  }
})

async function history(sql: Sql): Promise<unknown[]> {
  return [...(await sql`select * from schema_migrations order by version`)]
}
