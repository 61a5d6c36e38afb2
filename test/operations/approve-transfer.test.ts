import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault
const setup = await TransferSetup.open(vault)
const { organizationId, creator, approver, source, destination } = setup

test('Approval completes the batch and moves every item to the destination at once', async () => {
  const transfer = await setup.transfer({ itemIds: await setup.items(3), more: { notes: 'three' } })
  const other = await setup.transfer()
  const untouched = await setup.stored(other.itemIds)
  const claimed = await setup.stored(transfer.itemIds)

  const response = await setup.approve(transfer.id)
  assert.equal(response.status, 200, response.text)
  const { decidedAt } = response.body.data
  const changes = { status: 'completed', decidedAt, decidedByTokenId: approver.id }
  assert.equal(response.text, setup.view(transfer, changes))
  assert.equal((await setup.get(transfer.id)).text, response.text)

  const at = new Date(decidedAt)
  assert.ok(at >= (claimed[0]?.changedAt as Date) && at <= new Date())
  assert.deepEqual(
    await setup.stored(transfer.itemIds),
    transfer.itemIds.map((id) => ({
      id,
      fboAccountId: destination,
      status: 'in_vault',
      activeTransferId: null,
      movementCount: 3,
      changedAt: at,
    })),
  )
  for (const [index, id] of transfer.itemIds.entries()) {
    const common = {
      organizationId,
      inventoryItemId: id,
      fromFboAccountId: source,
      transferBatchId: transfer.id,
      outboundShipmentId: null,
      reason: null,
    }
    assert.deepEqual(await setup.log(id), [
      {
        ...common,
        number: 2,
        at: claimed[index]?.changedAt,
        kind: 'transfer_created',
        fromStatus: 'in_vault',
        toFboAccountId: source,
        toStatus: 'transfer_pending',
        tokenId: creator.id,
      },
      {
        ...common,
        number: 3,
        at,
        kind: 'transfer_completed',
        fromStatus: 'transfer_pending',
        toFboAccountId: destination,
        toStatus: 'in_vault',
        tokenId: approver.id,
      },
    ])
  }
  assert.deepEqual(await setup.stored(other.itemIds), untouched)
})

test('An approval moves a thousand items at one moment', async () => {
  const transfer = await setup.transfer({ itemIds: await setup.items(1_000) })
  const { body } = await setup.approve(transfer.id)
  const [moved] = await sql`
    select count(*)::integer as count from inventory_items
    where id = any(${[...transfer.itemIds]}::text[]) and fbo_account_id = ${destination}
      and status = 'in_vault' and active_transfer_id is null and changed_at = ${body.data.decidedAt} and movement_count = 3`
  assert.equal(moved?.count, 1_000)
})

test('Moved items can be transferred back', async () => {
  const transfer = await setup.transfer()
  assert.equal((await setup.approve(transfer.id)).status, 200)
  const back = await setup.transfer({
    itemIds: transfer.itemIds,
    to: source,
    more: { fromFboAccountId: destination },
  })
  assert.equal((await setup.approve(back.id)).status, 200)
  for (const item of await setup.stored(transfer.itemIds)) {
    assert.equal(item.fboAccountId, source)
    assert.equal(item.movementCount, 5)
  }
})

test('A batch with a missing claim is not decided: 500, and nothing moves', async () => {
  const transfer = await setup.transfer()
  await sql`
    update inventory_items set status = 'in_vault', active_transfer_id = null
    where id = ${transfer.itemIds[0]!}`
  for (const decide of [setup.approve, setup.reject, setup.cancel]) {
    const response = await withoutWriting(records, () => decide.call(setup, transfer.id))
    assert.equal(response.status, 500)
    assert.equal(response.body.code, 'internal_error')
  }
  assert.equal((await setup.get(transfer.id)).text, setup.view(transfer))
})
