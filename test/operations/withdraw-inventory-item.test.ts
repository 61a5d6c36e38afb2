import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ItemVerb } from '../support/operations/item-verbs.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const setup = await TransferSetup.open(vault)
const withdraw = new ItemVerb(vault, setup, 'withdraw')
const reason = 'Collected by the owner'
const withdrawn = { from: 'in_vault', to: 'withdrawn', kind: 'withdrawn', reason } as const

test('An item in the vault is withdrawn, and stays readable', async () => {
  const { id } = await withdraw.itemIn('in_vault')
  await withdraw.assertChanges(id, { reason }, withdrawn)
  const { token } = setup.approver
  const read = await vault.api.get(`/v1/inventory-items/${id}`, { token })
  assert.equal(read.body.data.status, 'withdrawn')
})

test('An item that is not in the vault is not withdrawn; one on hold is released first', async () => {
  await withdraw.assertRefusedIn('transfer_pending', { reason }, [])
  await withdraw.assertRefusedIn('shipment_pending', { reason }, [])
  await withdraw.assertRefusedIn('on_hold', { reason }, ['release'])
  await withdraw.assertRefusedIn('shipped', { reason }, [])
  await withdraw.assertRefusedIn('delivered', { reason }, [])
  await withdraw.assertRefusedIn('withdrawn', { reason }, [])
})

test('An item of a transfer that has expired is withdrawn', async () => {
  const transfer = await setup.transfer()
  await setup.expire(transfer.id)
  const [id] = transfer.itemIds as [string]
  assert.equal((await withdraw.ask(id, { reason })).status, 200)
  assert.equal((await vault.records.item(id)).status, 'withdrawn')
})

test("An item that is unknown, malformed or another organization's is not found", async () => {
  await withdraw.assertNotFound({ reason })
})

test('It takes a reason, and nothing else', async () => {
  await withdraw.assertReasonForm(true)
})
