import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { type PendingTransfer, TransferDesk } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault

/** An organization with this policy, whose destination is insured for so much. */
async function deskWith(policy: object, maxInsuredValueCents = '1000'): Promise<TransferDesk> {
  const desk = await TransferDesk.open(vault)
  await sql`
    update fbo_accounts set max_insured_value_cents = ${maxInsuredValueCents}
    where id = ${desk.destination}`
  if (Object.keys(policy).length > 0) await desk.decide(policy)
  return desk
}

const AUTOMATIC = { systemApproval: 'within_limits' }

/** The transfer as Create Transfer answers it, whatever the policy does a moment later. */
function assertPending({ created }: PendingTransfer): void {
  assert.equal(created.status, 'pending')
  assert.equal(created.approvedBySystem, false)
  assert.equal(Object.keys(created).length, 9)
}

async function assertApprovedBySystem(desk: TransferDesk, transfer: PendingTransfer, more = {}) {
  assertPending(transfer)
  const answer = await desk.get(transfer.id)
  const { decidedAt, expiresAt } = answer.body.data
  const changes = { status: 'completed', approvedBySystem: true, decidedAt, expiresAt, ...more }
  assert.equal(answer.text, desk.view(transfer, changes))
  for (const item of await desk.stored(transfer.itemIds)) {
    assert.equal(item.fboAccountId, desk.destination)
    assert.equal(item.status, 'in_vault')
    assert.deepEqual(item.changedAt, new Date(decidedAt))
    const last = (await desk.log(item.id)).at(-1)
    assert.equal(last?.kind, 'transfer_completed')
    assert.equal(last?.tokenId, null)
  }
}

async function assertLeft(desk: TransferDesk, transfer: PendingTransfer, review: string[]) {
  assertPending(transfer)
  assert.equal((await desk.get(transfer.id)).text, desk.view(transfer, { review }))
  for (const item of await desk.stored(transfer.itemIds)) {
    assert.equal(item.fboAccountId, desk.source)
    assert.equal(item.activeTransferId, transfer.id)
  }
}

test('Approval by the system is off unless the organization turned it on', async () => {
  const desk = await deskWith({})
  await assertLeft(desk, await desk.transfer(), [])
  await desk.decide({ fourEyes: false })
  await assertLeft(desk, await desk.transfer(), [])
})

test('A batch within the limits is completed right after its creation', async () => {
  const desk = await deskWith({
    ...AUTOMATIC,
    systemApprovalMaxItems: 3,
    systemApprovalMaxDeclaredValueCents: '300',
    systemApprovalReasons: ['trade', 'request'],
  })
  const transfer = await desk.transfer({ itemIds: await desk.items(3, '100') })
  // Written down already: nobody had to look first.
  const [stored] = await sql`select status from transfer_batches where id = ${transfer.id}`
  assert.equal(stored?.status, 'completed')
  await assertApprovedBySystem(desk, transfer)
})

test('Without limits everything is within them', async () => {
  const desk = await deskWith(AUTOMATIC, '9223372036854775807')
  await assertApprovedBySystem(desk, await desk.transfer({ itemIds: await desk.items(1_000, '7') }))
})

const LIMITS = {
  ...AUTOMATIC,
  systemApprovalMaxItems: 2,
  systemApprovalMaxDeclaredValueCents: '900',
  systemApprovalReasons: ['trade'],
}
const OVER: [items: number, each: string, reason: string, review: string[]][] = [
  [3, '1', 'trade', ['item_count_over_limit']],
  [2, '451', 'trade', ['declared_value_over_limit']],
  [2, '1', 'rebalance', ['reason_not_covered']],
  [
    3,
    '400',
    'request',
    [
      'item_count_over_limit',
      'declared_value_over_limit',
      'reason_not_covered',
      'insured_exposure_over_maximum',
    ],
  ],
]
for (const [count, each, reason, review] of OVER) {
  test(`A batch over limits is left to a person, with why: ${review.join(', ')}`, async () => {
    const desk = await deskWith(LIMITS)
    const transfer = await desk.transfer({ itemIds: await desk.items(count, each), reason })
    await assertLeft(desk, transfer, review)
    const answer = await desk.approve(transfer.id)
    const changes = {
      status: 'completed',
      review,
      decidedAt: answer.body.data.decidedAt,
      decidedByTokenId: desk.approver.id,
      approvedOverInsuredMaximum: review.length === 4,
    }
    assert.equal(answer.text, desk.view(transfer, changes))
  })
}

test('Many small batches are no way past the limits of a day: out of one account, in 24 hours', async () => {
  const desk = await deskWith(
    { ...AUTOMATIC, systemApprovalMaxItemsPerDay: 3, insuredExposure: 'observe' },
    '1000',
  )
  await assertApprovedBySystem(desk, await desk.transfer({ itemIds: await desk.items(2) }))
  const over = await desk.transfer({ itemIds: await desk.items(2) })
  await assertLeft(desk, over, ['daily_item_count_over_limit'])
  // Left to a person, it counts for nobody else.
  await assertApprovedBySystem(desk, await desk.transfer({ itemIds: await desk.items(1) }))
  await assertLeft(desk, await desk.transfer({ itemIds: await desk.items(1) }), [
    'daily_item_count_over_limit',
  ])
  // A day later all of it is possible again.
  await sql`
    update transfer_batches
    set created_at = (created_at at time zone 'UTC' - interval '24 hours') at time zone 'UTC'
    where organization_id = ${desk.organizationId}`
  await assertApprovedBySystem(desk, await desk.transfer({ itemIds: await desk.items(3) }))
})

