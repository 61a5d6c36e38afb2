import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVault } from '../support/vault.ts'

// Rules that the schema holds by itself, tried with plain SQL around the service.
const { sql, records } = await openVault()

const HOME = await records.organization('home')
const AWAY = await records.organization('away')
for (const organizationId of [HOME, AWAY]) {
  await records.fboAccount(organizationId, { id: `${organizationId}_one`, isPrimary: true })
  await records.fboAccount(organizationId, { id: `${organizationId}_two` })
  await records.inventoryItem(organizationId, `${organizationId}_one`, {
    id: `${organizationId}_item`,
  })
  await records.outboundShipment(organizationId, `${organizationId}_one`, {
    id: `${organizationId}_ship`,
  })
  await sql`
    insert into access_tokens (organization_id, id, token_sha256, permissions, expires_at)
    values (${organizationId}, ${`${organizationId}_tok`}, sha256(${organizationId}::bytea), '{}', now())`
  await sql`insert into transfer_batches ${sql(batch({ organizationId, id: `${organizationId}_xfer` }))}`
}

type Row = Record<string, unknown>

function batch(columns: Row): Row {
  const { organizationId = HOME } = columns
  return {
    organizationId,
    id: 'xfer_new',
    fromFboAccountId: `${organizationId}_one`,
    toFboAccountId: `${organizationId}_two`,
    totalItems: 1,
    ...columns,
  }
}

const NEW_ROWS: Record<string, (columns: Row) => Row> = {
  organizations: (columns) => ({ id: 'org_new', name: 'New', ...columns }),
  access_tokens: (columns) => ({
    organizationId: HOME,
    id: 'tok_new',
    tokenSha256: Buffer.alloc(32, 7),
    permissions: [],
    expiresAt: new Date(),
    ...columns,
  }),
  fbo_accounts: (columns) => ({ organizationId: HOME, id: 'fbo_new', ...columns }),
  transfer_batches: batch,
  outbound_shipments: (columns) => ({
    organizationId: HOME,
    id: 'ship_new',
    fboAccountId: 'home_one',
    ...columns,
  }),
  inventory_items: (columns) => ({
    organizationId: HOME,
    id: 'item_new',
    fboAccountId: 'home_one',
    ...columns,
  }),
  transfer_items: (columns) => ({
    organizationId: HOME,
    transferBatchId: 'home_xfer',
    position: 1,
    inventoryItemId: 'home_item',
    reason: 'trade',
    ...columns,
  }),
}

const long = (length: number) => 'x'.repeat(length)
const AT = new Date('2026-01-01T00:00:00Z')

// Each row breaks exactly one rule: the table, the columns that break it, and the rule's name.
const BROKEN: [table: string, columns: Row, constraint: string][] = [
  ['organizations', { id: 'a b' }, 'organizations_id_form'],
  ['organizations', { id: HOME }, 'organizations_pkey'],
  ['organizations', { name: long(301) }, 'organizations_name_length'],
  ['access_tokens', { id: '' }, 'access_tokens_id_form'],
  ['access_tokens', { organizationId: 'nobody' }, 'access_tokens_organization'],
  ['access_tokens', { tokenSha256: Buffer.alloc(31) }, 'access_tokens_sha256_length'],
  ['access_tokens', { expiresAt: new Date('2036-01-01') }, 'access_tokens_lifetime'],
  ['fbo_accounts', { id: long(65) }, 'fbo_accounts_id_form'],
  ['fbo_accounts', { id: 'home_one' }, 'fbo_accounts_pkey'],
  ['fbo_accounts', { organizationId: 'nobody' }, 'fbo_accounts_organization'],
  ['fbo_accounts', { isPrimary: true }, 'fbo_accounts_one_primary'],
  ['fbo_accounts', { firstName: '' }, 'fbo_accounts_first_name_length'],
  ['fbo_accounts', { lastName: long(301) }, 'fbo_accounts_last_name_length'],
  ['fbo_accounts', { email: 'a@b@c' }, 'fbo_accounts_email_form'],
  ['fbo_accounts', { email: `a@${long(253)}` }, 'fbo_accounts_email_form'],
  ['fbo_accounts', { phone: '12' }, 'fbo_accounts_phone_form'],
  ['fbo_accounts', { businessName: long(501) }, 'fbo_accounts_business_name_length'],
  ['fbo_accounts', { maxInsuredValueCents: '-1' }, 'fbo_accounts_max_insured_value_not_negative'],
  ['transfer_batches', { id: 'ü' }, 'transfer_batches_id_form'],
  ['transfer_batches', { toFboAccountId: 'home_one' }, 'transfer_batches_accounts_differ'],
  ['transfer_batches', { status: 'approved' }, 'transfer_batches_status_known'],
  ['transfer_batches', { totalItems: 0 }, 'transfer_batches_total_items_range'],
  ['transfer_batches', { notes: long(2001) }, 'transfer_batches_notes_length'],
  ['outbound_shipments', { id: 'a/b' }, 'outbound_shipments_id_form'],
  ['outbound_shipments', { status: 'cancelled' }, 'outbound_shipments_status_known'],
  ['outbound_shipments', { status: 'shipped' }, 'outbound_shipments_shipped_at_set'],
  ['outbound_shipments', { status: 'delivered' }, 'outbound_shipments_shipped_at_set'],
  ['outbound_shipments', { shippedAt: AT }, 'outbound_shipments_shipped_at_set'],
  ['inventory_items', { id: 'a.b' }, 'inventory_items_id_form'],
  ['inventory_items', { status: 'lost' }, 'inventory_items_status_known'],
  ['inventory_items', { description: '' }, 'inventory_items_description_length'],
  ['inventory_items', { description: long(501) }, 'inventory_items_description_length'],
  ['inventory_items', { declaredValueCents: '-1' }, 'inventory_items_declared_value_not_negative'],
  ['inventory_items', { status: 'transfer_pending' }, 'inventory_items_one_claim'],
  ['inventory_items', { status: 'shipment_pending' }, 'inventory_items_one_claim'],
  ['inventory_items', { activeTransferId: 'home_xfer' }, 'inventory_items_one_claim'],
  ['inventory_items', { activeShipmentId: 'home_ship' }, 'inventory_items_one_claim'],
  [
    'inventory_items',
    {
      status: 'transfer_pending',
      activeTransferId: 'home_xfer',
      activeShipmentId: 'home_ship',
    },
    'inventory_items_one_claim',
  ],
  ['transfer_items', { reason: 'gift' }, 'transfer_items_reason_known'],
  // References to records of another organization, which do exist there.
  ['transfer_batches', { fromFboAccountId: 'away_one' }, 'transfer_batches_from_account'],
  ['transfer_batches', { toFboAccountId: 'away_two' }, 'transfer_batches_to_account'],
  ['transfer_batches', { createdByTokenId: 'away_tok' }, 'transfer_batches_created_by'],
  ['outbound_shipments', { fboAccountId: 'away_one' }, 'outbound_shipments_account'],
  ['inventory_items', { fboAccountId: 'away_one' }, 'inventory_items_account'],
  [
    'inventory_items',
    { status: 'transfer_pending', activeTransferId: 'away_xfer' },
    'inventory_items_active_transfer',
  ],
  [
    'inventory_items',
    { status: 'shipment_pending', activeShipmentId: 'away_ship' },
    'inventory_items_active_shipment',
  ],
  ['transfer_items', { transferBatchId: 'away_xfer' }, 'transfer_items_batch'],
  ['transfer_items', { inventoryItemId: 'away_item' }, 'transfer_items_item'],
]

