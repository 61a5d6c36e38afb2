import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DatabaseUnusable } from '../../src/database/postgres/postgres-errors.ts'
import {
  grantServiceRole,
  SERVICE_FUNCTIONS,
  SERVICE_RIGHTS,
} from '../../src/database/service-role.ts'
import { Importer } from '../support/operations/import-run.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { fillVault } from '../support/vault/full-vault.ts'
import { createRole, openConnection, testServer } from '../support/vault/server.ts'
import type { Sql, TransactionSql } from '../support/vault/sql.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// The services of all tests run as this role, which proves that its rights suffice.
const vault = await openOwnVault()
const { sql } = vault
const { serviceRole } = testServer()
const service = openConnection(vault.connection, 1)
after(() => service.end())

test('The grants are enough where PUBLIC has no rights', async () => {
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  const name = row?.name as string
  await sql`revoke all on database ${sql(name)} from public`
  await sql`grant connect on database ${sql(name)} to ${sql(serviceRole)}`
  await sql`revoke all on schema public from public`
  await sql`revoke execute on all functions in schema public from public`
  const { organizationId } = await fillVault(vault)
  const importer = new Importer({ DATABASE_URL: databaseUrlOf(vault.connection) })
  const args = ['--organization', organizationId]
  const { code, stderr } = await importer.run(
    'fbo-accounts',
    importer.file('firstName\nA\n'),
    ...args,
  )
  assert.deepEqual([code, stderr], [0, ''])
})

const LOGS = ['inventory_movements', 'organization_policies', 'outbound_shipment_items']
const REFUSED = [
  ...LOGS.flatMap((table) => [
    `alter table ${table} disable trigger all`,
    `alter table ${table} disable trigger ${table}_append_only`,
    `drop trigger ${table}_append_only on ${table}`,
    `update ${table} set organization_id = organization_id where false`,
    `delete from ${table} where false`,
    `truncate ${table}`,
    `truncate ${table} cascade`,
  ]),
  'set session_replication_role = replica',
  'create table mine ()',
  'create function mine() returns integer language sql return 1',
  'create schema mine',
  'alter table inventory_items add column mine integer',
  'drop table idempotency_keys',
  'drop index inventory_items_newest',
  'alter function refuse_to_rewrite() security definer',
  'create or replace function refuse_to_rewrite() returns trigger language plpgsql as $$ begin return new; end $$',
  'delete from inventory_items where false',
  'delete from transfer_batches where false',
  'delete from access_tokens where false',
  "update organizations set id = 'x' where false",
  'update idempotency_keys set status = 200 where false',
  "insert into schema_migrations (version, name, sha256) values (9999, 'x', 'x')",
  'do $$ begin lock table inventory_movements in share mode; end $$',
  'select rolpassword from pg_authid',
  "select pg_read_file('/etc/hostname')",
  "copy (select 1) to program 'cat'",
  'create role mine',
  'alter role current_user superuser',
]

test('The service role cannot disable triggers, rewrite logs, change the schema or read passwords', async () => {
  const [row] = await sql<{ name: string }[]>`select current_user as name`
  const before = await vault.records.fingerprint()
  for (const statement of [...REFUSED, `set role ${row?.name}`]) {
    await assert.rejects(service.query(statement), { code: '42501' }, statement)
  }
  assert.equal(await vault.records.fingerprint(), before)
})

test('The grants cover every table and every called function, but no trigger function', async () => {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`
  assert.deepEqual(tables.map(({ name }) => name).sort(), Object.keys(SERVICE_RIGHTS).sort())
  const functions = await sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      and not exists (
        select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid
          and deptype = 'e')`
  assert.deepEqual(functions.map(({ name }) => name).sort(), SERVICE_FUNCTIONS.toSorted())
})

test('Additional rights are revoked; rights inherited from another role are refused', async () => {
  const role = `vault_test_${process.pid}_granted`
  await createRole(sql, role)
  after(async () => {
    await sql`drop owned by ${sql(role)}`
    await sql`drop role ${sql(role)}`
  })
  await sql`grant all on all tables in schema public to ${sql(role)}`
  await sql`grant update (reason) on inventory_movements to ${sql(role)}`
  await undone(async (tx) => {
    const { statements } = await grantServiceRole(tx, role)
    assert.ok(statements.includes(`grant select, insert on inventory_movements to ${role}`))
    const [may] = await tx`
      select has_table_privilege(${role}, 'inventory_movements', 'insert') as insert,
        has_table_privilege(${role}, 'inventory_movements', 'delete, truncate, trigger') as more,
        has_any_column_privilege(${role}, 'inventory_movements', 'update') as rewrite`
    assert.deepEqual(may, { insert: true, more: false, rewrite: false })
  })
  const WAYS: [way: (tx: Sql) => PromiseLike<unknown>, reported: RegExp][] = [
    [
      (tx) => tx`grant delete on inventory_movements to public`,
      /\(delete on inventory_movements\)/,
    ],
    [(tx) => tx`grant create on schema public to public`, /\(create on the schema\)/],
    [
      (tx) => tx`grant update (reason) on inventory_movements to public`,
      /\(update \(reason\) on inventory_movements\)/,
    ],
    [
      async (tx) => {
        await tx`alter role ${tx(role)} noinherit`
        await tx`grant pg_write_all_data to ${tx(role)}`
      },
      /\(insert on schema_migrations, /,
    ],
    [(tx) => tx`grant pg_execute_server_program to ${tx(role)}`, /run programs/],
    [(tx) => tx`grant pg_write_all_data to ${tx(role)}`, /\(insert on schema_migrations, /],
    [(tx) => tx`alter role ${tx(role)} superuser`, /\(it is a superuser/],
    [(tx) => tx`alter role ${tx(role)} createrole`, /may create roles/],
    [async (tx) => tx.query(`grant ${await owner(tx)} to ${role}`), /act as the owner/],
  ]
  const [me] = await sql`select rolsuper as is_super from pg_roles where rolname = current_user`
  // Only a superuser can make this mistake.
  for (const [way, reported] of me?.isSuper ? WAYS : WAYS.slice(0, 3)) {
    await undone(async (tx) => {
      await way(tx as unknown as Sql)
      await assert.rejects(grantServiceRole(tx, role), (error: Error) => {
        assert.ok(error instanceof DatabaseUnusable, String(error))
        assert.match(error.message, reported)
        return true
      })
    })
  }
})

async function owner(tx: Sql): Promise<string> {
  const [row] = await tx<{ name: string }[]>`select current_user as name`
  return row?.name as string
}

type Work = (tx: TransactionSql) => Promise<unknown>

async function undone(work: Work): Promise<void> {
  const back = new Error('undone')
  const done = sql.begin(async (tx) => {
    await work(tx)
    throw back
  })
  await assert.rejects(done, (error) => {
    if (error !== back) throw error
    return true
  })
}
