import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorFor } from '../../src/caller.ts'
import { processDueTransfers } from '../../src/transfers/process-due-transfers.ts'
import type { ApiAnswer } from '../support/api-client.ts'
import { eventually } from '../support/embedded-directory.ts'
import { whoWaitsForLock } from '../support/lock-wait.ts'
import { TransferDesk } from '../support/transfers.ts'
import { openVault } from '../support/vault.ts'

// A batch that cannot end, and claims that are over while somebody waits for them.
const vault = await openVault()
const { api, app, database, sql, logLines } = vault

/** The three that claim an item, or hold it. */
const TAKERS: Readonly<Record<string, (desk: TransferDesk, itemId: string) => Promise<ApiAnswer>>> =
  {
    'Create Transfer': ({ creator: { token }, source, destination }, inventoryItemId) => {
      const items = [{ inventoryItemId, reason: 'trade' }]
      const body = { fromFboAccountId: source, toFboAccountId: destination, items }
      return api.post('/v1/transfers', { token, body })
    },
    'Create Outbound Shipment': ({ creator: { token }, source }, inventoryItemId) => {
      const body = { fboAccountId: source, items: [{ inventoryItemId }] }
      return api.post('/v1/outbound-shipments', { token, body })
    },
    'Hold Inventory Item': ({ creator: { token } }, inventoryItemId) => {
      const body = { reason: 'Counted again' }
      return api.post(`/v1/inventory-items/${inventoryItemId}/hold`, { token, body })
    },
  }

/** An expired batch whose end the log refuses: a number of it is taken. */
async function endless(desk: TransferDesk) {
  const transfer = await desk.transfer()
  await desk.expire(transfer.id)
  await sql`update inventory_items set movement_count = 1 where id = ${transfer.itemIds[0]!}`
  return transfer
}

test("A batch whose end fails stands in nobody else's way, and is logged", async () => {
  const desk = await TransferDesk.open(vault)
  const { token } = desk.creator
  const { id } = await endless(desk)
  const [itemId] = await desk.items(1)
  for (const path of [
    '/v1/inventory-items',
    '/v1/transfers',
    `/v1/fbo-accounts/${desk.source}/holdings`,
    `/v1/fbo-accounts/${desk.source}/insured-exposure`,
    `/v1/inventory-items/${itemId}/movements`,
  ]) {
    const answer = await api.get(path, { token })
    assert.equal(answer.status, 200, answer.text)
  }
  const line = logLines.find(
    (text) => text.includes('due transfer not processed') && text.includes(id),
  )
  assert.equal(JSON.parse(line as string).transferBatchId, id)
  for (const take of Object.values(TAKERS)) {
    const [free] = await desk.items(1)
    const { status, text } = await take(desk, free as string)
    assert.ok(status === 200 || status === 201, text)
  }
})

test('Create Transfer answers 201 also where a review fails after the creation', async () => {
  const desk = await TransferDesk.open(vault)
  await endless(desk)
  await desk.decide({ systemApproval: 'within_limits', insuredExposure: 'observe' })
  const { id } = await desk.transfer()
  assert.equal((await desk.get(id)).body.data.status, 'completed')
})

test('Any number of batches that cannot end leave the others to end', async () => {
  const desk = await TransferDesk.open(vault)
  const itemIds = await desk.items(60)
  const damaged = await Promise.all(itemIds.map((itemId) => desk.transfer({ itemIds: [itemId] })))
  for (const { id } of damaged) await desk.expire(id)
  await sql`update inventory_items set movement_count = 1 where id = any(${itemIds}::text[])`
  const { id } = await desk.transfer()
  await desk.expire(id)
  assert.equal((await desk.get(id)).body.data.status, 'expired')
})

for (const [name, take] of Object.entries(TAKERS)) {
  test(`${name} gets an item whose claim expires while it waits for it`, async () => {
    const desk = await TransferDesk.open(vault)
    await desk.decide({ transferExpirySeconds: 1 })
    const transfer = await desk.transfer()
    const itemId = transfer.itemIds[0] as string
    let answer: Promise<ApiAnswer> | undefined
    await sql.begin(async (tx) => {
      await tx`select from inventory_items where id = ${itemId} for update`
      answer = take(desk, itemId)
      await whoWaitsForLock(sql)
      await eventually(async () => {
        const [row] = await sql`
          select expires_at <= clock_timestamp() as over from transfer_batches
          where id = ${transfer.id}`
        return row?.over
      }, 'its expiry')
    })
    const { status, text } = await (answer as Promise<ApiAnswer>)
    assert.ok(status === 200 || status === 201, text)
  })
}

for (const [name, take] of Object.entries(TAKERS)) {
  test(`${name} gets an item whose claim another process ends just then`, async () => {
    const desk = await TransferDesk.open(vault)
    const transfer = await desk.transfer()
    await desk.expire(transfer.id)
    const elsewhere = processDueTransfers(database, assert.ifError)
    const here = app.processDue
    let calls = 0
    app.processDue = async (caller) => {
      calls += 1
      await elsewhere(operatorFor(desk.organizationId))
      await here(caller)
    }
    const { status, text } = await take(desk, transfer.itemIds[0] as string)
    app.processDue = here
    assert.ok(status === 200 || status === 201, text)
    assert.equal(calls, 1, 'it was processed once, and the change decided once more')
  })
}

test('Create Transfer out of an account gets what a review that is due brings into it', async () => {
  const desk = await TransferDesk.open(vault)
  await desk.decide({ systemApproval: 'within_limits', insuredExposure: 'observe' })
  const transfer = await desk.transfer({ itemIds: await desk.items(1) })
  assert.equal((await desk.get(transfer.id)).body.data.status, 'completed')
  await desk.decide({ systemApproval: 'off' })
  const back = await desk.transfer({ itemIds: await desk.items(1) })
  // As a process leaves it that dies between the creation and the review.
  await desk.decide({ systemApproval: 'within_limits' })
  await sql`update transfer_batches set system_review = 'due' where id = ${back.id}`
  const { status, text } = await api.post('/v1/transfers', {
    token: desk.creator.token,
    body: {
      fromFboAccountId: desk.destination,
      toFboAccountId: desk.source,
      items: [{ inventoryItemId: back.itemIds[0], reason: 'trade' }],
    },
  })
  assert.equal(status, 201, text)
})
