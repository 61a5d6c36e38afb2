import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'
import { migrate, SchemaMismatch } from '../../src/database/migrations.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import {
  adminConnection,
  connectTo,
  createDatabase,
  dropDatabase,
  testServer,
} from '../support/server.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url))
let databasesMade = 0
const schemaSql = readFileSync(`${MIGRATIONS}schema.sql`, 'utf8')

test('an empty database gets the schema of migrations/schema.sql; a second run does nothing', async (t) => {
  const { sql } = await emptyDatabase(t)
  const { applied, schemaVersion } = await migrate(sql)
  assert.equal(applied[0], '0001_the_four_operations')
  assert.equal(schemaVersion, applied.length)
  assert.equal(await dumpSchema(sql), schemaSql, 'run: npm run generate')
  const before = await history(sql)
  assert.deepEqual(await migrate(sql), { applied: [], schemaVersion })
  assert.deepEqual(await history(sql), before)
})

test('of twenty starters at once on an empty database one applies, and all succeed', async (t) => {
  const { name, sql } = await emptyDatabase(t)
  const starters = Array.from({ length: 20 }, () => connectTo(testServer(), name, 1))
  const results = await Promise.all(starters.map((starter) => migrate(starter)))
  await Promise.all(starters.map((starter) => starter.end()))
  const applying = results.filter(({ applied }) => applied.length > 0)
  assert.equal(applying.length, 1)
  assert.equal(new Set(results.map(({ schemaVersion }) => schemaVersion)).size, 1)
  assert.equal(await dumpSchema(sql), schemaSql)
})

test('a database with a newer schema is refused, and left alone', async (t) => {
  const { sql } = await emptyDatabase(t)
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
  const { sql } = await emptyDatabase(t)
  const folder = copiedMigrations(t)
  await migrate(sql, folder)
  const first = join(folder, '0001_the_four_operations.sql')
  writeFileSync(first, `${readFileSync(first, 'utf8')}\n-- an afterthought\n`)
  writeFileSync(join(folder, '8000_next.sql'), 'create table next (id integer);')
  const before = await dumpSchema(sql)
  await assert.rejects(migrate(sql, folder), (error: Error) => {
    assert.ok(error instanceof SchemaMismatch)
    assert.match(
      error.message,
      /^Migration 1 \(0001_the_four_operations\) was applied with another text/,
    )
    return true
  })
  assert.equal(await dumpSchema(sql), before)
})

test('a migration that fails half way leaves nothing, on an empty database and on a full one', async (t) => {
  const broken = 'create table half (id integer); select 1 / 0;'
  const empty = await emptyDatabase(t)
  const folder = copiedMigrations(t)
  writeFileSync(join(folder, '8000_broken.sql'), broken)
  await assert.rejects(migrate(empty.sql, folder), { code: '22012' })
  assert.doesNotMatch(await dumpSchema(empty.sql), /create table/)

  const full = await emptyDatabase(t)
  await migrate(full.sql)
  await assert.rejects(migrate(full.sql, folder), { code: '22012' })
  assert.equal(await dumpSchema(full.sql), schemaSql)
  writeFileSync(join(folder, '8000_broken.sql'), 'create table whole (id integer);')
  assert.deepEqual((await migrate(full.sql, folder)).applied, ['8000_broken'])
})

async function emptyDatabase(t: TestContext): Promise<{ name: string; sql: Sql }> {
  const server = testServer()
  databasesMade += 1
  const name = `vault_test_${process.pid}_empty_${databasesMade}`
  const admin = adminConnection(server)
  await createDatabase(admin, name)
  const sql = connectTo(server, name)
  t.after(async () => {
    await sql.end()
    await dropDatabase(admin, name)
    await admin.end()
  })
  return { name, sql }
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
