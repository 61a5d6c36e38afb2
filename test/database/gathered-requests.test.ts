import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../src/caller.ts'
import { claimItems } from '../../src/transfers/create-transfer.store.ts'
import { eventually } from '../support/embedded-directory.ts'
import { openVault } from '../support/vault.ts'

// What gathering must not change for a caller, over HTTP and a real database.

const vault = await openVault()
const { api, sql, records, database, metrics } = vault
const other = await openVault({}, { connection: vault.connection })

const organizationId = await records.organization()
const { token, id: tokenId } = await records.token(organizationId)
const accounts = await Promise.all(
  Array.from({ length: 40 }, () => records.fboAccount(organizationId)),
)

const path = (id: string) => `/v1/fbo-accounts/${id}`
const rename = (id: string, firstName: string) =>
  api.patch(path(id), { token, body: { firstName } })

/** How many statements of that kind there were, and how many requests they answered. */
async function gatherings(statement: string): Promise<{ statements: number; requests: number }> {
  const text = await metrics.registry.metrics()
  const read = (what: string) =>
    Number(
      new RegExp(`vault_database_gathering_size_${what}{statement="${statement}"} (\\d+)`).exec(
        text,
      )?.[1] ?? 0,
    )
  return { statements: read('count'), requests: read('sum') }
}

test('Every request sees each change that was acknowledged before it was sent, on any replica', async () => {
  const readers = [api, other.api]
  await Promise.all(
    accounts.map(async (id, place) => {
      for (let round = 0; round < 15; round += 1) {
        const firstName = `Ada ${place} ${round}`
        const written = await rename(id, firstName)
        assert.equal(written.status, 200)
        for (const reader of readers) {
          const { body } = await reader.get(path(id), { token })
          assert.equal(body.data.firstName, firstName)
        }
      }
    }),
  )
  for (const statement of ['update_fbo_account', 'get_fbo_account', 'find_live_token']) {
    const { statements, requests } = await gatherings(statement)
    assert.ok(requests >= 600, `${statement} asked ${requests} times`)
    assert.ok(statements < requests / 2, `${statement}: ${requests} in ${statements} statements`)
  }
})

test('A revoked token is refused by the next request, in the thick of others', async () => {
  let isOver = false
  const noise = accounts.map(async (id) => {
    while (!isOver) await api.get(path(id), { token })
  })
  for (let round = 0; round < 10; round += 1) {
    const short = await records.token(organizationId)
    assert.equal((await other.api.get(path(accounts[0]!), { token: short.token })).status, 200)
    const revoked = await api.post(`/v1/access-tokens/${short.id}/revoke`, { token })
    assert.equal(revoked.status, 200)
    assert.equal((await other.api.get(path(accounts[0]!), { token: short.token })).status, 401)
  }
  isOver = true
  await Promise.all(noise)
})

test('Changes of different members of one account, sent together, are all kept', async () => {
  const [id] = accounts as [string]
  const changes = [
    { firstName: 'Grace' },
    { lastName: 'Hopper' },
    { phone: null },
    { email: 'g@h' },
  ]
  const answers = await Promise.all(changes.map((body) => api.patch(path(id), { token, body })))
  for (const [place, { status, body }] of answers.entries()) {
    assert.equal(status, 200)
    assert.deepEqual(
      { ...body.data, ...changes[place] },
      body.data,
      'an answer shows its own change',
    )
  }
  const { body } = await api.get(path(id), { token })
  assert.deepEqual({ ...body.data, ...Object.assign({}, ...changes) }, body.data)
})

test('An account that somebody holds locked keeps nobody waiting but who asks for it', async () => {
  const [locked, ...free] = accounts as [string, ...string[]]
  await sql
    .begin(async (tx) => {
      await tx`select from fbo_accounts where id = ${locked} for update`
      const held = rename(locked, 'Waits')
      const answers = await Promise.all(free.map((id) => rename(id, 'Goes on')))
      for (const { status } of answers) assert.equal(status, 200)
      await eventually(async () => {
        const waiting = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
        return waiting.length === 1
      }, 'the update of the locked account to wait')
      return { held }
    })
    .then(async ({ held }) => assert.equal((await held).status, 200))
})

test('A request that makes the statement fail harms only itself', async () => {
  await sql.unsafe(`
    create function refuse_poison() returns trigger language plpgsql as $$
      begin
        if new.notes = 'poison' then raise exception 'poison'; end if;
        return new;
      end $$;
    create trigger refuse_poison before insert on transfer_batches
      for each row execute function refuse_poison()`)
  const [fromFboAccountId, toFboAccountId] = accounts as [string, string]
  const items = await records.inventoryItems(organizationId, fromFboAccountId, 30)
  const before = await gatherings('create_transfer')
  const answers = await Promise.all(
    items.map((inventoryItemId, place) =>
      api.post('/v1/transfers', {
        token,
        body: {
          fromFboAccountId,
          toFboAccountId,
          notes: place % 10 === 3 ? 'poison' : 'fine',
          items: [{ inventoryItemId, reason: 'trade' }],
        },
      }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    items.map((_, place) => (place % 10 === 3 ? 500 : 201)),
  )
  const after = await gatherings('create_transfer')
  assert.ok(after.statements - before.statements < 20, 'they were gathered')
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select count(*)::integer as count from inventory_items
    where organization_id = ${organizationId} and status = 'transfer_pending'`
  assert.equal(count, 27)
  await sql.unsafe('drop trigger refuse_poison on transfer_batches; drop function refuse_poison()')
})

test('Of gathered transfers that want the same item the first to arrive wins, and the rest are told', async () => {
  const [fromFboAccountId, toFboAccountId] = accounts as [string, string]
  const caller: Caller = { organizationId, tokenId, permissions: new Set() }
  for (let round = 0; round < 5; round += 1) {
    const items = await records.inventoryItems(organizationId, fromFboAccountId, 12)
    // Each wants two neighbours of a ring, so every item is wanted twice.
    const decisions = await Promise.all(
      items.map((inventoryItemId, place) =>
        claimItems(caller, database, `xfer_${round}_${place}`, {
          fromFboAccountId,
          toFboAccountId,
          items: [inventoryItemId, items[(place + 1) % items.length]!].map((id) => ({
            inventoryItemId: id,
            reason: 'trade',
          })),
        }),
      ),
    )
    assert.deepEqual(
      decisions.map(({ kind }) => kind),
      items.map((_, place) => (place % 2 === 0 ? 'created' : 'refused')),
    )
    for (const [place, decision] of decisions.entries()) {
      if (decision.kind === 'created') continue
      const holders = [...decision.facts.itemsById.values()].map((item) => item.activeTransferId)
      const winners = [place - 1, (place + 1) % items.length].map((won) => `xfer_${round}_${won}`)
      const named = holders.filter((holder) => holder !== null)
      assert.ok(named.length > 0, 'it is told who has its items')
      for (const holder of named) assert.ok(winners.includes(holder), `${holder} has none of them`)
    }
  }
})
