import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BROKEN } from '../support/schema/broken-rows.ts'
import { DOUBLED } from '../support/schema/doubled-rows.ts'
import { type Row, rowOf, TABLES } from '../support/schema/schema-rows.ts'
import { twoOrganizations, undone } from '../support/schema/two-organizations.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// Constraints of the schema itself, tried with plain SQL without the service.
const { sql, records } = await openOwnVault({}, { signingKey: false })
await twoOrganizations(sql, records)

for (const [table, columns, constraint] of BROKEN) {
  test(`${constraint} holds: ${Object.keys(columns).join(', ')}`, async () => {
    await assertBroken(insert(table, [columns]), constraint)
  })
}
for (const [table, first, second, constraint] of DOUBLED) {
  test(`${constraint} holds`, async () => {
    await assertBroken(insert(table, [first, second]), constraint)
  })
}

test('each of these rows can be written if it breaks no rule', async () => {
  for (const table of TABLES) {
    await undone(sql, async (tx) => {
      // The service has noted how far it searched the events.
      await tx`delete from search_progress`
      await tx`insert into ${tx(table)} ${tx(rowOf(table))}`
    })
  }
})

test('every constraint of the schema has a case here', async () => {
  const rules = await sql<{ name: string }[]>`
    select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'p')
      -- One that calls a function stands for all rules that the function names.
      and conname not like '%\\_rules'
      -- Those of 18 and later that are not enforced are what verify checks.
      and not (contype = 'f' and pg_get_constraintdef(oid) like '% NOT ENFORCED') and conrelid <> 'schema_migrations'::regclass
    union select (regexp_matches(prosrc, $$then '(\\w+)'$$, 'g'))[1]
    from pg_proc where pronamespace = 'public'::regnamespace and proname like '%\\_rules'
    union select indexname from pg_indexes
    where schemaname = 'public' and indexdef like 'CREATE UNIQUE %'
      and tablename <> 'schema_migrations'`
  const tried = new Set([...BROKEN, ...DOUBLED].map((row) => row.at(-1)))
  const missing = rules.map(({ name }) => name).filter((name) => !tried.has(name))
  assert.deepEqual(missing, [], 'add a row that breaks these')
})

test('constraints hold with an empty search path, as in a restore of pg_dump', async () => {
  const tables = ['fbo_accounts', 'transfer_batches', 'inventory_items', 'inventory_movements']
  for (const table of tables) {
    await undone(sql, async (tx) => {
      await tx`set local search_path = ''`
      await tx`insert into ${tx(`public.${table}`)} ${tx(rowOf(table))}`
    })
  }
})

test('every primary key leads with the organization, and every reference carries it', async () => {
  const keys = await sql<{ table: string; kind: string; target: string; columns: string[] }[]>`
    select conrelid::regclass::text as table, contype as kind, confrelid::regclass::text as target,
      array(select attname::text from unnest(conkey) with ordinality as key (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns
    from pg_constraint
    where contype in ('p', 'f') and connamespace = 'public'::regnamespace`
  const ABOVE = [
    ...['access_token_organizations', 'command_runs', 'organizations', 'schema_migrations'],
    'signing_keys',
  ]
  const owned = keys.filter(({ table }) => !ABOVE.includes(table))
  assert.ok(owned.length >= 10)
  for (const { table, kind, target, columns } of owned) {
    const what = `${table} ${kind} ${target} (${columns})`
    assert.equal(columns[0], 'organization_id', what)
    if (kind === 'f' && target !== 'organizations') assert.ok(columns.length > 1, what)
  }
  const indexes = await sql<{ name: string; first: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid, 1, false) as first
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and relname <> all(${ABOVE})`
  const others = indexes.filter(({ first }) => first !== 'organization_id')
  assert.deepEqual(
    others.map(({ name }) => name),
    // The previous version looks tokens up by it. Its span names the organization inside.
    ['access_tokens_sha256_unique', 'inventory_stays_spans'],
  )
})

async function insert(table: string, rows: readonly Row[]): Promise<void> {
  await undone(sql, async (tx) => {
    if (table === 'outbound_shipment_items') {
      await tx`insert into inventory_items ${tx(rowOf('inventory_items'))}`
    }
    for (const columns of rows) await tx`insert into ${tx(table)} ${tx(rowOf(table, columns))}`
  })
}

async function assertBroken(work: Promise<void>, constraint: string): Promise<void> {
  await assert.rejects(work, { name: 'PostgresError', constraint_name: constraint })
}