// Rules about two rows: the first of each pair is fine, the second is not beside it.
const DOUBLED: [table: string, first: Row, second: Row, constraint: string][] = [
  ['access_tokens', { id: 'tok_a' }, { id: 'tok_b' }, 'access_tokens_sha256_unique'],
  ['transfer_items', {}, { position: 2 }, 'transfer_items_item_once'],
  ['transfer_items', {}, { inventoryItemId: 'item_new' }, 'transfer_items_pkey'],
  ['access_tokens', {}, { tokenSha256: Buffer.alloc(32, 8) }, 'access_tokens_pkey'],
  ['transfer_batches', {}, {}, 'transfer_batches_pkey'],
  ['outbound_shipments', {}, {}, 'outbound_shipments_pkey'],
  ['inventory_items', {}, {}, 'inventory_items_pkey'],
]

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

test('without a broken rule, each of these rows can be written', async () => {
  for (const [table, row] of Object.entries(NEW_ROWS)) {
    await undone(async (tx) => void (await tx`insert into ${tx(table)} ${tx(row({}))}`))
  }
})

test('every rule of the schema is tried here', async () => {
  const rules = await sql<{ name: string }[]>`
    select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'p')
      and conrelid <> 'schema_migrations'::regclass
    union select indexname from pg_indexes
    where schemaname = 'public' and indexdef like 'CREATE UNIQUE %'
      and tablename <> 'schema_migrations'`
  const tried = new Set([...BROKEN, ...DOUBLED].map((row) => row.at(-1)))
  const missing = rules.map(({ name }) => name).filter((name) => !tried.has(name))
  assert.deepEqual(missing, [], 'add a row that breaks these')
})

test('an item that is claimed cannot be claimed again beside its status', async () => {
  const claim = (columns: Row) =>
    undone(
      async (tx) =>
        void (await tx`update inventory_items set ${tx(columns)} where id = 'home_item'`),
    )
  await claim({ status: 'transfer_pending', activeTransferId: 'home_xfer' })
  await assertBroken(claim({ status: 'on_hold', activeTransferId: 'home_xfer' }), CLAIM)
  await assertBroken(claim({ activeTransferId: 'home_xfer' }), CLAIM)
})

test('every primary key leads with the organization, and every reference carries it', async () => {
  const keys = await sql<{ table: string; kind: string; target: string; columns: string[] }[]>`
    select conrelid::regclass::text as table, contype as kind, confrelid::regclass::text as target,
      array(select attname::text from unnest(conkey) with ordinality as key (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns
    from pg_constraint
    where contype in ('p', 'f') and connamespace = 'public'::regnamespace`
  const ABOVE = ['organizations', 'schema_migrations']
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
    // The look-up that finds out who calls: nothing else is known by then.
    ['access_tokens_sha256_unique'],
  )
})

const CLAIM = 'inventory_items_one_claim'

async function insert(table: string, rows: readonly Row[]): Promise<void> {
  await undone(async (tx) => {
    const row = NEW_ROWS[table] as (columns: Row) => Row
    if (table === 'transfer_items') {
      await tx`insert into inventory_items ${tx((NEW_ROWS.inventory_items as typeof row)({}))}`
    }
    for (const columns of rows) await tx`insert into ${tx(table)} ${tx(row(columns))}`
  })
}

/** Runs the work and takes it back, so that each rule is tried on the same records. */
async function undone(work: (tx: typeof sql) => Promise<void>): Promise<void> {
  const done = sql.begin(async (tx) => {
    await work(tx as unknown as typeof sql)
    throw new Error('undone')
  })
  await done.catch((error) => {
    if (error.message !== 'undone') throw error
  })
}

async function assertBroken(work: Promise<void>, constraint: string): Promise<void> {
  await assert.rejects(work, { name: 'PostgresError', constraint_name: constraint })
}
