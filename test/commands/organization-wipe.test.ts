import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { KEPT_TABLES } from '../../src/access/organizations/wipe-organization.store.ts'
import { notingLock, WAIT_FOR_LOCK } from '../../src/database/changes/locks.ts'
import { runnerOf } from '../../src/database/changes/organization-transaction.ts'
import { VAULT_TABLES } from '../../src/database/vault-tables.ts'
import { secretsKeys } from '../../src/runtime/config/setting-values.ts'
import { runCommand } from '../support/processes/command.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { allSealed } from '../support/sealed-log/sealed-vault.ts'
import { fillVault } from '../support/vault/full-vault.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const SECRETS_KEY = randomBytes(32).toString('base64')
const vault = await openOwnVault({ SECRETS_KEY: secretsKeys(SECRETS_KEY) })
const { api, ownerConnection, records, sql } = vault
const env = { DATABASE_URL: databaseUrlOf(ownerConnection), SECRETS_KEY }
const wipe = (id: string, by = env) => runCommand(['organization', 'wipe', id, '--json'], by)

const full = await fillVault(vault, 'test')
const { organizationId, creatorTokenId } = full
const other = await records.organization(undefined, 'test')
await records.inventoryItems(other, await records.fboAccount(other), 3)
const live = await records.organization()
await records.inventoryItems(live, await records.fboAccount(live), 3)

async function rowsOf(table: string, id: string): Promise<number> {
  if (table === 'signing_keys') return 0
  const column = table === 'organizations' ? 'id' : 'organization_id'
  const [row] = await sql.query<{ count: number }[]>(
    `select count(*)::integer as count from ${table} where ${column} = $1`,
    [id],
  )
  return row?.count as number
}

async function present(): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from unnest(${[...VAULT_TABLES]}::text[]) as name
    where to_regclass(name) is not null`
  return rows.map(({ name }) => name)
}

test('A live organization is refused, and so is one that does not exist', async () => {
  await withoutWriting(records, async () => {
    const refused = await wipe(live)
    assert.equal(refused.code, 1)
    assert.match(refused.document.error, /is a live organization: only test organizations/)
    assert.equal((await wipe('org_nobody')).code, 1)
  })
})

test('The role of the service cannot wipe', async () => {
  await withoutWriting(records, async () => {
    const refused = await wipe(other, { ...env, DATABASE_URL: databaseUrlOf(vault.connection) })
    assert.equal(refused.code, 1)
    assert.match(refused.document.error, /run organization wipe as the owner of the tables/)
  })
})

test('The owner cannot rewrite a log by a statement alone, nor in a wipe one that it keeps', async () => {
  for (const table of ['inventory_movements', 'transfer_batches']) {
    await assert.rejects(sql.query(`delete from ${table}`), /append-only/)
  }
  const kept = ['events', 'event_seals', 'event_checkpoints', 'organization_policies']
  for (const table of kept) {
    const attempt = sql.begin(async (tx) => {
      await tx`set local vault_inventory.wipes = 'on'`
      await tx.query(`delete from ${table}`)
    })
    await assert.rejects(attempt, /append-only/, table)
  }
  const rewrite = sql.begin(async (tx) => {
    await tx`set local vault_inventory.wipes = 'on'`
    await tx`update inventory_movements set reason = 'Another'`
  })
  await assert.rejects(rewrite, /append-only/)
})

test('A wipe deletes all records of the organization, and leaves what it was set up with', async () => {
  await allSealed(vault, organizationId)
  const tables = await present()
  const before = new Map<string, number>()
  for (const table of tables) before.set(table, await rowsOf(table, organizationId))
  const { code, stderr, document } = await wipe(organizationId)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.equal(document.tables.inventory_items, before.get('inventory_items'))
  for (const table of tables) {
    const rows = await rowsOf(table, organizationId)
    const isKept = (KEPT_TABLES as readonly string[]).includes(table)
    if (!isKept) assert.equal(rows, 0, table)
    // The log grows by the event, which may be sealed already.
    else if (!table.startsWith('event')) assert.equal(rows, before.get(table), table)
    else assert.ok(rows >= (before.get(table) as number), table)
  }
  for (const id of [other, live]) {
    assert.equal(await rowsOf('inventory_items', id), 3)
    assert.equal(await rowsOf('inventory_movements', id), 3)
  }
})

test('A wipe waits for a transaction that notes words', async () => {
  const id = await records.organization(undefined, 'test')
  await records.fboAccount(id)
  const { wiped } = await sql.begin(async (tx) => {
    await runnerOf({ organizationId: id }, tx).run(WAIT_FOR_LOCK, [notingLock(id)])
    const started = wipe(id)
    await whoWaitsForLock(sql)
    assert.equal(await rowsOf('fbo_accounts', id), 1)
    return { wiped: started }
  })
  assert.equal((await wiped).code, 0)
  assert.equal(await rowsOf('fbo_accounts', id), 0)
})

test('After a wipe the tokens work, the log goes on, and nothing is wrong', async () => {
  const { token } = await records.token(organizationId)
  const path = '/v1/events?type=organization.wiped'
  const { body } = await api.get(path, { token })
  assert.equal(body.data.length, 1)
  const { actor, mode, subject, data } = body.data[0]
  assert.deepEqual(
    { system: actor.system, mode, subject, data },
    {
      system: 'command_line',
      mode: 'test',
      subject: { type: 'organization', id: organizationId },
      data: {},
    },
  )
  const old = await sql`select revoked_at from access_tokens where id = ${creatorTokenId}`
  assert.equal(old[0]?.revokedAt, null)
  const created = await api.post('/v1/fbo-accounts', { token, body: { firstName: 'Ada' } })
  assert.equal(created.status, 201, created.text)
  const taken = await api.post('/v1/inventory-items', {
    token,
    body: { items: [{ fboAccountId: created.body.data.id, description: 'Ring' }] },
  })
  assert.equal(taken.status, 201, taken.text)
  assert.equal((await api.get('/v1/transfers', { token })).body.pagination.totalItems ?? 0, 0)
  await allSealed(vault, organizationId)
  const { code, stdout } = await runCommand(['verify', '--organization', organizationId], env)
  assert.equal(code, 0, stdout)
  assert.equal((await wipe(organizationId)).code, 0, 'again')
})
