import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/processes/embedded-directory.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { type PendingTransfer, TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const setup = await TransferSetup.open(vault)
const { organizationId, approver, creator, source, destination } = setup

/** A transfer that expired a minute ago and was not processed yet. */
async function overdue(options: Parameters<TransferSetup['transfer']>[0] = {}) {
  const transfer = await setup.transfer(options)
  const expiresAt = await setup.expire(transfer.id)
  return { transfer, expiresAt, ...(await expectedView(transfer, expiresAt)) }
}

async function expectedView(transfer: PendingTransfer, expiresAt: string) {
  const createdAt = new Date(Date.parse(transfer.created.createdAt) - 3_600_000).toISOString()
  const changes = { status: 'expired', createdAt, expiresAt, decidedAt: expiresAt }
  const listed = setup.details(transfer, changes)
  return { expected: setup.view(transfer, changes), listed }
}

/** Fails unless the items are back in their account since the moment of expiry. */
async function assertReleased({ itemIds, id }: PendingTransfer, expiresAt: string) {
  const at = new Date(expiresAt)
  assert.deepEqual(
    await setup.stored(itemIds),
    itemIds.map((itemId) => ({
      id: itemId,
      fboAccountId: source,
      status: 'in_vault',
      activeTransferId: null,
      movementCount: 3,
      changedAt: at,
    })),
  )
  for (const itemId of itemIds) {
    const [claimed, expired, ...more] = await setup.log(itemId)
    assert.deepEqual(more, [])
    assert.ok(claimed?.at < at)
    assert.deepEqual(expired, {
      organizationId,
      inventoryItemId: itemId,
      number: 3,
      at,
      kind: 'transfer_expired',
      fromFboAccountId: source,
      fromStatus: 'transfer_pending',
      toFboAccountId: source,
      toStatus: 'in_vault',
      transferBatchId: id,
      outboundShipmentId: null,
      tokenId: null,
      reason: null,
    })
  }
}

test('A pending batch expires 14 days after its creation', async () => {
  const { id, created } = await setup.transfer()
  const { expiresAt } = (await setup.get(id)).body.data
  assert.equal(Date.parse(expiresAt) - Date.parse(created.createdAt), 14 * 86_400_000)
})

test('Get Transfer shows an expired batch as expired, without a background job', async () => {
  const { transfer, expiresAt, expected } = await overdue()
  const response = await setup.get(transfer.id)
  assert.equal(response.text, expected)
  await assertReleased(transfer, expiresAt)
  await withoutWriting(records, () => setup.get(transfer.id))
})

test('List Transfers shows an expired batch as expired, and finds it by that status', async () => {
  const { transfer, expiresAt, listed } = await overdue()
  const before = '/v1/transfers?status=pending&limit=100'
  const pending = (await api.get(before, { token: approver.token })).body.data
  assert.ok(pending.every(({ id }: { id: string }) => id !== transfer.id))
  const response = await api.get('/v1/transfers?status=expired&limit=100', {
    token: approver.token,
  })
  const found = response.body.data.find(({ id }: { id: string }) => id === transfer.id)
  assert.deepEqual(found, listed)
  await assertReleased(transfer, expiresAt)
})

test('Create Transfer claims an item of an expired batch at once', async () => {
  const { transfer, expiresAt, expected } = await overdue()
  const [first, second] = transfer.itemIds as [string, string]
  const next = await setup.transfer({ itemIds: [second] })
  assert.deepEqual(
    (await setup.log(second)).map(({ number, kind, transferBatchId }) => ({
      number,
      kind,
      transferBatchId,
    })),
    [
      { number: 2, kind: 'transfer_created', transferBatchId: transfer.id },
      { number: 3, kind: 'transfer_expired', transferBatchId: transfer.id },
      { number: 4, kind: 'transfer_created', transferBatchId: next.id },
    ],
  )
  const [, expired, claimed] = await setup.log(second)
  assert.equal(expired?.at.toISOString(), expiresAt)
  assert.ok(claimed?.at > expired?.at)
  const [item] = await setup.stored([second])
  assert.equal(item?.activeTransferId, next.id)
  await assertReleased({ ...transfer, itemIds: [first] }, expiresAt)
  assert.equal((await setup.get(transfer.id)).text, expected)
})

test('A refused Create Transfer names the present holder of an item, not the expired one', async () => {
  const { transfer } = await overdue()
  const next = await setup.transfer({ itemIds: [transfer.itemIds[0]!] })
  const items = transfer.itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
  const body = { fromFboAccountId: source, toFboAccountId: destination, items }
  const response = await withoutWriting(records, () =>
    api.post('/v1/transfers', { token: creator.token, body }),
  )
  assert.equal(response.status, 409)
  assert.equal(response.body.errorsTotal, 1)
  assert.equal(response.body.errors[0].activeTransferId, next.id)
})

test('An expired batch refuses approve, reject and cancel', async () => {
  for (const verb of ['approve', 'reject', 'cancel'] as const) {
    const { transfer, expiresAt, expected } = await overdue()
    const response = await setup[verb](transfer.id)
    assertRefused(response, {
      status: 409,
      code: 'invalid_state_transition',
      detail: `The transfer is expired and does not accept ${verb}: it accepts nothing now.`,
      instance: `/v1/transfers/${transfer.id}/${verb}`,
      members: { currentStatus: 'expired', allowed: [] },
    })
    await assertReleased(transfer, expiresAt)
    assert.equal((await setup.get(transfer.id)).text, expected)
    await withoutWriting(records, () => setup[verb](transfer.id))
  }
})

test('An expired transfer does not count for the insured exposure of its destination', async () => {
  const to = await records.fboAccount(organizationId, { maxInsuredValueCents: '100' })
  const { transfer } = await overdue({ itemIds: await setup.items(2, '500'), to })
  const path = `/v1/fbo-accounts/${to}/insured-exposure`
  const { data } = (await api.get(path, { token: approver.token })).body
  assert.equal(data.exposureCents, '0')
  assert.equal((await setup.get(transfer.id)).body.data.status, 'expired')
})

test('An expired batch with a damaged claim stays pending and does not stop others from expiring', async () => {
  const damaged = await overdue()
  await sql`
    update inventory_items set status = 'in_vault', active_transfer_id = null
    where id = ${damaged.transfer.itemIds[0]!}`
  const { transfer, expiresAt, expected } = await overdue()
  assert.equal((await setup.get(transfer.id)).text, expected)
  await assertReleased(transfer, expiresAt)
  assert.equal((await setup.get(damaged.transfer.id)).body.data.status, 'pending')
  const response = await setup.approve(damaged.transfer.id)
  assert.equal(response.status, 409)
  assert.equal(response.body.currentStatus, 'expired')
})

test('One request expires all due batches, also more than are looked up at once', async () => {
  const own = await TransferSetup.open(vault)
  const itemIds = await own.items(120)
  const transfers = await Promise.all(itemIds.map((itemId) => own.transfer({ itemIds: [itemId] })))
  for (const { id } of transfers) await own.expire(id)
  await own.get('xfer_nobody')
  const rows = await sql`
    select status, count(*)::integer as count from transfer_batches
    where organization_id = ${own.organizationId} group by status`
  assert.deepEqual([...rows], [{ status: 'expired', count: 120 }])
})

test('A request of one organization does not expire batches of another', async () => {
  const other = await TransferSetup.open(vault)
  const { transfer } = await overdue()
  await withoutWriting(records, () => other.get(transfer.id))
})

test('transferExpirySeconds applies to transfers created from then on', async () => {
  const own = await TransferSetup.open(vault)
  const earlier = await own.transfer()
  await own.decide({ transferExpirySeconds: 31_536_000 })
  const later = await own.transfer()
  const secondsOf = async ({ id }: PendingTransfer) => {
    const { createdAt, expiresAt } = (await own.get(id)).body.data
    return (Date.parse(expiresAt) - Date.parse(createdAt)) / 1_000
  }
  assert.equal(await secondsOf(earlier), 14 * 86_400)
  assert.equal(await secondsOf(later), 31_536_000)
  // A second is the shortest expiry: only this test waits for the clock.
  await own.decide({ transferExpirySeconds: 1 })
  const short = await own.transfer()
  const expired = await eventually(async () => {
    const { data } = (await own.get(short.id)).body
    return data.status === 'expired' && data
  }, 'the transfer to expire')
  assert.equal(expired.decidedAt, expired.expiresAt)
  assert.equal(await secondsOf(short), 1)
})

test('The expiry of a transfer that waited for its items counts from its creation after the wait', async () => {
  const own = await TransferSetup.open(vault)
  await own.decide({ transferExpirySeconds: 1 })
  const itemIds = await own.items(1)
  let transfer: Promise<PendingTransfer> | undefined
  await sql.begin(async (tx) => {
    await tx`
      select from inventory_items
      where organization_id = ${own.organizationId} and id = ${itemIds[0]!} for update`
    transfer = own.transfer({ itemIds })
    await whoWaitsForLock(sql)
    await tx`select pg_sleep(1.1)`
  })
  const { id } = await (transfer as Promise<PendingTransfer>)
  await eventually(async () => (await own.get(id)).body.data.status === 'expired', 'its expiry')
  const [claimed, expired] = await own.log(itemIds[0]!)
  assert.equal(expired?.at - claimed?.at, 1_000)
})

test('With transferExpirySeconds null a transfer never expires', async () => {
  const own = await TransferSetup.open(vault)
  await own.decide({ transferExpirySeconds: null })
  const transfer = await own.transfer()
  await sql`
    update transfer_batches
    set created_at = (created_at at time zone 'UTC' - interval '10 years') at time zone 'UTC'
    where id = ${transfer.id}`
  const { data } = (await own.get(transfer.id)).body
  assert.equal(data.expiresAt, null)
  assert.equal(data.status, 'pending')
  assert.equal((await own.approve(transfer.id)).status, 200)
})
