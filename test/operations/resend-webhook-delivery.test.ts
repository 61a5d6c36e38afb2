import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENDPOINTS, EndpointSetup } from '../support/operations/endpoint-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault
const setup = await EndpointSetup.open(vault)
const { id: endpointId } = await setup.endpoint()

async function stored(number: number) {
  const [row] = await sql`
    select status, attempts, attempts_before, next_attempt_at, claimed_until, ended_at
    from webhook_deliveries where endpoint_id = ${endpointId} and event_number = ${number}`
  return row
}

async function listed(id: string) {
  const { data } = (await setup.ask('GET', `/${endpointId}/deliveries`)).body
  return data.find((delivery: { id: string }) => delivery.id === id)
}

for (const status of ['failed', 'delivered', 'pending'] as const) {
  test(`A delivery that is ${status} is sent now, with all its retries`, async () => {
    await setup.ask('POST', `/${endpointId}/send-test`)
    const number = await setup.lastEvent()
    const id = setup.eventId(number)
    await setup.deliver(endpointId, [number], { status, attempts: 3 })
    const { attempts, eventType } = await listed(id)
    assert.equal(attempts.length, 3)
    const before = Date.now()
    const response = await setup.ask('POST', `/${endpointId}/deliveries/${id}/resend`)
    assert.equal(response.status, 200, response.text)
    const { nextAttemptAt } = response.body.data
    const state = { status: 'pending', attempts, totalAttempts: 3, nextAttemptAt }
    const data = { id, eventType, ...state }
    assert.equal(response.text, JSON.stringify({ data }))
    const at = Date.parse(nextAttemptAt)
    assert.ok(at >= before - 1_000 && at <= Date.now() + 1_000)
    assert.deepEqual(await listed(id), data)
    assert.deepEqual(await stored(number), {
      status: 'pending',
      attempts: 3,
      attemptsBefore: 3,
      claimedUntil: null,
      endedAt: null,
      nextAttemptAt: new Date(nextAttemptAt),
    })
    assert.equal(await setup.lastEvent(), number)
  })
}

test('A process that is sending it keeps its claim', async () => {
  await setup.ask('POST', `/${endpointId}/send-test`)
  const number = await setup.lastEvent()
  await setup.deliver(endpointId, [number], { status: 'pending' })
  const claimedUntil = new Date('2036-01-01T00:00:00.000Z')
  await sql`
    update webhook_deliveries set claimed_until = ${claimedUntil}
    where endpoint_id = ${endpointId} and event_number = ${number}`
  const path = `/${endpointId}/deliveries/${setup.eventId(number)}/resend`
  assert.equal((await setup.ask('POST', path)).status, 200)
  assert.deepEqual((await stored(number))?.claimedUntil, claimedUntil)
})

test('A delivery that the endpoint does not have is not found, and nothing is written', async () => {
  const other = await setup.endpoint()
  const number = await setup.lastEvent()
  await setup.deliver(other.id, [number], { status: 'failed', attempts: 1 })
  const of = (id: string) => `/${endpointId}/deliveries/${id}/resend`
  const foreign = (await EndpointSetup.open(vault)).eventId(number)
  for (const path of [of(setup.eventId(number)), of(foreign), of('evt_nobody'), of('a%00')]) {
    const response = await withoutWriting(records, () => setup.ask('POST', path))
    assertRefused(response, {
      status: 404,
      code: 'webhook_delivery_not_found',
      instance: `${ENDPOINTS}${path}`,
      detail: 'The webhook endpoint has no delivery with this id: check the id.',
    })
  }
})
