import { setTimeout as pause } from 'node:timers/promises'
import { check, type DayBook, DayFailed, type Expected, type Response } from './day-book.ts'

const EXPIRY_WAIT_MS = 20_000

/** A transfer of a day, by default out of the account named house. */
interface Order {
  readonly to: string
  readonly itemIds: readonly string[]
  readonly by?: string
  readonly reason?: string
}

/** Approved by another, rejected, cancelled; and what is refused meanwhile. */
export async function decideTransfers(day: DayBook, itemIds: readonly string[]): Promise<void> {
  const twenty = { to: 'ada', itemIds: itemIds.slice(0, 20), by: 'operator' }
  let id = ''
  await day.step('transfer of 20 items to ada: pending', async () => {
    id = await create(day, twenty)
  })
  await day.step('a second claim on one of them is refused', async () => {
    const { body } = await order(day, { ...twenty, itemIds: itemIds.slice(19, 21) }, [
      409,
      'item_not_in_vault',
    ])
    check([body.errors.length, body.errors[0].activeTransferId], [1, id], 'who holds the item')
  })
  await day.step('four eyes: the operator cannot approve it, by no token', async () => {
    for (const who of ['operator', 'operator, second token']) {
      await day.ask(who, ['POST', `/v1/transfers/${id}/approve`], [403, 'self_approval_forbidden'])
    }
  })
  await day.step('the approver approves it: all 20 are with ada', async () => {
    await decide(day, id, 'approve', 'completed')
    check((await heldBy(day, 'ada')).length, 20, 'items of ada')
    const again = ['POST', `/v1/transfers/${id}/cancel`, { reason: 'Too late' }] as const
    const { body } = await day.ask('operator', again, [409, 'invalid_state_transition'])
    check([body.currentStatus, body.allowed], ['completed', []], 'what a completed transfer takes')
  })
  await day.step('another one is rejected: its items stay in the house', async () => {
    const rejected = await create(day, {
      to: 'bo',
      itemIds: itemIds.slice(20, 30),
      by: 'integrator',
    })
    await decide(day, rejected, 'reject', 'rejected')
  })
  await day.step('another one is cancelled', async () => {
    const cancelled = await create(day, {
      to: 'bo',
      itemIds: itemIds.slice(20, 30),
      by: 'integrator',
    })
    await decide(day, cancelled, 'cancel', 'cancelled')
  })
}

/** Creation and end are one step: what holds in between does so for a second only. */
export async function letExpire(day: DayBook, itemIds: readonly string[]): Promise<void> {
  await day.step('a transfer expires after a second; its items are free', async () => {
    await setPolicy(day, { transferExpirySeconds: 1 })
    const id = await create(day, { to: 'bo', itemIds: itemIds.slice(20, 30) })
    const deadline = Date.now() + EXPIRY_WAIT_MS
    let status = 'pending'
    while (status === 'pending' && Date.now() < deadline) {
      await pause(100)
      const response = (await getTransfer(day, id)) as { status: string }
      status = response.status
    }
    check(status, 'expired', 'the transfer')
    const transfer = await getTransfer(day, id)
    check(transfer.decidedAt, transfer.expiresAt, 'when it ended')
    await setPolicy(day, { transferExpirySeconds: 1_209_600 })
  })
}

export async function systemApproval(day: DayBook, itemIds: readonly string[]): Promise<void> {
  await day.step('system approval: five items for rebalancing pass', async () => {
    await setPolicy(day, {
      systemApproval: 'within_limits',
      systemApprovalMaxItems: 5,
      systemApprovalMaxDeclaredValueCents: '600000',
      systemApprovalReasons: ['rebalance'],
    })
    const id = await create(day, { to: 'bo', itemIds: itemIds.slice(20, 25) })
    const { status, approvedBySystem, decidedByTokenId } = await getTransfer(day, id)
    check([status, approvedBySystem, decidedByTokenId], ['completed', true, null], 'the transfer')
  })
  await day.step('beyond the limits a person decides, and sees why', async () => {
    const itemsOfTrade = { to: 'bo', itemIds: itemIds.slice(25, 31), reason: 'trade' }
    const id = await create(day, itemsOfTrade)
    const { status, review } = await getTransfer(day, id)
    const reasons = ['item_count_over_limit', 'declared_value_over_limit', 'reason_not_covered']
    check([status, review], ['pending', reasons], 'why it was left to a person')
    await decide(day, id, 'approve', 'completed')
  })
}

