import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorFor } from '../../src/domain/caller.ts'
import { OVERDUE_MAX, overdueTransfers } from '../../src/vault/transfers/expire-transfers.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

// A batch that cannot end, and claims that expire while a request waits for them.
const vault = await openVault()
const { api, app, database, sql, logLines } = vault
const hurried = await openOwnVault({ DATABASE_LOCK_TIMEOUT_MS: 200 })

/** The three operations that claim or hold an item. */
const TAKERS: Readonly<
  Record<string, (setup: TransferSetup, itemId: string) => Promise<ApiResponse>>
> = {
  'Create Transfer': (setup, itemId) => setup.claim([itemId]),
  'Create Outbound Shipment': ({ creator: { token }, source }, inventoryItemId) => {
    const body = { fboAccountId: source, items: [{ inventoryItemId }] }
    return api.post('/v1/outbound-shipments', { token, body })
  },
  'Hold Inventory Item': ({ creator: { token } }, inventoryItemId) => {
    const body = { reason: 'Counted again' }
    return api.post(`/v1/inventory-items/${inventoryItemId}/hold`, { token, body })
  },
}

/** An expired batch that cannot end: a number in its items' log is already used. */
async function endless(setup: TransferSetup) {
  const transfer = await setup.transfer()
  await setup.expire(transfer.id)
  await sql`update inventory_items set movement_count = 1 where id = ${transfer.itemIds[0]!}`
  return transfer
}

interface Held {
  readonly inventoryItemId: string
  readonly declaredValueCents: string
  readonly changedAt: string
}

test('A batch that cannot be ended blocks no other request, and is logged', async () => {
  const setup = await TransferSetup.open(vault)
  const { token } = setup.creator
  const { id } = await endless(setup)
  const [itemId] = await setup.items(1)
  for (const path of [
    '/v1/inventory-items',
    '/v1/transfers',
    `/v1/fbo-accounts/${setup.source}/holdings`,
    `/v1/fbo-accounts/${setup.source}/insured-exposure`,
    `/v1/inventory-items/${itemId}/movements`,
  ]) {
    const response = await api.get(path, { token })
    assert.equal(response.status, 200, response.text)
  }
  const line = logLines.find(
    (text) => text.includes('transfer not expired or reviewed') && text.includes(id),
  )
  assert.equal(JSON.parse(line as string).transferBatchId, id)
  for (const take of Object.values(TAKERS)) {
    const [free] = await setup.items(1)
    const { status, text } = await take(setup, free as string)
    assert.ok(status === 200 || status === 201, text)
  }
})

test('Create Transfer returns 201 even if the review after it fails', async () => {
  const setup = await TransferSetup.open(vault)
  await endless(setup)
  await setup.decide({ systemApproval: 'within_limits', insuredExposure: 'observe' })
  const { id } = await setup.transfer()
  assert.equal((await setup.get(id)).body.data.status, 'completed')
})

test('Any number of batches that cannot be ended stay, and do not stop the others from ending', async () => {
  const setup = await TransferSetup.open(vault)
  const itemIds = await setup.items(60)
  const damaged = await Promise.all(itemIds.map((itemId) => setup.transfer({ itemIds: [itemId] })))
  for (const { id } of damaged) await setup.expire(id)
  await sql`update inventory_items set movement_count = 1 where id = any(${itemIds}::text[])`
  const unclaimed = await setup.transfer()
  await setup.expire(unclaimed.id)
  await sql`
    update inventory_items set status = 'in_vault', active_transfer_id = null
    where id = ${unclaimed.itemIds[0]!}`
  const transfer = await setup.transfer()
  const at = new Date(await setup.expire(transfer.id))
  assert.equal((await setup.get(transfer.id)).body.data.status, 'expired')
  await setup.assertEnded(transfer, { status: 'expired', at })
  assert.equal((await setup.get(unclaimed.id)).body.data.status, 'pending')
  const { status, body } = await setup.approve(unclaimed.id)
  assert.deepEqual([status, body.currentStatus], [409, 'expired'])
})

test('As of a moment after its expiry a claim is over, even if it was not processed', async () => {
  const setup = await TransferSetup.open(vault)
  const { id, itemIds } = await endless(setup)
  const [batch] = await sql`select expires_at from transfer_batches where id = ${id}`
  const expiresAt = batch?.expiresAt as Date
  const heldAsOf = async (at: Date) => {
    const path = `/v1/fbo-accounts/${setup.source}/holdings?asOf=${at.toISOString()}`
    const { body } = await api.get(path, { token: setup.creator.token })
    return body.data.map(({ inventoryItemId, declaredValueCents: _, ...rest }: Held) => {
      assert.ok(itemIds.includes(inventoryItemId))
      return rest
    })
  }
  const shown = { description: null, activeTransferId: null, activeShipmentId: null }
  const claimed = { ...shown, status: 'transfer_pending', activeTransferId: id }
  const before = await heldAsOf(new Date(expiresAt.getTime() - 1))
  const claims = before.map(({ changedAt: _, ...rest }: Held) => rest)
  assert.deepEqual(claims, [claimed, claimed])
  const released = { ...shown, status: 'in_vault', changedAt: expiresAt.toISOString() }
  assert.deepEqual(await heldAsOf(expiresAt), [released, released])
})

