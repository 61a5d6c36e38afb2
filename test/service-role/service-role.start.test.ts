import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { migrate } from '../../src/database/migrations.ts'
import { runCommand } from '../support/processes/command.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import {
  databaseUrlOf,
  spawnService,
  startServiceProcess,
} from '../support/processes/service-process.ts'
import { LATER, migrationsWith, OWN } from '../support/schema/later-version.ts'
import { emptyDatabase, madeRole } from '../support/vault/empty-database.ts'
import { connectionAs } from '../support/vault/server.ts'
import type { Sql } from '../support/vault/sql.ts'

const WARNING = 'requests run as a role that owns the tables: give them one by SERVICE_ROLE'

test('migrate grants SERVICE_ROLE its rights and prints them; the service runs as that role', async (t) => {
  const { owner, service, role } = await twoRoles(t)
  const first = (await runCommand(['migrate', '--json'], owner)).document
  assert.deepEqual(first.applied, OWN)
  assert.equal(first.granted.role, role)
  const reported = await runCommand(['migrate'], owner)
  const [upToDate, heading, ...lines] = reported.stdout.trimEnd().split('\n')
  assert.equal(upToDate, `Schema ${first.schemaVersion} is up to date.`)
  assert.equal(heading, `Granted ${role} the rights that the service needs:`)
  assert.deepEqual(
    lines,
    first.granted.statements.map((statement: string) => `  ${statement};`),
  )
  const served = await startServiceProcess({ env: service })
  assert.equal((await fetch(`${served.url}/health/ready`)).status, 200)
  assert.ok(!served.log.some(({ msg }) => msg === WARNING))
  const created = await runCommand(['organization', 'create', '--name', 'A'], service)
  assert.equal(created.code, 0, created.stderr)
})

test('One DATABASE_URL is enough; a start with rights to change the schema warns', async (t) => {
  const { owner } = await twoRoles(t)
  const env = { DATABASE_URL: owner.DATABASE_URL }
  const served = await startServiceProcess({ env })
  const line = served.log.find(({ msg }) => msg === WARNING)
  assert.deepEqual([line?.level, line?.role], ['warn', ownerOf(owner)])
})

test('migrate reports in one sentence a role that may not grant, and one that does not exist', async (t) => {
  const { sql, owner, service } = await twoRoles(t)
  const unknown = { ...owner, SERVICE_ROLE: 'vault_test_none' }
  const refused = await runCommand(['migrate'], unknown)
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /^SERVICE_ROLE names a role that [^\n]+ create role [^\n]+\n$/)
  const [found] = await sql`select to_regclass('organizations') is null as is_empty`
  assert.deepEqual(found, { isEmpty: true })
  const early = spawnService({ env: service })
  assert.equal((await early.exited).code, 1)
  await runCommand(['migrate'], owner)
  const own = await runCommand(['migrate'], { ...owner, DATABASE_URL: service.DATABASE_URL })
  assert.match(
    own.stderr,
    /^This role may not grant [^\n]+ as the owner, or without SERVICE_ROLE\.\n$/,
  )
  const same = await runCommand(['migrate'], { ...owner, SERVICE_ROLE: ownerOf(owner) })
  assert.match(same.stderr, /may do more than the service needs \(it is a superuser, [^\n]+\n$/)
})

test('A migration makes its grants in its own transaction', async (t) => {
  const { sql, role } = await twoRoles(t)
  await migrate(sql, { serviceRole: role })
  await sql`revoke all on organizations from ${sql(role)}`
  assert.deepEqual((await migrate(sql, { serviceRole: role })).applied, [])
  assert.equal(await mayRead(sql, role), false)
  const folder = migrationsWith((undo) => t.after(undo))
  assert.deepEqual((await migrate(sql, { serviceRole: role, folder })).applied, [LATER.name])
  assert.equal(await mayRead(sql, role), true)
})

test('A restore makes the grants too', async (t) => {
  const from = await twoRoles(t)
  const to = await twoRoles(t)
  await runCommand(['organization', 'create', '--name', 'A', '--id', 'org_a'], from.owner)
  const path = join(temporaryDirectory(t), 'vault.backup')
  assert.equal((await runCommand(['backup', path], from.service)).code, 0)
  assert.equal((await runCommand(['restore', path], to.owner)).code, 0)
  const list = await runCommand(['organization', 'list', '--json'], to.service)
  assert.equal(list.document.organizations[0].id, 'org_a')
})

async function mayRead(sql: Sql, role: string): Promise<boolean> {
  const [row] = await sql`select has_table_privilege(${role}, 'organizations', 'select') as may`
  return row?.may
}

/** An empty database, its owner, and a role that may connect to it. */
async function twoRoles(t: TestContext) {
  const role = await madeRole(t)
  const { sql, connection, env } = await emptyDatabase(t)
  return {
    sql,
    role,
    owner: { ...env, SERVICE_ROLE: role },
    service: { DATABASE_URL: databaseUrlOf(connectionAs(role, connection)) },
  }
}

function ownerOf({ DATABASE_URL }: { readonly DATABASE_URL: string }): string {
  return /\/\/([^:]+):/.exec(DATABASE_URL)?.[1] as string
}