/** The small account is insured for three items. */
export async function overTheMaximum(day: DayBook, itemIds: readonly string[]): Promise<void> {
  await day.step('over the insured maximum: left to a person, who may', async () => {
    const id = await create(day, { to: 'small', itemIds: itemIds.slice(31, 35) })
    const { status, review } = await getTransfer(day, id)
    check([status, review], ['pending', ['insured_exposure_over_maximum']], 'why')
    check((await exposureOf(day, 'small')).isOverMaximum, true, 'inbound items count')
    const approved = await decide(day, id, 'approve', 'completed')
    check(approved.body.data.approvedOverInsuredMaximum, true, 'that stays on record')
  })
  await day.step('with the policy "block" nobody may approve it', async () => {
    await setPolicy(day, { insuredExposure: 'block', systemApproval: 'off' })
    const id = await create(day, { to: 'small', itemIds: itemIds.slice(35, 36) })
    const approve = ['POST', `/v1/transfers/${id}/approve`] as const
    const { body } = await day.ask('approver', approve, [409, 'insured_value_exceeded'])
    const { exposureCents, maxInsuredValueCents } = await exposureOf(day, 'small')
    const reported = [body.exposureCents, body.maxInsuredValueCents]
    check(reported, [exposureCents, maxInsuredValueCents], 'what the refusal says of the exposure')
    await decide(day, id, 'reject', 'rejected')
    await setPolicy(day, { insuredExposure: 'review' })
  })
}

function order(
  day: DayBook,
  { to, itemIds, by = 'operator', reason = 'rebalance' }: Order,
  expected: Expected,
): Promise<Response> {
  const body = {
    fromFboAccountId: day.accounts.get('house'),
    toFboAccountId: day.accounts.get(to),
    items: itemIds.map((inventoryItemId) => ({ inventoryItemId, reason })),
  }
  return day.ask(by, ['POST', '/v1/transfers', body], expected)
}

/** Creates a transfer, `pending` in its response whatever becomes of it; its id. */
async function create(day: DayBook, wanted: Order): Promise<string> {
  const { body } = await order(day, wanted, [201])
  const { id, status, approvedBySystem, totalItems } = body.data
  check(
    [status, approvedBySystem, totalItems],
    ['pending', false, wanted.itemIds.length],
    'created',
  )
  return id
}

async function decide(day: DayBook, id: string, verb: string, becomes: string): Promise<Response> {
  const who = verb === 'cancel' ? 'operator' : 'approver'
  const body = verb === 'approve' ? undefined : { reason: `To ${verb} it` }
  const response = await day.ask(who, ['POST', `/v1/transfers/${id}/${verb}`, body], [200])
  check(response.body.data.status, becomes, `the transfer after ${verb}`)
  return response
}

async function setPolicy(day: DayBook, changes: object): Promise<void> {
  await day.ask('keeper', ['PATCH', '/v1/organization-policy', changes], [200])
}

async function getTransfer(day: DayBook, id: string): Promise<Response['body']> {
  return (await day.ask('integrator', ['GET', `/v1/transfers/${id}`], [200])).body.data
}

async function exposureOf(day: DayBook, name: string): Promise<Response['body']> {
  const path = `/v1/fbo-accounts/${day.accounts.get(name)}/insured-exposure`
  return (await day.ask('operator', ['GET', path], [200])).body.data
}

function heldBy(day: DayBook, name: string) {
  const id = day.accounts.get(name)
  if (id === undefined) throw new DayFailed(`there is no account ${name}`)
  return day.list(`/v1/fbo-accounts/${id}/holdings`)
}
