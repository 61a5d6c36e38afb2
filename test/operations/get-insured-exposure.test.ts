import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault

const pathOf = (id: string) => `/v1/fbo-accounts/${id}/insured-exposure`

/** Fails unless the account has exactly this exposure and this maximum. */
async function assertExposure(
  setup: TransferSetup,
  fboAccountId: string,
  exposureCents: string,
  maxInsuredValueCents = '0',
): Promise<void> {
  const { token } = setup.approver
  const response = await api.get(pathOf(fboAccountId), { token })
  assert.equal(response.status, 200, response.text)
  const headroom = BigInt(maxInsuredValueCents) - BigInt(exposureCents)
  const data = {
    fboAccountId,
    exposureCents,
    maxInsuredValueCents,
    headroomCents: `${headroom}`,
    isOverMaximum: headroom < 0n,
  }
  assert.equal(response.text, JSON.stringify({ data }))
}

test('An empty account has no exposure; reading it writes nothing', async () => {
  const setup = await TransferSetup.open(vault)
  const id = await records.fboAccount(setup.organizationId, { maxInsuredValueCents: '25000000' })
  await withoutWriting(records, () => assertExposure(setup, id, '0', '25000000'))
})

test('Items in the vault count; items that left it do not', async () => {
  const setup = await TransferSetup.open(vault)
  const { organizationId, source } = setup
  const shipment = await records.outboundShipment(organizationId, source)
  const rows: [status: string, cents: string, more?: object][] = [
    ['in_vault', '1'],
    ['on_hold', '20'],
    ['shipment_pending', '300', { activeShipmentId: shipment }],
    ['shipped', '4000'],
    ['delivered', '50000'],
    ['withdrawn', '600000'],
  ]
  for (const [status, declaredValueCents, more] of rows) {
    const columns = { status, declaredValueCents, ...more }
    await records.inventoryItem(organizationId, source, columns)
  }
  await assertExposure(setup, source, '321')
})

test('Items of a pending transfer count for both accounts until it ends', async () => {
  const setup = await TransferSetup.open(vault)
  const { source, destination } = setup
  const both = async (from: string, to: string) => {
    await assertExposure(setup, source, from)
    await assertExposure(setup, destination, to)
  }
  const itemIds = await setup.items(2, '50')
  await both('100', '0')
  for (const verb of ['reject', 'cancel'] as const) {
    const { id } = await setup.transfer({ itemIds })
    await both('100', '100')
    assert.equal((await setup[verb](id)).status, 200)
    await both('100', '0')
  }
  const expiring = await setup.transfer({ itemIds })
  await setup.expire(expiring.id)
  await both('100', '0')
  const { id } = await setup.transfer({ itemIds })
  assert.equal((await setup.approve(id)).status, 200)
  await both('0', '100')
})

test('An account at its insured maximum is not over it; one cent more is', async () => {
  const setup = await TransferSetup.open(vault)
  const { organizationId } = setup
  const id = await records.fboAccount(organizationId, { maxInsuredValueCents: '100' })
  await records.inventoryItem(organizationId, id, { declaredValueCents: '100' })
  await assertExposure(setup, id, '100', '100')
  await records.inventoryItem(organizationId, id, { declaredValueCents: '1' })
  await assertExposure(setup, id, '101', '100')
})

test('Exposure sums beyond a bigint are exact to the cent', async () => {
  const setup = await TransferSetup.open(vault)
  const { organizationId } = setup
  const most = '9223372036854775807'
  const id = await records.fboAccount(organizationId, { maxInsuredValueCents: most })
  for (let turn = 0; turn < 3; turn += 1) {
    await records.inventoryItem(organizationId, id, { declaredValueCents: most })
  }
  await assertExposure(setup, id, '27670116110564327421', most)
})

test("Items of another organization's account with an equal id do not count", async () => {
  const [setup, other] = [await TransferSetup.open(vault), await TransferSetup.open(vault)]
  for (const [{ organizationId }, cents] of [
    [setup, '7'],
    [other, '1000'],
  ] as const) {
    await records.fboAccount(organizationId, { id: 'same', maxInsuredValueCents: cents })
    await records.inventoryItem(organizationId, 'same', { declaredValueCents: cents })
  }
  await assertExposure(setup, 'same', '7', '7')
  await assertExposure(other, 'same', '1000', '1000')
  const transfer = await setup.transfer({ to: 'same', itemIds: await setup.items(1, '30') })
  await sql`
    insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
      total_items, item_ids, reasons)
    values (${other.organizationId}, ${transfer.id}, ${other.source}, 'same', 1,
      ${transfer.itemIds}::text[], '{trade}')`
  await assertExposure(setup, 'same', '37', '7')
  await assertExposure(other, 'same', '1000', '1000')
})
