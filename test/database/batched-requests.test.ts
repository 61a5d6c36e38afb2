import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementBatches } from '../support/load/statement-batches.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { waitingForLocks, whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

// Batching must change nothing for a caller, over HTTP and a real database.

const vault = await openVault()
const { api, sql, records, metrics } = vault
const other = await openOwnVault({}, { connection: vault.connection })

const { organizationId, token } = await records.owner()
const accounts = await Promise.all(
  Array.from({ length: 40 }, () => records.fboAccount(organizationId)),
)

const path = (id: string) => `/v1/fbo-accounts/${id}`
const rename = (id: string, firstName: string) =>
  api.patch(path(id), { token, body: { firstName } })

test('Every request sees all changes acknowledged before it was sent, on any replica', async () => {
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
  const { statements, requests } = await statementBatches(metrics, 'update_fbo_account')
  assert.ok(requests >= 600, `asked ${requests} times`)
  assert.ok(statements < requests / 2, `${requests} in ${statements} transactions`)
})

test('Of many simultaneous reads, each is authenticated or refused by its own token', async () => {
  const elsewhere = await records.organization()
  const own = await records.fboAccount(elsewhere)
  const [reader, expired, revoked, blind] = await Promise.all([
    records.token(elsewhere),
    records.token(elsewhere),
    records.token(elsewhere),
    records.token(elsewhere, ['transfer_batches:create']),
  ])
  const readAll = async () => {
    const asked = [
      [reader, own],
      [reader, accounts[0]!],
      [reader, 'fbo_unknown'],
      [expired, own],
      [revoked, own],
      [blind, own],
    ] as const
    const responses = await Promise.all(
      asked.flatMap(([{ token: theirs }, id]) => [
        api.get(path(id), { token: theirs }),
        api.get(path(accounts[0]!), { token }),
      ]),
    )
    const mine = responses.filter((_, place) => place % 2 === 1)
    assert.deepEqual(new Set(mine.map(({ body }) => body.data?.id)), new Set([accounts[0]]))
    const theirs = responses.filter((_, place) => place % 2 === 0)
    const shown = theirs.filter(({ status }) => status === 200)
    for (const { body } of shown) {
      assert.deepEqual([body.data.id, body.data.organizationId], [own, elsewhere])
    }
    return theirs.map(({ status }) => status)
  }
  // First with unknown tokens, then with remembered ones.
  for (let round = 0; round < 3; round += 1) {
    assert.deepEqual(await readAll(), [200, 404, 404, 200, 200, 403])
  }
  await records.expireToken(expired.id)
  await records.revokeToken(revoked.id)
  const refused = [200, 404, 404, 401, 401, 403].join()
  await eventually(async () => (await readAll()).join() === refused, 'both to be refused', 2_000)
  for (let round = 0; round < 3; round += 1) {
    assert.deepEqual(await readAll(), [200, 404, 404, 401, 401, 403])
  }
})

test('Organizations whose records have equal ids share statements and nothing else', async () => {
  const twins = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      const { organizationId: organization, token: own } = await records.owner()
      await records.fboAccount(organization, { id: 'fbo_same', firstName: name })
      await records.fboAccount(organization, { id: 'fbo_there' })
      await records.inventoryItem(organization, 'fbo_same', { id: 'item_same' })
      return { name, organization, own }
    }),
  )
  const stranger = await records.owner()
  const body = {
    fromFboAccountId: 'fbo_same',
    toFboAccountId: 'fbo_there',
    items: [{ inventoryItemId: 'item_same', reason: 'trade' }],
  }
  const same = path('fbo_same')
  await Promise.all(
    twins.map(async ({ name, organization, own }) => {
      const [shown, ...hidden] = await Promise.all([
        api.get(same, { token: own }),
        api.get(same, { token: stranger.token }),
        api.patch(same, { token: stranger.token, body: { firstName: 'stolen' } }),
      ])
      const lastName = `of ${name}`
      const changed = await api.patch(same, { token: own, body: { lastName } })
      const moved = await api.post('/v1/transfers', { token: own, body })
      const statuses = [shown, ...hidden, changed, moved].map(({ status }) => status)
      assert.deepEqual(statuses, [200, 404, 404, 200, 201])
      for (const { body: found } of [shown, changed, moved]) {
        assert.equal(found.data.organizationId, organization)
      }
      assert.equal(shown.body.data.firstName, name)
      assert.deepEqual({ ...changed.body.data, firstName: name, lastName }, changed.body.data)
    }),
  )
})

test('Simultaneous changes of different members of one account are all kept', async () => {
  const [id] = accounts as [string]
  const changes = [
    { firstName: 'Grace' },
    { lastName: 'Hopper' },
    { phone: null },
    { email: 'g@h' },
  ]
  const responses = await Promise.all(changes.map((body) => api.patch(path(id), { token, body })))
  for (const [place, { status, body }] of responses.entries()) {
    assert.equal(status, 200)
    assert.deepEqual(
      { ...body.data, ...changes[place] },
      body.data,
      'a response shows its own change',
    )
  }
  const { body } = await api.get(path(id), { token })
  assert.deepEqual({ ...body.data, ...Object.assign({}, ...changes) }, body.data)
})

test('A locked account delays only requests for that account', async () => {
  const [locked, ...free] = accounts as [string, ...string[]]
  await sql
    .begin(async (tx) => {
      await tx`select from fbo_accounts where id = ${locked} for update`
      const held = rename(locked, 'Waits')
      const responses = await Promise.all(free.map((id) => rename(id, 'Goes on')))
      for (const { status } of responses) assert.equal(status, 200)
      await whoWaitsForLock(sql)
      assert.equal((await waitingForLocks(sql)).length, 1)
      return { held }
    })
    .then(async ({ held }) => assert.equal((await held).status, 200))
})
