import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiClient, ApiResponse } from '../support/vault/api-client.ts'
import { randomNumbers, shuffled } from '../support/vault/random.ts'
import { openVault } from '../support/vault/vault.ts'

// Many callers of two processes over one database, as behind a load balancer: one of them gets a
// key, an identifier, or the place of the primary account.
const vault = await openVault()
const { records, sql } = vault
const { clients, retries } = await startTwoProcesses(vault)

const { organizationId, token } = await records.owner()
const fromFboAccountId = await records.fboAccount(organizationId)
const toFboAccountId = await records.fboAccount(organizationId)
const fboAccountId = await records.fboAccount(organizationId)

function transfer(turn: number, key: string, itemIds: readonly string[]): Promise<ApiResponse> {
  const items = itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
  const client = clients[turn % clients.length] as ApiClient
  const body = { fromFboAccountId, toFboAccountId, items }
  return client.post('/v1/transfers', { token, body, headers: { 'Idempotency-Key': key } })
}

/** Retries while another request under the key is in progress. */
async function insisting(turn: number, key: string, itemIds: string[]): Promise<ApiResponse> {
  const response = await transfer(turn, key, itemIds)
  if (response.body.code !== 'idempotency_in_progress') return response
  assert.equal(response.status, 409)
  assert.equal(response.headers.get('retry-after'), '1')
  return await insisting(turn + 1, key, itemIds)
}

async function batchesOf(key: string): Promise<string[]> {
  const rows = await sql`select id from transfer_batches where idempotency_key = ${key}`
  return rows.map(({ id }) => id)
}

test('of 50 requests under one key, one runs and all others get its response', async (t) => {
  let inProgress = 0
  for (const itemId of await records.inventoryItems(organizationId, fromFboAccountId, 10)) {
    const key = `for-${itemId}`
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => transfer(turn, key, [itemId])),
    )
    const carriedOut = responses.filter(
      ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'),
    )
    assert.equal(carriedOut.length, 1)
    const first = carriedOut[0] as ApiResponse
    for (const [turn, { status, body, text }] of responses.entries()) {
      if (status === 201) {
        assert.equal(text, first.text)
        continue
      }
      inProgress += 1
      assert.equal(body.code, 'idempotency_in_progress', text)
      assert.equal((await insisting(turn, key, [itemId])).text, first.text)
    }
    assert.deepEqual(await batchesOf(key), [first.body.data.id])
  }
  t.diagnostic(`${inProgress} of 500 were refused because one was in progress`)
})

test('of 50 different requests under one key, one runs and the others are refused', async () => {
  const itemIds = await records.inventoryItems(organizationId, fromFboAccountId, 50)
  const responses = await Promise.all(
    itemIds.map((itemId, turn) => insisting(turn, 'one-for-all', [itemId])),
  )
  assert.equal(responses.filter(({ status }) => status === 201).length, 1)
  for (const { status, body, text } of responses) {
    if (status !== 201) assert.equal(body.code, 'idempotency_key_reused', text)
  }
  assert.equal((await batchesOf('one-for-all')).length, 1)
})

test('200 overlapping transfers, each sent three times, make one batch per key or a refusal, without deadlock', async (t) => {
  const before = await retries()
  const itemIds = await records.inventoryItems(organizationId, fromFboAccountId, 300)
  const random = randomNumbers(20_261_122)
  const wanted = Array.from({ length: 200 }, () => shuffled(itemIds, random).slice(0, 5))
  const responses = await Promise.all(
    wanted.flatMap((ids, place) =>
      [0, 1, 2].map((time) => insisting(place + time, `overlap-${place}`, ids)),
    ),
  )
  const holders = new Map<string, string>()
  for (const [place, ids] of wanted.entries()) {
    const three = responses.slice(3 * place, 3 * place + 3)
    const texts = new Set(three.filter(({ status }) => status === 201).map(({ text }) => text))
    assert.ok(texts.size <= 1, 'one response for one key')
    const [batch] = await batchesOf(`overlap-${place}`)
    if (texts.size === 1) {
      assert.ok([...texts][0]?.includes(batch as string))
      for (const id of ids) {
        assert.ok(!holders.has(id), `${id} was promised twice`)
        holders.set(id, batch as string)
      }
    } else {
      assert.equal(batch, undefined)
    }
    for (const { status, body, text } of three) {
      if (status !== 201) assert.equal(body.code, 'item_not_in_vault', text)
    }
  }
  const claims = await sql`
    select id, active_transfer_id from inventory_items
    where id = any(${itemIds}::text[]) and active_transfer_id is not null`
  assert.deepEqual(new Map(claims.map((row) => [row.id, row.activeTransferId])), holders)
  const [kept] = await sql`select count(*)::integer as keys from idempotency_keys
    where key like 'overlap-%'`
  assert.equal(kept?.keys, holders.size / 5)
  t.diagnostic(`${holders.size / 5} of 200 were carried out`)
  assert.equal((await retries()) - before, 0, 'items are locked in one order: no deadlocks')
})

const PATH = '/v1/inventory-items'
const CALLERS = 50

const post = (turn: number, path: string, body: object) =>
  (clients[turn % clients.length] as ApiClient).post(path, { token, body })

const holdersOf = async (value: string) =>
  await sql`
    select inventory_item_id from inventory_item_identifiers
    where organization_id = ${organizationId} and value_folded = ${value} and is_present`

