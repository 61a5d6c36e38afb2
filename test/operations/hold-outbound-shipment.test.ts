import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movementsOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { openVault } from '../support/vault/vault.ts'

// Hold, release and cancel: the verbs with a reason.
const vault = await openVault()
const { api, sql } = vault
const setup = await ShipmentSetup.open(vault)
const { token } = setup.creator

const ask = (id: string, verb: string, body?: unknown) =>
  api.post(`/v1/outbound-shipments/${id}/${verb}`, body === undefined ? { token } : { token, body })

test('A shipment shows its reasons while they apply, and the log of its items keeps them', async () => {
  const [itemId] = (await setup.items(1)) as [string]
  const id = await setup.create([itemId])
  const long = '🏛'.repeat(2_000)
  const held = await ask(id, 'hold', { reason: long })
  assert.equal(held.body.data.holdReason, long)
  const released = await ask(id, 'release', { reason: 'Address confirmed' })
  assert.deepEqual([released.body.data.heldAt, released.body.data.holdReason], [null, null])
  await ask(id, 'hold', { reason: 'Damaged box' })
  // A verb without required members takes an empty body as well as none.
  assert.equal((await ask(id, 'release', {})).status, 200)
  await ask(id, 'hold', { reason: 'Fee unpaid' })
  const cancelled = await ask(id, 'cancel', { reason: 'Fee never paid' })
  assert.equal(cancelled.body.data.cancellationReason, 'Fee never paid')
  const log = (await movementsOf(sql, itemId)).map(({ kind, reason }) => [kind, reason])
  assert.deepEqual(log.slice(2), [
    ['shipment_held', long],
    ['shipment_released', 'Address confirmed'],
    ['shipment_held', 'Damaged box'],
    ['shipment_released', null],
    ['shipment_held', 'Fee unpaid'],
    ['shipment_cancelled', 'Fee never paid'],
  ])
})

test('A cancelled shipment leaves the list, and cancelled=true lists it', async () => {
  const mine = await ShipmentSetup.open(vault)
  const kept = await mine.create(await mine.items(1))
  const id = await mine.bring('approved', 'cancelled', await mine.items(1))
  const listed = async (query: string) => {
    const path = `/v1/outbound-shipments${query}`
    const { data } = (await api.get(path, { token: mine.creator.token })).body
    return data.map((shipment: { id: string; status: string }) => [shipment.id, shipment.status])
  }
  assert.deepEqual(await listed(''), [[kept, 'packing']])
  assert.deepEqual(await listed('?cancelled=true'), [[id, 'approved']])
})
