import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ItemVerb } from '../support/operations/item-verbs.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const setup = await TransferSetup.open(vault)
const release = new ItemVerb(vault, setup, 'release')
const released = { from: 'on_hold', to: 'in_vault', kind: 'released' } as const

test('An item on hold is in the vault again, in its account, without a reason to hold it', async () => {
  const { id } = await release.itemIn('on_hold')
  await release.assertChanges(id, { reason: 'Settled' }, { ...released, reason: 'Settled' })
})

test('No reason is needed, and no body', async () => {
  for (const body of [undefined, {}]) {
    const { id } = await release.itemIn('on_hold')
    await release.assertChanges(id, body, { ...released, reason: null })
  }
})

test('An item that was held without a reason, as an import may have it, is released', async () => {
  const columns = { status: 'on_hold' }
  const id = await vault.records.inventoryItem(setup.organizationId, setup.source, columns)
  await release.assertChanges(id, undefined, { ...released, reason: null })
})

test('A released item can be claimed', async () => {
  const { id } = await release.itemIn('on_hold')
  await release.ask(id)
  const transfer = await setup.transfer({ itemIds: [id] })
  assert.equal((await vault.records.item(id)).activeTransferId, transfer.id)
})

test('An item that is not on hold is not released, and the caller is told what it takes', async () => {
  const reason = 'Settled'
  await release.assertRefusedIn('in_vault', { reason }, ['hold', 'withdraw'])
  await release.assertRefusedIn('transfer_pending', undefined, [])
  await release.assertRefusedIn('shipment_pending', { reason }, [])
  await release.assertRefusedIn('shipped', { reason }, [])
  await release.assertRefusedIn('delivered', { reason }, [])
  await release.assertRefusedIn('withdrawn', { reason }, [])
})

test("An item that is unknown, malformed or another organization's is not found", async () => {
  await release.assertNotFound(undefined)
})

test('It takes a reason at most', async () => {
  await release.assertReasonForm(false)
})
