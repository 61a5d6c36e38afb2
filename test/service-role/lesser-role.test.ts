import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { SchemaMismatch } from '../../src/database/applied-migrations.ts'
import { migrate } from '../../src/database/migrations.ts'
import { runCommand } from '../support/processes/command.ts'
import { afterTest } from '../support/processes/embedded-directory.ts'
import {
  databaseUrlOf,
  spawnService,
  startServiceProcess,
} from '../support/processes/service-process.ts'
import { migrationsWith, OWN, pretendSteps } from '../support/schema/later-version.ts'
import { dumpSchema } from '../support/schema/schema-dump.ts'
import { makeDatabase } from '../support/vault/databases.ts'
import { madeRole } from '../support/vault/empty-database.ts'
import { connectionAs, openConnection, testServer } from '../support/vault/server.ts'
import type { Sql } from '../support/vault/sql.ts'

const MAY_NOT = /and this role may not change it: run vault-inventory migrate as the owner/

test('a role that may only read and write tables serves and runs commands, but does not migrate', async (t) => {
  const { sql, env } = await lesserRole(t, { migrated: true })
  const service = await startServiceProcess({ env, cleanup: (undo) => afterTest(t, undo) })
  assert.equal((await fetch(`${service.url}/health/ready`)).status, 200)
  const reported = await runCommand(['migrate'], env)
  assert.match(reported.stdout, /^Schema \d+ is up to date\.\n$/, reported.stderr)
  const { id } = (await runCommand(['organization', 'create', '--name', 'A', '--json'], env))
    .document
  const list = await runCommand(['organization', 'list', '--json'], env)
  assert.deepEqual({ code: list.code, stderr: list.stderr }, { code: 0, stderr: '' })
  assert.deepEqual(
    list.document.organizations.map((organization: { id: string }) => organization.id),
    [id],
  )
  const [row] = await sql`select count(*)::integer as count from organizations`
  assert.equal(row?.count, 1)
})

test('a role that may only read and write tables makes a backup, and is refused a restore', async (t) => {
  const { env } = await lesserRole(t, { migrated: true })
  const folder = mkdtempSync(join(tmpdir(), 'vault-backup-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'vault.backup')
  assert.match(
    (await runCommand(['backup', path], env)).stdout,
    / holds 0 rows of \d+ tables as of /,
  )
  const { code, stdout, stderr } = await runCommand(['restore', path], env)
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.match(
    stderr,
    /^This role may not create the tables [^\n]+ as the owner of the database\.\n$/,
  )
})

test('on an empty database that role is refused in one sentence that says who must migrate', async (t) => {
  const { sql, env } = await lesserRole(t, { migrated: false })
  for (const command of [['migrate'], ['organization', 'list']]) {
    const { code, stdout, stderr } = await runCommand(command, env)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, /^The schema is not up to date [^\n]*\.\n$/)
    assert.match(stderr, MAY_NOT)
  }
  const service = spawnService({ env, cleanup: (undo) => afterTest(t, undo) })
  assert.deepEqual(await service.exited, { code: 1, signal: null })
  assert.match(service.complaints(), MAY_NOT)
  assert.doesNotMatch(await dumpSchema(sql), /create table/)
})

test('on a database with a pending migration that role is refused the same way, and nothing changes', async (t) => {
  const { sql, lesser } = await lesserRole(t, { migrated: true })
  const folder = migrationsWith((undo) => t.after(undo))
  const before = await dumpSchema(sql)
  await assert.rejects(migrate(lesser, { folder }), (error: Error) => {
    assert.ok(error instanceof SchemaMismatch)
    assert.match(error.message, /\(pending: \d+_later\)/)
    assert.match(error.message, MAY_NOT)
    return true
  })
  assert.equal(await dumpSchema(sql), before)
})

test('that role serves a vault of the last unreleased build once its owner migrated it', async (t) => {
  const { sql, lesser, env } = await lesserRole(t, { migrated: true })
  await pretendSteps(sql)
  await assert.rejects(migrate(lesser), MAY_NOT)
  await migrate(sql)
  const service = await startServiceProcess({ env, cleanup: (undo) => afterTest(t, undo) })
  assert.equal((await fetch(`${service.url}/health/ready`)).status, 200)
  const upToDate = `Schema ${OWN.length} is up to date.\n`
  assert.equal((await runCommand(['migrate'], env)).stdout, upToDate)
})

test('a role that may not read the schema version is refused with the right that it lacks', async (t) => {
  const { sql, env, role } = await lesserRole(t, { migrated: true })
  await sql`revoke all on schema_migrations from ${sql(role)}`
  const { code, stderr } = await runCommand(['organization', 'list'], env)
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^This role may not read the table schema_migrations: run .* with SERVICE_ROLE/,
  )
})

interface LesserRole {
  readonly role: string
  /** The owner's connection. */
  readonly sql: Sql
  /** The role's own. */
  readonly lesser: Sql
  readonly env: Readonly<Record<string, string>>
}

/** A database, and a role that may read and write the rows of its tables and no more. */
async function lesserRole(
  t: TestContext,
  { migrated }: { migrated: boolean },
): Promise<LesserRole> {
  const cleanup = (undo: () => unknown) => afterTest(t, undo)
  const role = await madeRole(t)
  const template = migrated ? { template: testServer().template } : {}
  const { sql, connection: owners } = await makeDatabase({ ...template, cleanup })
  await sql`revoke create on schema public from public`
  await sql`grant usage on schema public to ${sql(role)}`
  await sql`grant select, insert, update, delete on all tables in schema public to ${sql(role)}`
  const connection = connectionAs(role, owners)
  const env = { DATABASE_URL: databaseUrlOf(connection) }
  const lesser = openConnection(connection, 1)
  cleanup(() => lesser.end())
  return { role, sql, lesser, env }
}