test('Of 50 callers with the same identifier one gets it, and the others learn who', async () => {
  for (let round = 0; round < 5; round += 1) {
    const value = `n${round}`
    const responses = await Promise.all(
      Array.from({ length: CALLERS }, (_, turn) => {
        const identifiers = [{ scheme: 'serial', value: `N ${round}${' '.repeat(turn % 3)}` }]
        return post(turn, PATH, { fboAccountId, identifiers })
      }),
    )
    const [winner, ...more] = responses.filter(({ status }) => status === 201)
    assert.ok(winner !== undefined && more.length === 0)
    for (const { status, body } of responses.filter((response) => response !== winner)) {
      assert.equal(status, 409)
      assert.equal(body.code, 'identifier_taken')
      assert.equal(body.errors[0].inventoryItemId, winner.body.data.id)
    }
    assert.deepEqual([...(await holdersOf(value))], [{ inventoryItemId: winner.body.data.id }])
  }
})

test('Lists that share identifiers in another order end, each taken in whole or refused', async () => {
  const values = Array.from({ length: 20 }, (_, index) => `list ${index}`)
  const responses = await Promise.all(
    Array.from({ length: CALLERS }, (_, turn) => {
      const own = turn % 2 === 0 ? values : values.toReversed()
      const items = own
        .slice(turn % 7)
        .map((value) => ({ fboAccountId, identifiers: [{ scheme: 'sku', value }] }))
      return post(turn, PATH, { items })
    }),
  )
  const statuses = new Set(responses.map(({ status }) => status))
  assert.deepEqual([...statuses].toSorted(), [201, 409])
  for (const value of values) {
    assert.ok((await holdersOf(value.replaceAll(' ', ''))).length <= 1)
  }
})

test('Of an intake and the withdrawal of the holder at once, both are true', async () => {
  const came = { again: 0, refused: 0 }
  for (let round = 0; round < 40; round += 1) {
    const identifiers = [{ scheme: 'bar', value: `${round}` }]
    const first = await post(round, PATH, { fboAccountId, identifiers })
    const { id } = first.body.data
    const [left, back] = await Promise.all([
      post(round, `${PATH}/${id}/withdraw`, { reason: 'Collected' }),
      post(round + 1, PATH, { fboAccountId, identifiers }),
    ])
    assert.equal(left?.status, 200)
    if (back?.status === 201) came.again += 1
    else {
      assert.equal(back?.body.code, 'identifier_taken', back?.text)
      came.refused += 1
    }
    assert.equal((await holdersOf(`${round}`)).length, 1)
  }
  assert.equal(came.again + came.refused, 40)
})

const ROUNDS = 20

test('of accounts made primary at once, by whichever operation, one is it in the end', async (t) => {
  const before = await retries()
  const seen = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { organizationId, token } = await records.owner()
    const ids = await Promise.all([0, 1, 2, 3].map(() => records.fboAccount(organizationId)))
    const post = (turn: number, path: string, body: object | string) =>
      (clients[turn % clients.length] as ApiClient).post(path, { token, body })
    const make = (id: string, turn: number) => () =>
      post(turn, `/v1/fbo-accounts/${id}/make-primary`, { reason: 'Moved' })
    const erased = await records.fboAccount(organizationId)
    const erase = () => post(round, `/v1/fbo-accounts/${erased}/erase`, { reason: 'Case 1' })
    const sends: (readonly [what: string, send: () => Promise<ApiResponse>])[] = [
      ...[...ids, ...ids.toReversed()].map((id, turn) => ['make', make(id, turn)] as const),
      ['create', () => post(round, '/v1/fbo-accounts', { isPrimary: true })],
      ['create', () => post(round + 1, '/v1/fbo-accounts', { isPrimary: true })],
      ['import', () => post(round, '/v1/imports?type=fbo_accounts', 'isPrimary\ntrue\n')],
      // Every second round another account is erased while it is made primary.
      ...(round % 2 === 0
        ? ([
            ['erase', erase],
            ['make erased', make(erased, 1)],
          ] as const)
        : []),
    ]
    const turned = [...sends.slice(round % sends.length), ...sends.slice(0, round % sends.length)]
    const responses = await Promise.all(turned.map(([, send]) => send()))
    for (const [index, { status, text }] of responses.entries()) {
      const what = turned[index]?.[0] ?? ''
      if (what === 'make' || what === 'erase') assert.equal(status, 200, text)
      else assert.ok(status < 500, text)
      seen.set(`${what} ${status}`, (seen.get(`${what} ${status}`) ?? 0) + 1)
    }
    const primaries = await sql`
      select id from fbo_accounts where organization_id = ${organizationId} and is_primary`
    assert.ok(primaries.length === 1 || (round % 2 === 0 && primaries.length === 0))
    assert.ok(!primaries.some(({ id }) => id === erased))
    // Each account's corrections are of one order, whose last one says what it is now.
    const differing = await sql`
      select account.id
      from fbo_accounts as account
      join lateral (
        select array_agg(to_value order by number) as values, array_agg(from_value order by number)
          as before, array_agg(number order by number) as numbers
        from corrections
        where organization_id = ${organizationId} and subject_id = account.id
      ) as log on numbers is not null
      where account.organization_id = ${organizationId} and (
        values[cardinality(values)] <> to_jsonb(is_primary)
        or before[1] = values[1]
        or before[2:] <> values[:cardinality(values) - 1]
        or numbers <> array(select generate_series(1, cardinality(numbers))))`
    assert.deepEqual([...differing], [])
  }
  t.diagnostic([...seen].map(([what, times]) => `${what}: ${times}`).join(', '))
  assert.equal((await retries()) - before, 0, 'no deadlocks')
})
