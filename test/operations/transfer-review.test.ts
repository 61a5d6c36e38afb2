import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { type PendingTransfer, TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault

const setupWith = (policy: object, maxInsuredValueCents?: string) =>
  TransferSetup.insured(vault, policy, maxInsuredValueCents)

const AUTOMATIC = { systemApproval: 'within_limits' }

/** The transfer as Create Transfer returns it, whatever the policy does a moment later. */
function assertPending({ created }: PendingTransfer): void {
  assert.equal(created.status, 'pending')
  assert.equal(created.approvedBySystem, false)
  assert.equal(Object.keys(created).length, 9)
}

async function assertApprovedBySystem(setup: TransferSetup, transfer: PendingTransfer, more = {}) {
  assertPending(transfer)
  const response = await setup.get(transfer.id)
  const { decidedAt, expiresAt } = response.body.data
  const changes = { status: 'completed', approvedBySystem: true, decidedAt, expiresAt, ...more }
  assert.equal(response.text, setup.view(transfer, changes))
  const end = { status: 'completed', account: setup.destination, at: new Date(decidedAt) }
  await setup.assertEnded(transfer, end)
}

async function assertLeft(setup: TransferSetup, transfer: PendingTransfer, review: string[]) {
  assertPending(transfer)
  assert.equal((await setup.get(transfer.id)).text, setup.view(transfer, { review }))
  for (const item of await setup.stored(transfer.itemIds)) {
    assert.equal(item.fboAccountId, setup.source)
    assert.equal(item.activeTransferId, transfer.id)
  }
}

test('Approval by the system is off by default', async () => {
  const setup = await setupWith({})
  await assertLeft(setup, await setup.transfer(), [])
  await setup.decide({ fourEyes: false })
  await assertLeft(setup, await setup.transfer(), [])
})

test('A batch within the limits is completed by the system right after its creation', async () => {
  const setup = await setupWith({
    ...AUTOMATIC,
    systemApprovalMaxItems: 3,
    systemApprovalMaxDeclaredValueCents: '300',
    systemApprovalReasons: ['trade', 'request'],
  })
  const transfer = await setup.transfer({ itemIds: await setup.items(3, '100') })
  // Stored already, before any request read it.
  const [stored] = await sql`select status from transfer_batches where id = ${transfer.id}`
  assert.equal(stored?.status, 'completed')
  await assertApprovedBySystem(setup, transfer)
})

test('Without limits the system approves every batch', async () => {
  const setup = await setupWith(AUTOMATIC, '9223372036854775807')
  await assertApprovedBySystem(
    setup,
    await setup.transfer({ itemIds: await setup.items(1_000, '7') }),
  )
})

const LIMITS = {
  ...AUTOMATIC,
  systemApprovalMaxItems: 2,
  systemApprovalMaxDeclaredValueCents: '900',
  systemApprovalReasons: ['trade'],
}
// Each limit alone is a row of review-transfer.rules.test.ts.
const OVER: [items: number, each: string, reason: string, review: string[]][] = [
  [2, '1', 'rebalance', ['reason_not_covered']],
  [
    ...([3, '400', 'request'] as const),
    [
      ...['item_count_over_limit', 'declared_value_over_limit', 'reason_not_covered'],
      'insured_exposure_over_maximum',
    ],
  ],
]
for (const [count, each, reason, review] of OVER) {
  test(`A person decides a batch of ${count} for ${reason} over limits: ${review.join(', ')}`, async () => {
    const setup = await setupWith(LIMITS)
    const transfer = await setup.transfer({ itemIds: await setup.items(count, each), reason })
    await assertLeft(setup, transfer, review)
    const response = await setup.approve(transfer.id)
    const changes = {
      status: 'completed',
      review,
      decidedAt: response.body.data.decidedAt,
      decidedByTokenId: setup.approver.id,
      approvedOverInsuredMaximum: review.includes('insured_exposure_over_maximum'),
    }
    assert.equal(response.text, setup.view(transfer, changes))
  })
}

test('Daily limits add up the batches out of one account in 24 hours', async () => {
  const setup = await setupWith(
    { ...AUTOMATIC, systemApprovalMaxItemsPerDay: 3, insuredExposure: 'observe' },
    '1000',
  )
  await assertApprovedBySystem(setup, await setup.transfer({ itemIds: await setup.items(2) }))
  const over = await setup.transfer({ itemIds: await setup.items(2) })
  await assertLeft(setup, over, ['daily_item_count_over_limit'])
  // A batch left to a person does not count for the limits.
  await assertApprovedBySystem(setup, await setup.transfer({ itemIds: await setup.items(1) }))
  await assertLeft(setup, await setup.transfer({ itemIds: await setup.items(1) }), [
    'daily_item_count_over_limit',
  ])
  // A day later all of it is possible again.
  await sql`
    update transfer_batches
    set created_at = (created_at at time zone 'UTC' - interval '24 hours') at time zone 'UTC'
    where organization_id = ${setup.organizationId}`
  await assertApprovedBySystem(setup, await setup.transfer({ itemIds: await setup.items(3) }))
})

test('The daily declared value adds up batches, also simultaneous ones', async () => {
  const limit = { systemApprovalMaxDeclaredValueCentsPerDay: '300' }
  const setup = await setupWith({ ...AUTOMATIC, ...limit, insuredExposure: 'observe' })
  const itemIds = await setup.items(6, '100')
  const transfers = await Promise.all(itemIds.map((id) => setup.transfer({ itemIds: [id] })))
  const responses = await Promise.all(transfers.map(({ id }) => setup.get(id)))
  const approved = responses.filter(({ body }) => body.data.approvedBySystem)
  assert.ok(approved.length <= 3, `${approved.length} were approved`)
  for (const { body } of responses) {
    if (body.data.approvedBySystem) continue
    assert.deepEqual(body.data.review, ['daily_declared_value_over_limit'])
  }
})

test('The exposure counts held and incoming items, and may reach the maximum', async () => {
  const setup = await setupWith(AUTOMATIC)
  const { organizationId, destination } = setup
  await records.inventoryItem(organizationId, destination, { declaredValueCents: '400' })
  await setup.decide({ systemApproval: 'off' })
  await setup.transfer({ itemIds: await setup.items(1, '500') })
  await setup.decide(AUTOMATIC)
  const over = await setup.transfer({ itemIds: await setup.items(1, '101') })
  await assertLeft(setup, over, ['insured_exposure_over_maximum'])
  await setup.reject(over.id)
  await assertApprovedBySystem(
    setup,
    await setup.transfer({ itemIds: await setup.items(1, '100') }),
  )
})

test('observe: an exposure over the maximum stops no approval and is recorded', async () => {
  const setup = await setupWith({ ...AUTOMATIC, insuredExposure: 'observe' })
  const transfer = await setup.transfer({ itemIds: await setup.items(1, '1001') })
  await assertApprovedBySystem(setup, transfer, { approvedOverInsuredMaximum: true })
  await setup.decide({ systemApproval: 'off' })
  const sixfold = Array.from({ length: 6 }, async () => (await setup.transfer()).id)
  const ids = await Promise.all(sixfold)
  // Decided together: one transaction reads the exposure for all.
  const decided = await Promise.all(
    ids.map((id, index) => (index % 2 === 0 ? setup.approve(id) : setup.reject(id))),
  )
  assert.deepEqual(
    decided.map(({ body }) => body.data.approvedOverInsuredMaximum),
    ids.map((_, index) => index % 2 === 0),
  )
})

/** A batch without a review: its creator's process died right after the creation. */
async function unreviewed(setup: TransferSetup, policy: object): Promise<PendingTransfer> {
  const transfer = await setup.transfer()
  await setup.decide(policy)
  await sql`update transfer_batches set system_review = 'due' where id = ${transfer.id}`
  return transfer
}

test('A review that could not run is done by the next request', async () => {
  const setup = await setupWith({})
  const fine = await unreviewed(setup, AUTOMATIC)
  await assertApprovedBySystem(setup, fine)
  await setup.decide({ systemApproval: 'off' })
  const over = await unreviewed(setup, { ...AUTOMATIC, systemApprovalMaxItems: 1 })
  await assertLeft(setup, over, ['item_count_over_limit'])
  await withoutWriting(records, () => setup.get(over.id))
})

test('Of batches that are reviewed together, one that is left does not count for the next', async () => {
  const setup = await setupWith({})
  const large = await setup.transfer({ itemIds: await setup.items(3) })
  const small = await setup.transfer({ itemIds: await setup.items(1) })
  const limits = { systemApprovalMaxItems: 2, systemApprovalMaxItemsPerDay: 3 }
  await setup.decide({ ...AUTOMATIC, ...limits })
  await sql`
    update transfer_batches set system_review = 'due'
    where organization_id = ${setup.organizationId}`
  assert.equal((await api.get('/v1/transfers', setup.creator)).status, 200)
  await assertLeft(setup, large, ['item_count_over_limit', 'daily_item_count_over_limit'])
  await assertApprovedBySystem(setup, small)
})

test('Approval by the system that was turned off before the review approves nothing', async () => {
  const setup = await setupWith({})
  const transfer = await unreviewed(setup, { fourEyes: false })
  await assertLeft(setup, transfer, [])
  await withoutWriting(records, () => setup.get(transfer.id))
  await setup.decide(AUTOMATIC)
  await assertLeft(setup, transfer, [])
})

test('A batch that expired before its review is expired, not approved', async () => {
  const setup = await setupWith({})
  const transfer = await unreviewed(setup, AUTOMATIC)
  await setup.expire(transfer.id)
  const { data } = (await setup.get(transfer.id)).body
  assert.equal(data.status, 'expired')
  assert.equal(data.approvedBySystem, false)
})

test("cancel before a pending review is refused with the review's decision", async () => {
  const setup = await setupWith({})
  const transfer = await unreviewed(setup, AUTOMATIC)
  const response = await setup.cancel(transfer.id)
  assert.equal(response.status, 409)
  assert.equal(response.body.currentStatus, 'completed')
  await assertApprovedBySystem(setup, transfer)
})
