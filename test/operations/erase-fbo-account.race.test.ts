import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiClient, ApiResponse } from '../support/vault/api-client.ts'
import { sentBehind } from '../support/vault/lock-wait.ts'
import type { TransactionSql } from '../support/vault/sql.ts'
import { openVault } from '../support/vault/vault.ts'

// Two processes of the service over one database, as behind a load balancer.
const vault = await openVault()
const { records, sql } = vault
const { clients, retries } = await startTwoProcesses(vault)
const { organizationId, token } = await records.owner()
const ROUNDS = 40

const clientOf = (turn: number) => clients[turn % clients.length] as ApiClient
const PERSON = { firstName: 'Ada', email: 'ada@example.com' }
const newAccount = () => records.fboAccount(organizationId, PERSON)

function erase(turn: number, id: string): Promise<ApiResponse> {
  const body = { reason: `Turn ${turn}` }
  return clientOf(turn).post(`/v1/fbo-accounts/${id}/erase`, { token, body })
}

function update(turn: number, id: string): Promise<ApiResponse> {
  const body = { email: `ada-${turn}@example.com` }
  return clientOf(turn).patch(`/v1/fbo-accounts/${id}`, { token, body })
}

async function contactsOf(id: string) {
  const [row] = await sql`
    select num_nonnulls(first_name, last_name, email, phone, business_name) as contacts, version,
      erased_at is not null as is_erased
    from fbo_accounts where id = ${id}`
  return row as { contacts: number; version: number; isErased: boolean }
}

const typesOf = async (id: string) =>
  (await sql`select type from events where subject_id = ${id} order by number`).map(
    ({ type }) => type,
  )

test('An erasure among updates is final: nothing fills the account again', async (t) => {
  const before = await retries()
  let updatedFirst = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await newAccount()
    const updates = [0, 1, 2, 3].map((turn) => () => update(round + turn, id))
    const sends = updates.toSpliced(round % 5, 0, () => erase(round, id))
    const responses = await Promise.all(sends.map((send) => send()))
    const [erased] = responses.splice(round % 5, 1)
    assert.equal(erased?.status, 200, `${erased?.text}`)
    const accepted = responses.filter(({ status }) => status === 200).length
    for (const { status, body } of responses.filter((one) => one.status !== 200)) {
      assert.deepEqual([status, body.code], [409, 'fbo_account_erased'])
    }
    updatedFirst += accepted
    const version = 2 + accepted
    assert.deepEqual(await contactsOf(id), { contacts: 0, version, isErased: true })
    const updated = Array<string>(accepted).fill('fbo_account.updated')
    assert.deepEqual(await typesOf(id), [...updated, 'fbo_account.erased'])
    assert.equal((await update(round, id)).status, 409)
  }
  t.diagnostic(`${updatedFirst} of ${ROUNDS * 4} updates came first`)
  assert.equal((await retries()) - before, 0, 'no deadlocks')
})

test('Of 16 erasures at once one erases, and all return its result', async () => {
  const id = await newAccount()
  const responses = await Promise.all(Array.from({ length: 16 }, (_, turn) => erase(turn, id)))
  const [first] = responses as [ApiResponse]
  for (const { status, body } of responses) {
    assert.equal(status, 200)
    assert.deepEqual(body, first.body)
  }
  assert.deepEqual(await typesOf(id), ['fbo_account.erased'])
})

/** The account is erased, or updated, by another transaction that the request waits for. */
const erasing = (id: string) =>
  changing(id, {
    ...{ firstName: null, email: null, version: 2, erasedAt: new Date(), erasureReason: 'Case 1' },
  })
const changing = (id: string, columns: object) => (tx: TransactionSql) =>
  tx`update fbo_accounts set ${tx(columns)} where id = ${id}`

for (const undo of [false, true]) {
  test(`An update that waited for the account sees whether it was erased: ${!undo}`, async () => {
    const id = await newAccount()
    const { status, body } = await sentBehind(sql, [erasing(id), () => update(0, id)], undo)
    assert.deepEqual([status, body.code], undo ? [200, undefined] : [409, 'fbo_account_erased'])
    assert.equal((await contactsOf(id)).contacts, undo ? 2 : 0)
  })
}

test('An erasure that waited for another one returns that one', async () => {
  const id = await newAccount()
  const { status, body } = await sentBehind(sql, [erasing(id), () => erase(0, id)])
  assert.deepEqual([status, body.data.erasureReason], [200, 'Case 1'])
  assert.deepEqual(await typesOf(id), [], 'it wrote nothing')
})

test('An erasure that waited for an update clears what that wrote', async () => {
  const id = await newAccount()
  const late = changing(id, { phone: '555 012', lastName: 'Late', version: 2 })
  const { status, headers } = await sentBehind(sql, [late, () => erase(0, id)])
  assert.deepEqual([status, headers.get('etag')], [200, '"3"'])
  assert.equal((await contactsOf(id)).contacts, 0)
  const [event] = await sql`
    select data from events where subject_id = ${id} and type = 'fbo_account.erased'`
  assert.deepEqual(event?.data.changedMembers, ['firstName', 'lastName', 'email', 'phone'])
})

test('An erasure and a transfer to the account: the refusal names it, or the account is empty', async (t) => {
  const source = await records.fboAccount(organizationId)
  let erasures = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await newAccount()
    const [inventoryItemId] = await records.inventoryItems(organizationId, source, 1)
    const items = [{ inventoryItemId, reason: 'trade' }]
    const body = { fromFboAccountId: source, toFboAccountId: id, items }
    const both = [
      () => erase(round, id),
      () => clientOf(round + 1).post('/v1/transfers', { token, body }),
    ]
    const order = round % 2 === 0 ? both : both.toReversed()
    const responses = await Promise.all(order.map((send) => send()))
    const [erased, created] = order === both ? responses : responses.toReversed()
    const { contacts } = await contactsOf(id)
    if (erased?.status === 200) {
      erasures += 1
      assert.equal(contacts, 0)
      // Refused where the erasure was committed before it looked.
      const refused = created?.body.code === 'fbo_account_not_found'
      assert.ok(refused || created?.status === 201, `${created?.text}`)
    } else {
      assert.deepEqual([erased?.status, erased?.body.code], [409, 'fbo_account_in_use'])
      assert.deepEqual(erased?.body.transferIds, [created?.body.data.id])
      assert.equal(contacts, 2)
    }
  }
  t.diagnostic(`${erasures} of ${ROUNDS} erasures came first`)
})
