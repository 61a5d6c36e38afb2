import { check, type DayBook, DayFailed, type Expected, type Response } from './day-book.ts'

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

function heldBy(day: DayBook, name: string) {
  const id = day.accounts.get(name)
  if (id === undefined) throw new DayFailed(`there is no account ${name}`)
  return day.list(`/v1/fbo-accounts/${id}/holdings`)
}
