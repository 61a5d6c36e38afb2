import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ItemStatus } from '../../src/vault/items/inventory-item.ts'
import { ItemVerb } from '../support/operations/item-verbs.ts'
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

/** Effects of each verb. Claims of items on hold are refused in claims.refusals.test.ts. */
const CHANGES: [ItemVerb, from: ItemStatus, to: ItemStatus, kind: string, reasons: unknown[]][] = [
  [hold, 'in_vault', 'on_hold', 'held', [reason, 'x', ' padded ', 'NULL', '🪙'.repeat(2_000)]],
  [release, 'on_hold', 'in_vault', 'released', [reason, undefined]],
  [withdraw, 'in_vault', 'withdrawn', 'withdrawn', [reason]],
]
for (const [verb, from, to, kind, reasons] of CHANGES) {
  test(`${verb.verb} takes an item that is ${from}, with the reason letter by letter`, async () => {
    for (const given of reasons) {
      const { id } = await verb.itemIn(from)
      const kept = (given ?? null) as string | null
      await verb.assertChanges(id, { reason: given }, { from, to, kind, reason: kept })
      const read = await api.get(`/v1/inventory-items/${id}`, { token: setup.approver.token })
      assert.equal(read.body.data.status, to)
    }
  })
}

test('release needs no body, nor a reason that the item was put on hold for', async () => {
  const columns = { status: 'on_hold' }
  const id = await records.inventoryItem(setup.organizationId, setup.source, columns)
  const released = { from: 'on_hold', to: 'in_vault', kind: 'released', reason: null } as const
  await release.assertChanges(id, undefined, released)
  assert.equal((await setup.transfer({ itemIds: [id] })).created.totalItems, 1)
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
