import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../support/processes/embedded-directory.ts'
import { waitingForLocks, whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { openConnection } from '../support/vault/server.ts'
import { openVault } from '../support/vault/vault.ts'

// Counts of all records take long in large vaults. A lock stands for that.

const PATH = '/v1/summary'
const vault = await openVault({ DATABASE_POOL_SIZE: 3, DATABASE_QUEUE_TIMEOUT_MS: 1_000 })
const { records, sql } = vault
const single = await openVault({ STATEMENT_BATCH_SIZE_MAX: 1 }, { connection: vault.connection })
const hasty = await openVault(
  { DATABASE_STATEMENT_TIMEOUT_MS: 1_000 },
  { connection: vault.connection },
)

/** Organizations whose counts wait until they are let go. */
async function slowCounts(t: TestContext, count: number) {
  const organizations = []
  for (let n = 0; n < count; n += 1) {
    const id = await records.organization()
    await sql`insert into organization_counts (organization_id) values (${id})`
    organizations.push({ id, token: (await records.token(id)).token })
  }
  const ids = organizations.map(({ id }) => id)
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const ended = sql.begin(async (tx) => {
    await tx`select from organization_counts where organization_id = any(${ids}::text[]) for update`
    isLocked()
    await end
  })
  await locked
  const release = () => {
    letGo()
    return ended
  }
  t.after(release)
  return { organizations, letGo: release }
}

test('One organization counts at a time: others wait their turn, and all else goes on', async (t) => {
  const { organizations, letGo } = await slowCounts(t, 5)
  const counting = organizations.map(({ token }) => vault.api.get(PATH, { token }))
  await whoWaitsForLock(sql)
  const { token } = await records.token(await records.organization())
  const late = await Promise.race(counting)
  assert.equal((await waitingForLocks(sql)).length, 1)
  assert.equal(late.status, 503, late.text)
  assert.equal(late.headers.get('retry-after'), '1')
  assert.match(late.text, /waiting for the database/)
  assert.equal((await vault.api.get('/v1/inventory-items', { token })).status, 200)
  await vault.database.ping()
  await letGo()
  const statuses = (await Promise.all(counting)).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [200, 503, 503, 503, 503])
})

test('Without batches, too, an organization counts once, and a lost connection is no 500', async (t) => {
  const { organizations, letGo } = await slowCounts(t, 1)
  const token = organizations[0]?.token as string
  const counting = Array.from({ length: 12 }, () => single.api.get(PATH, { token }))
  const pid = await whoWaitsForLock(sql)
  await eventually(() => single.database.pending === 12, 'all to wait')
  assert.deepEqual(await waitingForLocks(sql), [pid])
  await sql`select pg_terminate_backend(${pid})`
  await letGo()
  const statuses = (await Promise.all(counting)).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [...Array(11).fill(200), 503])
})

test('Where the events since take longer than a statement may, everything is counted', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const account = await records.fboAccount(organizationId, { maxInsuredValueCents: '1000' })
  await records.inventoryItems(organizationId, account, 3)
  const figures = () => hasty.api.get(PATH, { token })
  assert.equal((await figures()).status, 200)
  const body = { fboAccountId: account, declaredValueCents: '7' }
  for (let n = 0; n < 60; n += 1) {
    assert.equal((await vault.api.post('/v1/inventory-items', { token, body })).status, 201)
  }
  const owner = openConnection(vault.ownerConnection, 1)
  await owner.unsafe(`
    create function slow() returns trigger language plpgsql as
      'begin perform pg_sleep(1.5); return null; end';
    create trigger slow after insert on account_exposures
      for each statement execute function slow()`)
  try {
    const { status, body: found, text } = await figures()
    assert.equal(status, 200, text)
    assert.equal(found.data.itemsByStatus.in_vault, 63)
    const [kept] = await sql`
      select number = (
        select max(number) from events where organization_id = ${organizationId}) as up
      from organization_counts where organization_id = ${organizationId}`
    assert.equal(kept?.up, true)
  } finally {
    await owner`drop function slow cascade`
    await owner.end()
  }
})