test('The declared value of a day is counted over batches, also of those that come at once', async () => {
  const limit = { systemApprovalMaxDeclaredValueCentsPerDay: '300' }
  const desk = await deskWith({ ...AUTOMATIC, ...limit, insuredExposure: 'observe' })
  const itemIds = await desk.items(6, '100')
  const transfers = await Promise.all(itemIds.map((id) => desk.transfer({ itemIds: [id] })))
  const answers = await Promise.all(transfers.map(({ id }) => desk.get(id)))
  const approved = answers.filter(({ body }) => body.data.approvedBySystem)
  assert.ok(approved.length <= 3, `${approved.length} were approved`)
  for (const { body } of answers) {
    if (body.data.approvedBySystem) continue
    assert.deepEqual(body.data.review, ['daily_declared_value_over_limit'])
  }
})

test('A policy without reasons approves nothing', async () => {
  const desk = await deskWith({ ...AUTOMATIC, systemApprovalReasons: [] })
  await assertLeft(desk, await desk.transfer(), ['reason_not_covered'])
})

test('The exposure counts what the account holds and what others bring, up to the maximum', async () => {
  const desk = await deskWith(AUTOMATIC)
  const { organizationId, destination } = desk
  await records.inventoryItem(organizationId, destination, { declaredValueCents: '400' })
  await desk.decide({ systemApproval: 'off' })
  await desk.transfer({ itemIds: await desk.items(1, '500') })
  await desk.decide(AUTOMATIC)
  const over = await desk.transfer({ itemIds: await desk.items(1, '101') })
  await assertLeft(desk, over, ['insured_exposure_over_maximum'])
  await desk.reject(over.id)
  await assertApprovedBySystem(desk, await desk.transfer({ itemIds: await desk.items(1, '100') }))
})

test('observe: the exposure keeps nobody from approving, and is on record', async () => {
  const desk = await deskWith({ ...AUTOMATIC, insuredExposure: 'observe' })
  const transfer = await desk.transfer({ itemIds: await desk.items(1, '1001') })
  await assertApprovedBySystem(desk, transfer, { approvedOverInsuredMaximum: true })
  await desk.decide({ systemApproval: 'off' })
  const { id } = await desk.transfer()
  assert.equal((await desk.approve(id)).body.data.approvedOverInsuredMaximum, true)
})

test('review: the system does not approve over the maximum; a person may, on record', async () => {
  const desk = await deskWith(AUTOMATIC)
  const transfer = await desk.transfer({ itemIds: await desk.items(1, '1001') })
  const review = ['insured_exposure_over_maximum']
  await assertLeft(desk, transfer, review)
  const answer = await desk.approve(transfer.id)
  assert.equal(answer.status, 200, answer.text)
  const changes = {
    status: 'completed',
    review,
    decidedAt: answer.body.data.decidedAt,
    decidedByTokenId: desk.approver.id,
    approvedOverInsuredMaximum: true,
  }
  assert.equal(answer.text, desk.view(transfer, changes))
})

/** A batch that is still to be reviewed: its creator's process died right after the creation. */
async function unreviewed(desk: TransferDesk, policy: object): Promise<PendingTransfer> {
  const transfer = await desk.transfer()
  await desk.decide(policy)
  await sql`update transfer_batches set system_review = 'due' where id = ${transfer.id}`
  return transfer
}

test('A review that could not run is done by the next who looks', async () => {
  const desk = await deskWith({})
  const fine = await unreviewed(desk, AUTOMATIC)
  await assertApprovedBySystem(desk, fine)
  await desk.decide({ systemApproval: 'off' })
  const over = await unreviewed(desk, { ...AUTOMATIC, systemApprovalMaxItems: 1 })
  await assertLeft(desk, over, ['item_count_over_limit'])
  await withoutWriting(records, () => desk.get(over.id))
})

test('Approval by the system that was turned off meanwhile approves nothing', async () => {
  const desk = await deskWith({})
  const transfer = await unreviewed(desk, { fourEyes: false })
  await assertLeft(desk, transfer, [])
  await withoutWriting(records, () => desk.get(transfer.id))
  await desk.decide(AUTOMATIC)
  await assertLeft(desk, transfer, [])
})

test('A batch that expired before its review is expired, not approved', async () => {
  const desk = await deskWith({})
  const transfer = await unreviewed(desk, AUTOMATIC)
  await desk.expire(transfer.id)
  const { data } = (await desk.get(transfer.id)).body
  assert.equal(data.status, 'expired')
  assert.equal(data.approvedBySystem, false)
})

test('Who cancels before the review is answered with what the policy decided', async () => {
  const desk = await deskWith({})
  const transfer = await unreviewed(desk, AUTOMATIC)
  const answer = await desk.cancel(transfer.id)
  assert.equal(answer.status, 409)
  assert.equal(answer.body.currentStatus, 'completed')
  await assertApprovedBySystem(desk, transfer)
})
