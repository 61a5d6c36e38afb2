import { check, type DayBook, type Expected, type Response } from './day-book.ts'

const CARRIAGE = { carrier: 'Brinks', service: 'Overnight', trackingNumber: 'BX 4417 2203 SE' }

/** A shipment through all six states, once back to packing. */
export async function sendOut(day: DayBook, itemIds: readonly string[]): Promise<void> {
  let id = ''
  const move = (verb: string, becomes: string, options: { by?: string; body?: object } = {}) =>
    day.step(`shipment: ${verb} -> ${becomes}`, async () => {
      const path = `/v1/outbound-shipments/${id}/${verb}`
      const { body } = await day.ask(options.by ?? 'operator', ['POST', path, options.body], [200])
      check(body.data.status, becomes, `the shipment after ${verb}`)
    })
  await day.step("a shipment of three of ada's items: packing", async () => {
    const { body } = await create(day, { account: 'ada', itemIds: itemIds.slice(0, 3) }, [201])
    id = body.data.id
    check(body.data.status, 'packing', 'the shipment')
  })
  await day.step(
    'it cannot be shipped in that status, and the refusal lists what it takes',
    async () => {
      const path = `/v1/outbound-shipments/${id}/ship`
      const { body } = await day.ask(
        'operator',
        ['POST', path, CARRIAGE],
        [409, 'invalid_state_transition'],
      )
      const reported = [body.currentStatus, body.allowed]
      check(reported, ['packing', ['inspect', 'hold', 'cancel']], 'what it takes')
    },
  )
  await move('inspect', 'inspecting')
  await move('return-to-packing', 'packing')
  await move('inspect', 'inspecting')
  await move('submit', 'pending_approval')
  await day.step('four eyes: the operator cannot approve it', async () => {
    const path = `/v1/outbound-shipments/${id}/approve`
    await day.ask('operator', ['POST', path], [403, 'self_approval_forbidden'])
  })
  await move('approve', 'approved', { by: 'approver' })
  await move('ship', 'shipped', { body: CARRIAGE })
  await move('deliver', 'delivered')
  await day.step("one item's history, from its intake to its delivery", async () => {
    const log = await day.list(`/v1/inventory-items/${itemIds[0]}/movements`)
    check(
      log.map(({ kind }) => kind),
      [
        'taken_in',
        'transfer_created',
        'transfer_completed',
        'shipment_created',
        'shipment_inspecting',
        'shipment_returned_to_packing',
        'shipment_inspecting',
        'shipment_submitted',
        'shipment_approved',
        'shipment_shipped',
        'shipment_delivered',
      ],
      'what happened to the item',
    )
  })
}

export async function holdAndWithdraw(day: DayBook, itemIds: readonly string[]): Promise<void> {
  const [, , , held] = itemIds
  const item = `/v1/inventory-items/${held}`
  await day.step('an item is held: nothing can claim it', async () => {
    await day.ask('operator', ['POST', `${item}/hold`, { reason: 'Ownership disputed' }], [200])
    const claim = { account: 'ada', itemIds: [held as string] }
    const { body } = await create(day, claim, [409, 'item_not_in_vault'])
    check(body.errors[0].itemStatus, 'on_hold', 'the item')
    const withdraw = ['POST', `${item}/withdraw`, { reason: 'Collected' }] as const
    await day.ask('operator', withdraw, [409, 'invalid_state_transition'])
  })
  await day.step('and released', async () => {
    await day.ask('operator', ['POST', `${item}/release`, { reason: 'Settled' }], [200])
  })
  await day.step('an item is withdrawn, for good', async () => {
    const withdraw = ['POST', `${item}/withdraw`, { reason: 'Collected in person' }] as const
    await day.ask('operator', withdraw, [200])
    await day.ask('operator', withdraw, [409, 'invalid_state_transition'])
    const { body } = await day.ask('integrator', ['GET', item], [200])
    check(body.data.status, 'withdrawn', 'the item')
  })
}

function create(
  day: DayBook,
  { account, itemIds }: { account: string; itemIds: readonly string[] },
  expected: Expected,
): Promise<Response> {
  const items = itemIds.map((inventoryItemId) => ({ inventoryItemId }))
  const body = { fboAccountId: day.accounts.get(account), items }
  return day.ask('operator', ['POST', '/v1/outbound-shipments', body], expected)
}
