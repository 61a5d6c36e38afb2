import type { Desk, Reads } from '../../support/reads/desk.ts'

const MOST = '9223372036854775807'

/** The exposure of an account. */
function exposure(fboAccountId: string, exposureCents: string, maxInsuredValueCents = '0') {
  const headroom = BigInt(maxInsuredValueCents) - BigInt(exposureCents)
  const cents = { exposureCents, maxInsuredValueCents, headroomCents: `${headroom}` }
  const path = `/v1/fbo-accounts/${fboAccountId}/insured-exposure`
  return { path, data: { fboAccountId, ...cents, isOverMaximum: headroom < 0n } }
}

/** An account with that maximum, and items of these values. */
async function holding(
  { records, organizationId }: Desk,
  maxInsuredValueCents: string,
  cents: string[],
) {
  const id = await records.fboAccount(organizationId, { maxInsuredValueCents })
  for (const declaredValueCents of cents) {
    await records.inventoryItem(organizationId, id, { declaredValueCents })
  }
  return id
}

/** Holdings of accounts now, and their value; list-holdings.test.ts has past moments. */
export const EXPOSURE: Reads = {
  'An empty account has no exposure': async (desk) =>
    exposure(await holding(desk, '25000000', []), '0', '25000000'),

  'Items in the vault count; items that left it do not': async ({ records, ...desk }) => {
    const { organizationId, account } = desk
    const activeShipmentId = await records.outboundShipment(organizationId, account)
    const rows: [status: string, declaredValueCents: string, more?: object][] = [
      ['in_vault', '1'],
      ['on_hold', '20'],
      ['shipment_pending', '300', { activeShipmentId }],
      ['shipped', '4000'],
      ['delivered', '50000'],
      ['withdrawn', '600000'],
    ]
    for (const [status, declaredValueCents, more] of rows) {
      await records.inventoryItem(organizationId, account, { status, declaredValueCents, ...more })
    }
    return exposure(account, '321')
  },

  'Items of a pending transfer count for both accounts until it ends': async (desk) => {
    const { setup, account, other, shows } = desk
    const both = async (from: string, to: string) => {
      await shows(exposure(account, from))
      await shows(exposure(other, to))
    }
    const itemIds = await setup.items(2, '50')
    await both('100', '0')
    for (const verb of ['reject', 'cancel', 'expire'] as const) {
      const { id } = await setup.transfer({ itemIds })
      await both('100', '100')
      await setup[verb](id)
      await both('100', '0')
    }
    await setup.approve((await setup.transfer({ itemIds })).id)
    return [exposure(account, '0'), exposure(other, '100')]
  },

  'An account at its insured maximum is not over it; one cent more is': async (desk) => [
    exposure(await holding(desk, '100', ['100']), '100', '100'),
    exposure(await holding(desk, '100', ['100', '1']), '101', '100'),
  ],

  'Exposure sums beyond a bigint are exact to the cent': async (desk) =>
    exposure(await holding(desk, MOST, [MOST, MOST, MOST]), '27670116110564327421', MOST),

  "Items of another organization's account with an equal id do not count": async (desk) => {
    const { records, insert, setup, account, other } = desk
    const foreign = await records.organization()
    const { token } = await records.token(foreign)
    await records.fboAccount(foreign, { id: other, maxInsuredValueCents: '1000' })
    await records.fboAccount(foreign, { id: account })
    await records.inventoryItem(foreign, other, { declaredValueCents: '1000' })
    const { id, itemIds } = await setup.transfer({ itemIds: await setup.items(1, '30') })
    const batch = { id, fromFboAccountId: account, toFboAccountId: other, totalItems: 1 }
    await insert('transfer_batches', {
      ...batch,
      itemIds,
      reasons: ['trade'],
      organizationId: foreign,
    })
    return [exposure(other, '30'), { ...exposure(other, '1000', '1000'), token }]
  },

  'List Holdings: each item that an account holds now, by id, with what holds it': async (desk) => {
    const { records, organizationId, account, other, setup } = desk
    const watch = { description: 'Watch', declaredValueCents: '700' }
    const activeShipmentId = await records.outboundShipment(organizationId, account)
    const rows: Record<string, string>[] = [
      watch,
      { status: 'on_hold', ...watch },
      { status: 'shipment_pending', activeShipmentId },
    ]
    const states = new Map<string, object>()
    for (const row of rows) {
      states.set(await records.inventoryItem(organizationId, account, row), row)
    }
    for (const status of ['shipped', 'delivered', 'withdrawn']) {
      await records.inventoryItem(organizationId, account, { status })
    }
    await records.inventoryItem(organizationId, other)
    const { id, itemIds } = await setup.transfer()
    const pending = { status: 'transfer_pending', activeTransferId: id }
    for (const item of itemIds) states.set(item, pending)
    const page = []
    for (const [inventoryItemId, state] of [...states].sort(([one], [next]) =>
      one < next ? -1 : 1,
    )) {
      const first = { inventoryItemId, status: 'in_vault', description: null }
      const free = { declaredValueCents: '0', activeTransferId: null, activeShipmentId: null }
      const { changedAt } = await records.item(inventoryItemId)
      page.push({ ...first, ...free, ...state, changedAt })
    }
    return { path: `/v1/fbo-accounts/${account}/holdings`, page }
  },
}
