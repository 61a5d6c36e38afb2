import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movementsOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiClient } from '../support/vault/api-client.ts'
import { assertConsistent } from '../support/vault/consistency.ts'
import { waitingForLocks } from '../support/vault/lock-wait.ts'
import { randomNumbers, shuffled } from '../support/vault/random.ts'
import type { TransactionSql } from '../support/vault/sql.ts'
import { openVault } from '../support/vault/vault.ts'

// Two processes of the service over one database, as behind a load balancer.
const vault = await openVault()
const { records, sql } = vault
const { clients, retries } = await startTwoProcesses(vault)
const clientOf = (turn: number) => clients[turn % clients.length] as ApiClient
const setup = await ShipmentSetup.open(vault)
const ROUNDS = 12

const SHIPPED = { currentStatus: 'shipped', allowed: ['deliver'] }
const HELD = {
  currentStatus: 'approved',
  allowed: ['release', 'cancel'],
  holdReason: 'Address to be confirmed',
}

/** Verbs that race with ship on an approved shipment, and the refusals of the second one. */
const MEETINGS = [
  { other: 'hold', leaves: 'shipment_pending', reported: () => HELD },
  {
    other: 'cancel',
    leaves: 'in_vault',
    reported: (shipment: { cancelledAt: string }) => ({
      currentStatus: 'approved',
      allowed: [],
      cancelledAt: shipment.cancelledAt,
    }),
  },
] as const

for (const { other, leaves, reported } of MEETINGS) {
  test(`of ship and ${other} at once one happens, and the refusal of the other says which`, async (t) => {
    let shippedFirst = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const itemIds = await setup.items(3)
      const id = await setup.bring('approved', 'plain', itemIds)
      // The verbs change places every second round.
      const order = round % 2 === 0 ? ['ship', other] : [other, 'ship']
      const responses = await Promise.all(
        order.map((verb, turn) => setup.move(id, verb, clientOf(round + turn))),
      )
      const winner = responses.findIndex(({ status }) => status === 200)
      const loser = responses[1 - winner]
      assert.equal(loser?.status, 409, `${loser?.text}`)
      assert.equal(loser?.body.code, 'invalid_state_transition')
      const shipped = order[winner] === 'ship'
      if (shipped) shippedFirst += 1
      const shipment = await setup.shipment(id)
      assert.equal(shipment.status, shipped ? 'shipped' : 'approved')
      const members = shipped ? SHIPPED : reported(shipment)
      for (const [name, value] of Object.entries(members)) {
        assert.deepEqual(loser?.body[name], value, name)
      }
      for (const itemId of itemIds) {
        assert.equal((await records.item(itemId)).status, shipped ? 'shipped' : leaves)
        const [last] = (await movementsOf(sql, itemId)).slice(-1)
        const kind = { hold: 'shipment_held', cancel: 'shipment_cancelled' }[other]
        assert.equal(last?.kind, shipped ? 'shipment_shipped' : kind)
        assert.equal(last?.number, 6)
      }
    }
    t.diagnostic(`shipped first: ${shippedFirst} of ${ROUNDS}`)
  })
}

test('of 16 approvers one approves, and 15 are refused because it is approved', async () => {
  const approvers = await Promise.all(
    Array.from({ length: 16 }, () => records.token(setup.organizationId)),
  )
  for (let round = 0; round < 4; round += 1) {
    const itemIds = await setup.items(2)
    const id = await setup.bring('pending_approval', 'plain', itemIds)
    const responses = await Promise.all(
      approvers.map(({ token }, turn) =>
        clientOf(turn).post(`/v1/outbound-shipments/${id}/approve`, { token }),
      ),
    )
    const winner = responses.findIndex(({ status }) => status === 200)
    assert.equal((await setup.shipment(id)).approvedByTokenId, approvers[winner]?.id)
    for (const { status, body } of responses.filter((_, turn) => turn !== winner)) {
      assert.equal(status, 409)
      const { code, currentStatus, allowed } = body
      assert.equal(code, 'invalid_state_transition')
      assert.deepEqual(
        { currentStatus, allowed },
        {
          currentStatus: 'approved',
          allowed: ['ship', 'hold', 'cancel'],
        },
      )
    }
    for (const itemId of itemIds) {
      const kinds = (await movementsOf(sql, itemId)).map(({ kind }) => kind)
      assert.equal(kinds.filter((kind) => kind === 'shipment_approved').length, 1)
    }
  }
})

