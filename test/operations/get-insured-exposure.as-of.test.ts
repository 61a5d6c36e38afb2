import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/processes/embedded-directory.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// Exposure and holdings of a past moment have the values and the maximum of then.
const vault = await openVault()
const { api, records, sql } = vault

type Setup = TransferSetup

const ask = async (setup: Setup, method: 'GET' | 'POST', path: string, body?: object) => {
  const sent = body === undefined ? {} : { body }
  const response = await api.request(method, path, { token: setup.approver.token, ...sent })
  assert.ok(response.status < 300, response.text)
  return response.body.data
}

const revalue = (setup: Setup, id: string, declaredValueCents: string) => {
  const body = { declaredValueCents, reason: 'Appraised' }
  return ask(setup, 'POST', `/v1/inventory-items/${id}/revalue`, body)
}

const query = (asOf?: string) => (asOf === undefined ? '' : `?asOf=${encodeURIComponent(asOf)}`)

const exposure = (setup: Setup, account: string, asOf?: string) =>
  ask(setup, 'GET', `/v1/fbo-accounts/${account}/insured-exposure${query(asOf)}`)

async function valuesHeld(setup: Setup, account: string, asOf?: string) {
  const path = `/v1/fbo-accounts/${account}/holdings${query(asOf)}`
  const held = (await ask(setup, 'GET', path)) as Record<string, string>[]
  return held.map((holding) => [holding.inventoryItemId, holding.declaredValueCents])
}

/** Both accounts as they are shown now, and the moment, after which the clock goes on. */
async function notedNow(setup: Setup) {
  const [row] = await sql<[{ at: Date }]>`
    select date_trunc('milliseconds', clock_timestamp()) as at`
  await eventually(async () => {
    const [clock] = await sql`
      select clock_timestamp() >= ${row.at}::timestamptz + interval '1 millisecond' as is_later`
    return clock?.isLater === true
  }, 'the next millisecond')
  const shown = []
  for (const account of [setup.source, setup.destination]) {
    shown.push([await exposure(setup, account), await valuesHeld(setup, account)])
  }
  return { asOf: row.at.toISOString(), shown }
}

test('Every moment shows what was shown then: intake, value, claim, move, maximum, departure', async () => {
  const setup = await TransferSetup.open(vault)
  const { source, destination } = setup
  const noted = [await notedNow(setup)]
  const items = [100, 20, 3].map((cents) => ({
    fboAccountId: source,
    declaredValueCents: String(cents),
  }))
  const [one, two, three] = (await ask(setup, 'POST', '/v1/inventory-items', { items })).map(
    ({ id }: { id: string }) => id,
  ) as [string, string, string]
  let transfer = ''
  const claim = async () => {
    transfer = (await setup.transfer({ itemIds: [one, two] })).id
  }
  const maximum = (maxInsuredValueCents: string) =>
    ask(setup, 'POST', `/v1/fbo-accounts/${destination}/set-insured-maximum`, {
      maxInsuredValueCents,
      reason: 'Cover changed',
    })
  const steps: (() => Promise<unknown>)[] = [
    () => revalue(setup, one, '400'),
    claim,
    () => revalue(setup, two, '5000'),
    () => setup.reject(transfer),
    () => maximum('9000'),
    claim,
    () => setup.approve(transfer),
    () => revalue(setup, one, '60000'),
    () => revalue(setup, three, '4'),
    () => maximum('70000'),
    () => ask(setup, 'POST', `/v1/inventory-items/${one}/withdraw`, { reason: 'Sold' }),
    () => revalue(setup, two, '0'),
  ]
  noted.push(await notedNow(setup))
  for (const step of steps) {
    await step()
    noted.push(await notedNow(setup))
  }
  for (const { asOf, shown } of noted) {
    const accounts = []
    for (const account of [source, destination]) {
      accounts.push([await exposure(setup, account, asOf), await valuesHeld(setup, account, asOf)])
    }
    assert.deepEqual(accounts, shown, asOf)
  }
  const sums = noted.map(({ shown }) => shown.map(([each]) => each.exposureCents))
  assert.deepEqual(sums.at(-3), ['4', '65000'], 'the steps count')
})

test('A value counts from its own millisecond on', async () => {
  const setup = await TransferSetup.open(vault)
  const [id = ''] = await setup.items(1, '10')
  await revalue(setup, id, '25')
  const [{ at }] = await ask(setup, 'GET', `/v1/inventory-items/${id}/valuations`)
  const earlier = new Date(Date.parse(at) - 1).toISOString()
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update inventory_movements
      set at = (at at time zone 'UTC' - interval '1 hour') at time zone 'UTC'
      where inventory_item_id = ${id}`
  })
  assert.deepEqual(await valuesHeld(setup, setup.source, at), [[id, '25']])
  assert.deepEqual(await valuesHeld(setup, setup.source, earlier), [[id, '10']])
  assert.equal((await exposure(setup, setup.source, earlier)).exposureCents, '10')
})

test('A moment in the future is refused, for an unknown account with 404', async () => {
  const setup = await TransferSetup.open(vault)
  const asOf = new Date(Date.now() + 3_600_000).toISOString()
  const { token } = setup.approver
  for (const [account, status] of [
    [setup.source, 400],
    ['fbo_nobody', 404],
  ] as const) {
    const path = `/v1/fbo-accounts/${account}/insured-exposure?asOf=${asOf}`
    const response = await withoutWriting(records, () => api.get(path, { token }))
    assert.equal(response.status, status, response.text)
    if (status === 400) assert.equal(response.body.errors[0].pointer, '/asOf')
  }
})
