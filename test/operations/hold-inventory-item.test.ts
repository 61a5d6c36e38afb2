import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ItemVerb } from '../support/operations/item-verbs.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const setup = await TransferSetup.open(vault)
const hold = new ItemVerb(vault, setup, 'hold')
const reason = 'Ownership disputed'
const held = { from: 'in_vault', to: 'on_hold', kind: 'held', reason } as const

test('An item in the vault is put on hold, in its account, with the reason', async () => {
  const { id } = await hold.itemIn('in_vault')
  await hold.assertChanges(id, { reason }, held)
})

test('A reason is kept letter by letter, up to 2,000 code points', async () => {
  for (const kept of ['x', ' padded ', 'NULL', '🪙'.repeat(2_000)]) {
    const { id } = await hold.itemIn('in_vault')
    await hold.assertChanges(id, { reason: kept }, { ...held, reason: kept })
  }
})

test('Nothing can claim an item on hold', async () => {
  const { id } = await hold.itemIn('in_vault')
  await hold.ask(id, { reason })
  const body = {
    fromFboAccountId: setup.source,
    toFboAccountId: setup.destination,
    items: [{ inventoryItemId: id, reason: 'trade' }],
  }
  const response = await withoutWriting(records, () =>
    api.post('/v1/transfers', { token: setup.creator.token, body }),
  )
  assert.equal(response.status, 409)
  assert.equal(response.body.code, 'item_not_in_vault')
  assert.equal(response.body.errors[0].itemStatus, 'on_hold')
})

test('An item that is not in the vault is not held, and the caller is told what holds it', async () => {
  await hold.assertRefusedIn('transfer_pending', { reason }, [])
  await hold.assertRefusedIn('shipment_pending', { reason }, [])
  await hold.assertRefusedIn('on_hold', { reason }, ['release'])
  await hold.assertRefusedIn('shipped', { reason }, [])
  await hold.assertRefusedIn('delivered', { reason }, [])
  await hold.assertRefusedIn('withdrawn', { reason }, [])
})

test('An item of a transfer that has expired is held', async () => {
  const transfer = await setup.transfer()
  await setup.expire(transfer.id)
  const [id] = transfer.itemIds as [string]
  assert.equal((await hold.ask(id, { reason })).status, 200)
  const log = await setup.log(id)
  assert.deepEqual(
    log.map(({ kind }) => kind),
    ['transfer_created', 'transfer_expired', 'held'],
  )
})

test('Its moment is never before the last one of the item, whatever the clock says', async () => {
  const { id } = await hold.itemIn('in_vault')
  const ahead = new Date(Date.now() + 3_600_000)
  await sql`update inventory_items set changed_at = ${ahead} where id = ${id}`
  const response = await hold.ask(id, { reason })
  assert.equal(response.body.data.changedAt, ahead.toISOString())
  const log = await setup.log(id)
  assert.deepEqual(log.at(-1)?.at, ahead)
})

test("An item that is unknown, malformed or another organization's is not found", async () => {
  await hold.assertNotFound({ reason })
})

test('It takes a reason, and nothing else', async () => {
  await hold.assertReasonForm(true)
})
