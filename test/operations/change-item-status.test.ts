import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ItemStatus } from '../../src/inventory-items/inventory-item.ts'
import { ItemVerb } from '../support/operations/item-verbs.ts'
import { assertCode } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// Hold, release and withdraw of inventory items.
const vault = await openVault()
const { api, records, sql } = vault
const setup = await TransferSetup.open(vault)
const hold = new ItemVerb(vault, setup, 'hold')
const release = new ItemVerb(vault, setup, 'release')
const withdraw = new ItemVerb(vault, setup, 'withdraw')
const reason = 'Ownership disputed'
const held = { from: 'in_vault', to: 'on_hold', kind: 'held', reason } as const
const released = { from: 'on_hold', to: 'in_vault', kind: 'released', reason } as const
const withdrawn = { from: 'in_vault', to: 'withdrawn', kind: 'withdrawn', reason } as const

test('hold puts an item of the vault on hold, with the reason letter by letter', async () => {
  for (const kept of [reason, 'x', ' padded ', 'NULL', '🪙'.repeat(2_000)]) {
    const { id } = await hold.itemIn('in_vault')
    await hold.assertChanges(id, { reason: kept }, { ...held, reason: kept })
  }
})

test('An item on hold cannot be claimed, a released one can', async () => {
  const { id } = await hold.itemIn('in_vault')
  await hold.ask(id, { reason })
  const items = [{ inventoryItemId: id, reason: 'trade' }]
  const body = { fromFboAccountId: setup.source, toFboAccountId: setup.destination, items }
  const claim = () => api.post('/v1/transfers', { token: setup.creator.token, body })
  const { errors } = await assertCode(records, claim, [409, 'item_not_in_vault'])
  assert.equal(errors[0].itemStatus, 'on_hold')
  assert.equal((await release.ask(id)).status, 200)
  const transfer = await setup.transfer({ itemIds: [id] })
  assert.equal((await records.item(id)).activeTransferId, transfer.id)
})

test('release returns an item on hold to the vault; it needs no reason, and no body', async () => {
  for (const body of [{ reason }, undefined, {}]) {
    const { id } = await release.itemIn('on_hold')
    await release.assertChanges(id, body, { ...released, reason: body?.reason ?? null })
  }
})

test('release takes an item that an import put on hold without a reason', async () => {
  const columns = { status: 'on_hold' }
  const id = await records.inventoryItem(setup.organizationId, setup.source, columns)
  await release.assertChanges(id, undefined, { ...released, reason: null })
})

test('A withdrawn item stays readable', async () => {
  const { id } = await withdraw.itemIn('in_vault')
  await withdraw.assertChanges(id, { reason }, withdrawn)
  const { token } = setup.approver
  const read = await api.get(`/v1/inventory-items/${id}`, { token })
  assert.equal(read.body.data.status, 'withdrawn')
})

/** Verbs that an item of each status takes: others are refused, and the refusal lists these. */
const TAKES: Readonly<Record<ItemStatus, readonly ItemVerb['verb'][]>> = {
  in_vault: ['hold', 'withdraw'],
  on_hold: ['release'],
  transfer_pending: [],
  shipment_pending: [],
  shipped: [],
  delivered: [],
  withdrawn: [],
}

for (const verb of [hold, release, withdraw]) {
  for (const [status, takes] of Object.entries(TAKES)) {
    if (takes.includes(verb.verb)) continue
    test(`An item in ${status} refuses ${verb.verb} and lists what it takes`, async () => {
      await verb.assertRefusedIn(status as ItemStatus, { reason }, takes)
    })
  }
}

test('release without a body is refused like one with a body', async () => {
  await release.assertRefusedIn('transfer_pending', undefined, [])
})

for (const [verb, kind] of [
  [hold, 'held'],
  [withdraw, 'withdrawn'],
] as const) {
  test(`${verb.verb} takes an item of an expired transfer, after the expiry`, async () => {
    const transfer = await setup.transfer()
    await setup.expire(transfer.id)
    const [id] = transfer.itemIds as [string]
    assert.equal((await verb.ask(id, { reason })).status, 200)
    assert.equal((await records.item(id)).status, verb === hold ? 'on_hold' : 'withdrawn')
    const kinds = (await setup.log(id)).map((movement) => movement.kind)
    assert.deepEqual(kinds, ['transfer_created', 'transfer_expired', kind])
  })
}

test('changedAt never goes back, even if the clock is behind the last change of the item', async () => {
  const { id } = await hold.itemIn('in_vault')
  const ahead = new Date(Date.now() + 3_600_000)
  await sql`update inventory_items set changed_at = ${ahead} where id = ${id}`
  const response = await hold.ask(id, { reason })
  assert.equal(response.body.data.changedAt, ahead.toISOString())
  const log = await setup.log(id)
  assert.deepEqual(log.at(-1)?.at, ahead)
})
