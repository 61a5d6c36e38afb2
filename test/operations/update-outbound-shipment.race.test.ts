import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movementsOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiClient } from '../support/vault/api-client.ts'
import { assertConsistent } from '../support/vault/consistency.ts'
import { openVault } from '../support/vault/vault.ts'

// Two processes of the service over one database, as behind a load balancer.
const vault = await openVault()
const { records, sql } = vault
const { clients, retries } = await startTwoProcesses(vault)
const clientOf = (turn: number) => clients[turn % clients.length] as ApiClient
const setup = await ShipmentSetup.open(vault)
const { token } = setup.creator
const ROUNDS = 16

const recipientOf = (round: number) => ({
  name: `Ada ${round}`,
  line1: 'Skeppsbron 14',
  city: 'Stockholm',
  countryCode: 'SE',
})

function redirect(id: string, round: number, client: ApiClient) {
  const body = { recipient: recipientOf(round) }
  return client.patch(`/v1/outbound-shipments/${id}`, { token, body })
}

test('What ships was approved as it is: of a change and ship at once one happens', async (t) => {
  let shippedFirst = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const [itemId] = (await setup.items(1)) as [string]
    const id = await setup.bring('approved', 'plain', [itemId])
    const sends = [
      () => setup.move(id, 'ship', clientOf(round)),
      () => redirect(id, round, clientOf(round + 1)),
    ]
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    const pending = order.map((at) => sends[at]?.())
    const responses = await Promise.all(pending)
    const [shipped, changed] = round % 2 === 0 ? responses : responses.toReversed()
    assert.deepEqual([shipped?.status, changed?.status].toSorted(), [200, 409])
    const { status, recipient } = await setup.shipment(id)
    if (shipped?.status === 200) {
      shippedFirst += 1
      assert.deepEqual([status, recipient], ['shipped', null])
      assert.equal(changed?.body.currentStatus, 'shipped')
    } else {
      assert.deepEqual([status, recipient?.name], ['pending_approval', `Ada ${round}`])
      assert.equal(shipped?.body.currentStatus, 'pending_approval')
    }
    const [last] = (await movementsOf(sql, itemId)).slice(-1)
    const kind = shipped?.status === 200 ? 'shipment_shipped' : 'shipment_approval_withdrawn'
    assert.equal(last?.kind, kind)
  }
  t.diagnostic(`shipped first: ${shippedFirst} of ${ROUNDS}`)
})

test('An approval at the same time as a change covers the change, or is taken back', async (t) => {
  let approvedFirst = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await setup.bring('pending_approval', 'plain', await setup.items(1))
    const [approved, changed] = await Promise.all([
      setup.move(id, 'approve', clientOf(round)),
      redirect(id, round, clientOf(round + 1)),
    ])
    assert.deepEqual([approved.status, changed.status], [200, 200])
    const { status, approvedByTokenId, recipient } = await setup.shipment(id)
    assert.equal(recipient.name, `Ada ${round}`)
    const takenBack = changed.headers.get('etag') === '"5"'
    if (takenBack) approvedFirst += 1
    assert.deepEqual(
      [status, approvedByTokenId],
      takenBack ? ['pending_approval', null] : ['approved', setup.approver.id],
    )
  }
  t.diagnostic(`approved first: ${approvedFirst} of ${ROUNDS}`)
})

test('An erasure at the same time leaves no recipient of a shipment that is open again', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const fboAccountId = await records.fboAccount(setup.organizationId, { firstName: 'Eve' })
    const client = clientOf(round)
    const erase = () =>
      clientOf(round + 1).post(`/v1/fbo-accounts/${fboAccountId}/erase`, {
        token,
        body: { reason: 'Case 1' },
      })
    const create = async () => {
      const [inventoryItemId] = await records.inventoryItems(setup.organizationId, fboAccountId, 1)
      return await client.post('/v1/outbound-shipments', {
        token,
        body: { fboAccountId, items: [{ inventoryItemId }], recipient: recipientOf(round) },
      })
    }
    const [erased, created] = await Promise.all([erase(), create()])
    const [kept] = await sql<{ recipients: number }[]>`
      select count(recipient)::integer as recipients
      from outbound_shipment_directions as directions
      join outbound_shipments as shipment
        on shipment.id = outbound_shipment_id and fbo_account_id = ${fboAccountId}
          and shipment.organization_id = directions.organization_id`
    if (erased.status !== 200) assert.equal(created.status, 201, created.text)
    assert.equal(kept?.recipients, erased.status === 200 ? 0 : 1)
    if (created.status !== 201) assert.equal(created.body.code, 'fbo_account_erased')
  }
  await assertConsistent(sql, setup.organizationId)
})

test('no statement of these races was retried', async () => {
  assert.equal(await retries(), 0)
})
