import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { COORDINATOR, distributionOf } from '../../src/database/cluster/topology.ts'
import { migrate } from '../../src/database/migrations.ts'
import {
  ORGANIZATION_TABLES,
  vaultTables,
  WHOLE_VAULT_TABLES,
} from '../../src/database/vault-tables.ts'
import {
  createClusterDatabase,
  createClusterVault,
  dropClusterDatabase,
  onNode,
} from '../support/processes/cluster.ts'
import { runCommand } from '../support/processes/command.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { LATER, migrationsWith, OWN, pretendSteps } from '../support/schema/later-version.ts'
import { connectionTo, openConnection, testServer } from '../support/vault/server.ts'

const server = testServer()
let made = 0

/** A database on all nodes, dropped after the test file. */
async function clusterDatabase(make: typeof createClusterDatabase) {
  made += 1
  const name = `vault_test_${process.pid}_distribute_${made}`
  after(() => dropClusterDatabase(server, name))
  await make(server, name)
  const connection = connectionTo(server, name)
  const sql = openConnection(connection, 2, COORDINATOR)
  after(() => sql.end())
  return { name, sql, env: { DATABASE_URL: databaseUrlOf(connection) } }
}

test('distribute distributes an empty vault and reports what it did', async () => {
  const { sql, env } = await clusterDatabase(createClusterDatabase)
  const first = await runCommand(['distribute', '--shards', '6', '--json'], env)
  assert.equal(first.code, 0, first.stderr)
  const { applied, distributed, shards, nodes } = JSON.parse(first.stdout)
  assert.deepEqual(applied, OWN)
  // Migrations dropped some of the tables that there ever were.
  const present = (await sql.begin(vaultTables)).map(({ name }) => name)
  const spread = ORGANIZATION_TABLES.filter((name) => present.includes(name))
  const expected = [...spread, ...WHOLE_VAULT_TABLES]
  assert.deepEqual([distributed, shards], [expected, 6])
  assert.deepEqual(await distributionOf(sql), { shards, nodes })
  const again = await runCommand(['distribute', '--shards', '9'], env)
  assert.equal(again.code, 0, again.stderr)
  assert.match(again.stdout, /^The vault was already distributed: 6 shards on \d+ nodes?\.\n$/)
})

test('commands find the coordinator from any node', async () => {
  const { env } = await clusterDatabase(createClusterVault)
  const node = new URL(env.DATABASE_URL)
  const [, { host, port } = { host: '', port: 0 }] = server.nodes ?? []
  node.hostname = host
  node.port = `${port}`
  const create = ['organization', 'create', '--name', 'A', '--id', 'org_a']
  for (const command of [['migrate'], ['distribute'], create, ['verify']]) {
    const { code, stderr, stdout } = await runCommand(command, { DATABASE_URL: node.href })
    assert.equal(code, 0, stderr + stdout)
  }
})

test('distribute refuses a vault with records and changes nothing', async () => {
  const { sql, env } = await clusterDatabase(createClusterDatabase)
  await runCommand(['organization', 'create', '--name', 'A', '--id', 'org_a'], env)
  const before = await sql`select * from schema_migrations`
  const { code, stderr } = await runCommand(['distribute'], env)
  assert.equal(code, 1)
  assert.deepEqual([...(await sql`select * from schema_migrations`)], [...before])
  assert.match(stderr, /^The vault is not empty \(its table organizations has rows\), and nothing /)
  assert.equal(await distributionOf(sql), null)
})

test('distribute refuses a database without Citus, and one without nodes', async () => {
  const [coordinator] = server.nodes ?? []
  assert.ok(coordinator !== undefined)
  const name = `vault_test_${process.pid}_plain`
  after(() => dropClusterDatabase(server, name))
  await onNode(server, coordinator, 'postgres', (sql) => sql`create database ${sql(name)}`)
  const env = { DATABASE_URL: databaseUrlOf(connectionTo(server, name)) }
  const plain = await runCommand(['distribute'], env)
  assert.equal(plain.code, 1)
  assert.match(plain.stderr, /^The database has no citus extension: set DATABASE_URL to the coordi/)
  await onNode(server, coordinator, name, (sql) => sql`create extension citus`)
  const alone = await runCommand(['distribute'], env)
  assert.equal(alone.code, 1)
  assert.match(alone.stderr, /^The cluster has no node that takes shards: add one with citus_add_n/)
  const wrong = await runCommand(['distribute', '--shards', '0'], env)
  assert.match(wrong.stderr, /^--shards takes a whole number from 1 to 1024\.\n$/)
})

test('Later migrations work on a distributed vault: columns, rules, indexes, functions', async () => {
  const { sql } = await clusterDatabase(createClusterVault)
  // As the last unreleased build left it.
  await pretendSteps(sql)
  const later = `alter table fbo_accounts add column colour text;
    alter table fbo_accounts add constraint fbo_accounts_colour check (colour <> '');
    create index fbo_accounts_by_colour on fbo_accounts (organization_id, colour);
    create or replace function next_version() returns trigger language plpgsql as
      $$begin new.version := old.version + 1; return new; end$$;`
  const folder = migrationsWith(after, { [LATER.file]: later })
  assert.deepEqual((await migrate(sql, { folder })).applied, [...OWN.slice(1), LATER.name])
  const table = 'create table colours (organization_id text not null, id text not null);'
  writeFileSync(`${folder}0099_table.sql`, table)
  await assert.rejects(migrate(sql, { folder }), /the table colours is missing in VAULT_TABLES/)
  rmSync(`${folder}0099_table.sql`)
  await sql`insert into organizations (id, name) values ('org_a', 'A')`
  const insert = (colour: string) =>
    sql`insert into fbo_accounts (organization_id, id, colour) values ('org_a', 'a', ${colour})`
  await assert.rejects(insert(''), /fbo_accounts_colour/)
  await insert('green')
})