// A verb that waited finds another state than when it began.
const CHAINS = [
  { from: 'approved', first: 'ship', second: 'deliver', items: 'delivered' },
  { from: 'packing', first: 'inspect', second: 'submit', items: 'shipment_pending' },
  { from: 'approved', first: 'hold', second: 'cancel', items: 'in_vault' },
] as const
for (const { from, first, second, items } of CHAINS) {
  test(`${second} that waited for ${first} finds every item as that left it`, async () => {
    const itemIds = await setup.items(3)
    const id = await setup.bring(from, 'plain', itemIds)
    const responses = await sql.begin(async (tx) => {
      await lockShipment(tx, id)
      const one = setup.move(id, first, clientOf(0))
      await eventually(() => waiting(1), `${first} to wait`)
      const two = setup.move(id, second, clientOf(1))
      await eventually(() => waiting(2), `${second} to wait`)
      return { one, two }
    })
    assert.equal((await responses.one).status, 200)
    const response = await responses.two
    assert.equal(response.status, 200, response.text)
    for (const itemId of itemIds) assert.equal((await records.item(itemId)).status, items)
    await assertConsistent(sql, setup.organizationId)
  })
}

test('a verb that waited for an import includes the items that it added', async () => {
  const id = await setup.bring('packing', 'plain', await setup.items(2))
  const [late] = (await setup.items(1)) as [string]
  const { response } = await sql.begin(async (tx) => {
    await lockShipment(tx, id)
    const response = setup.move(id, 'inspect', clientOf(0))
    await eventually(() => waiting(1), 'the step to wait')
    await tx`update outbound_shipments set total_items = 3 where id = ${id}`
    await tx`
      insert into outbound_shipment_items (organization_id, outbound_shipment_id, position,
        inventory_item_id) values (${setup.organizationId}, ${id}, 3, ${late})`
    await tx`
      with claimed as (
        update inventory_items
        set active_shipment_id = ${id}, movement_count = 2
        where id = ${late} returning *)
      insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
        from_fbo_account_id, from_status, to_fbo_account_id, to_status, outbound_shipment_id)
      select organization_id, id, 2, changed_at, 'shipment_created', fbo_account_id, 'in_vault',
        fbo_account_id, 'shipment_pending', active_shipment_id from claimed`
    return { response }
  })
  const { status, body, text } = await response
  assert.equal(status, 200, text)
  assert.equal(body.data.totalItems, 3)
  const [last] = (await movementsOf(sql, late)).slice(-1)
  assert.deepEqual([last?.number, last?.kind], [3, 'shipment_inspecting'])
})

test('random simultaneous verbs on shared items cause no deadlock and leave complete logs', async (t) => {
  const before = await retries()
  const random = randomNumbers(20_261_121)
  // A cancellation ends everything: it is rarer than the other verbs.
  const often = ['inspect', 'submit', 'approve', 'return-to-packing', 'hold', 'release', 'release']
  const verbs = [...often, ...often, 'cancel']
  const itemIds = await setup.items(40)
  const other = await records.fboAccount(setup.organizationId)
  let ids = await Promise.all([0, 10, 20].map((at) => setup.create(itemIds.slice(at, at + 10))))
  const taken = new Map<string, number>()
  for (let round = 0; round < 12; round += 1) {
    const moves = Array.from({ length: 24 }, async (_, turn) => {
      const id = ids[turn % ids.length] as string
      const verb = verbs[Math.floor(random() * verbs.length)] as string
      const response = await setup.move(id, verb, clientOf(turn))
      assert.ok([200, 409].includes(response.status), response.text)
      if (response.status === 200) taken.set(verb, (taken.get(verb) ?? 0) + 1)
      return undefined
    })
    const claims = Array.from({ length: 6 }, async (_, turn) => {
      const items = shuffled(itemIds, random).slice(0, 4)
      const entries = items.map((inventoryItemId) => ({ inventoryItemId }))
      const body =
        turn % 2 === 0
          ? { fboAccountId: setup.fboAccountId, items: entries }
          : {
              fromFboAccountId: setup.fboAccountId,
              toFboAccountId: other,
              items: entries.map((entry) => ({ ...entry, reason: 'trade' })),
            }
      const path = turn % 2 === 0 ? '/v1/outbound-shipments' : '/v1/transfers'
      const response = await clientOf(turn).post(path, { token: setup.creator.token, body })
      assert.ok([201, 409].includes(response.status), response.text)
      return turn % 2 === 0 && response.status === 201
        ? (response.body.data.id as string)
        : undefined
    })
    const made = (await Promise.all([...moves, ...claims])).filter((id) => id !== undefined)
    ids = [...ids, ...made].slice(-6)
  }
  t.diagnostic(`taken: ${JSON.stringify(Object.fromEntries(taken))}; shipments: ${ids.length}`)
  await assertConsistent(sql, setup.organizationId)
  assert.equal((await retries()) - before, 0, 'locks are taken in one order: no deadlocks')
})

test('no statement of these races was retried', async () => {
  assert.equal(await retries(), 0)
})

async function lockShipment(tx: TransactionSql, id: string): Promise<void> {
  await tx`
    select from outbound_shipments
    where organization_id = ${setup.organizationId} and id = ${id} for update`
}

async function waiting(count: number): Promise<boolean> {
  return (await waitingForLocks(sql)).length === count
}
