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
const { organizationId, approver } = setup

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
const assertReleased = (transfer: PendingTransfer, expiresAt: string) =>
  setup.assertEnded(transfer, { status: 'expired', at: new Date(expiresAt) })

test('Get Transfer shows an expired batch as expired, without a background job', async () => {
  const { transfer, expiresAt, expected } = await overdue()
  const response = await setup.get(transfer.id)
  assert.equal(response.text, expected)
  await assertReleased(transfer, expiresAt)
  await withoutWriting(records, () => setup.get(transfer.id))
})

test('List Transfers shows an expired batch as expired, and finds it by that status', async () => {
  const { transfer, expiresAt, listed } = await overdue()
  const inList = async (status: string) => {
    const { body } = await api.get(`/v1/transfers?status=${status}&limit=100`, approver)
    return body.data.find(({ id }: { id: string }) => id === transfer.id)
  }
  assert.equal(await inList('pending'), undefined)
  assert.deepEqual(await inList('expired'), listed)
  await assertReleased(transfer, expiresAt)
})

test('Create Transfer claims an item of an expired batch at once', async () => {
  const { transfer, expiresAt, expected } = await overdue()
  const [first, second] = transfer.itemIds as [string, string]
  const next = await setup.transfer({ itemIds: [second] })
  const log = await setup.log(second)
  assert.deepEqual(
    log.map(({ number, kind, transferBatchId }) => [number, kind, transferBatchId]),
    [
      [2, 'transfer_created', transfer.id],
      [3, 'transfer_expired', transfer.id],
      [4, 'transfer_created', next.id],
    ],
  )
  const [, expired, claimed] = log
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
  const response = await withoutWriting(records, () => setup.claim(transfer.itemIds))
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
  const { sent } = await sql.begin(async (tx) => {
    await tx`
      select from inventory_items
      where organization_id = ${own.organizationId} and id = ${itemIds[0]!} for update`
    const sent = own.transfer({ itemIds })
    await whoWaitsForLock(sql)
    await tx`select pg_sleep(1.1)`
    return { sent }
  })
  const { id } = await sent
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