test('An expired claim whose batch cannot be ended causes 503, and is not shown', async () => {
  const { api: impatient, records, sql: own } = hurried
  const setup = await TransferSetup.open(hurried)
  const { id, itemIds } = await setup.transfer()
  await setup.expire(id)
  const { token } = setup.creator
  await own.begin(async (tx) => {
    await tx`
      select from transfer_batches
      where organization_id = ${setup.organizationId} and id = ${id} for update`
    for (const path of [`/v1/inventory-items/${itemIds[0]}`, `/v1/transfers/${id}`]) {
      const response = await withoutWriting(records, () => impatient.get(path, { token }))
      assert.equal(response.status, 503, response.text)
      assert.equal(response.headers.get('retry-after'), '1')
    }
  })
  assert.equal((await setup.get(id)).body.data.status, 'expired')
})

test('A run that lacks time leaves due batches to the next, and shows none of them before', async () => {
  const setup = await TransferSetup.open(vault)
  const itemIds = await setup.items(OVERDUE_MAX + 1)
  const transfers = await Promise.all(
    itemIds.map((itemId) => setup.transfer({ itemIds: [itemId] })),
  )
  for (const { id } of transfers) await setup.expire(id)
  const look = overdueTransfers(database, assert.ifError, 0)
  const left = async () => {
    const [row] = await sql`
      select count(*)::integer as pending from transfer_batches
      where organization_id = ${setup.organizationId} and status = 'pending'`
    return row?.pending
  }
  await assert.rejects(look(setup), { code: 'temporarily_unavailable' })
  assert.equal(await left(), 1)
  await look(setup)
  assert.equal(await left(), 0)
})

for (const [name, take] of Object.entries(TAKERS)) {
  test(`${name} gets an item whose claim expired while it waited`, async () => {
    const setup = await TransferSetup.open(vault)
    await setup.decide({ transferExpirySeconds: 1 })
    const transfer = await setup.transfer()
    const itemId = transfer.itemIds[0] as string
    let response: Promise<ApiResponse> | undefined
    await sql.begin(async (tx) => {
      await tx`
        select from inventory_items
        where organization_id = ${setup.organizationId} and id = ${itemId} for update`
      response = take(setup, itemId)
      await whoWaitsForLock(sql)
      await eventually(async () => {
        const [row] = await sql`
          select expires_at <= clock_timestamp() as over from transfer_batches
          where id = ${transfer.id}`
        return row?.over
      }, 'its expiry')
    })
    const { status, text } = await (response as Promise<ApiResponse>)
    assert.ok(status === 200 || status === 201, text)
  })
}

for (const [name, take] of Object.entries(TAKERS)) {
  test(`${name} gets an item whose claim another process ends at that moment`, async () => {
    const setup = await TransferSetup.open(vault)
    const transfer = await setup.transfer()
    await setup.expire(transfer.id)
    const elsewhere = overdueTransfers(database, assert.ifError)
    const here = app.endAndReviewTransfers
    let calls = 0
    app.endAndReviewTransfers = async (caller) => {
      calls += 1
      await elsewhere(operatorFor(setup.organizationId))
      await here(caller)
    }
    const itemId = transfer.itemIds[0] as string
    const { status, text } = await take(setup, itemId)
    app.endAndReviewTransfers = here
    assert.ok(status === 200 || status === 201, text)
    const kinds = (await setup.log(itemId)).map(({ kind }) => kind)
    assert.deepEqual(kinds.slice(0, 2), ['transfer_created', 'transfer_expired'])
    assert.equal(kinds.length, 3)
    assert.equal(calls, 1, 'it was processed once, and the change decided once more')
  })
}

test('Create Transfer gets items that a due review moves into its source account', async () => {
  const setup = await TransferSetup.open(vault)
  await setup.decide({ systemApproval: 'within_limits', insuredExposure: 'observe' })
  const transfer = await setup.transfer({ itemIds: await setup.items(1) })
  assert.equal((await setup.get(transfer.id)).body.data.status, 'completed')
  await setup.decide({ systemApproval: 'off' })
  const back = await setup.transfer({ itemIds: await setup.items(1) })
  // The state left by a process that dies between the creation and the review.
  await setup.decide({ systemApproval: 'within_limits' })
  await sql`update transfer_batches set system_review = 'due' where id = ${back.id}`
  const more = { fromFboAccountId: setup.destination, toFboAccountId: setup.source }
  const { status, text } = await setup.claim(back.itemIds, { more })
  assert.equal(status, 201, text)
})
