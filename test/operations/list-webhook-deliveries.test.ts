import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EndpointSetup } from '../support/operations/endpoint-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const setup = await EndpointSetup.open(vault)
const AT = '2026-11-21T10:02:00.000Z'
const FAILED = {
  at: AT,
  status: 503,
  durationMs: 41,
  error: 'The receiver responded with 503.',
  response: 'busy',
}
const DONE = { at: AT, status: 204, durationMs: 41, error: null, response: '' }

test('The list shows each delivery with its attempts, the newest event first', async () => {
  const { id } = await setup.endpoint()
  const other = await setup.endpoint()
  await setup.ask('POST', `/${id}/send-test`)
  const last = await setup.lastEvent()
  const path = `/${id}/deliveries`
  const empty = await setup.ask('GET', path)
  assert.deepEqual(empty.body, { data: [], pagination: { page: 1, hasMore: false } })
  await setup.deliver(id, [last - 2], { status: 'delivered', attempts: 2 })
  await setup.deliver(id, [last - 1], { status: 'failed', attempts: 3 })
  await setup.deliver(id, [last], { status: 'pending' })
  await setup.deliver(other.id, [last - 1], { status: 'delivered', attempts: 1 })
  const shown = (number: number, status: string, attempts: object[], eventType = 'created') => ({
    ...{ id: setup.eventId(number), eventType: `webhook_endpoint.${eventType}`, status, attempts },
    ...{ totalAttempts: attempts.length, nextAttemptAt: status === 'pending' ? AT : null },
  })
  const data = [
    shown(last, 'pending', [], 'tested'),
    shown(last - 1, 'failed', [FAILED, FAILED, FAILED]),
    shown(last - 2, 'delivered', [FAILED, DONE]),
  ]
  const response = await setup.ask('GET', path)
  assert.equal(response.text, JSON.stringify({ data, pagination: { page: 1, hasMore: false } }))
  for (const one of data) {
    const filtered = await setup.ask('GET', `${path}?status=${one.status}`)
    assert.deepEqual(filtered.body.data, [one])
  }
})

/** 100 deliveries with so many attempts each, whose responses are a kilobyte of that character. */
async function deliverOften(attempts: number, character: string) {
  const often = await EndpointSetup.open(vault)
  const { organizationId } = often
  const { id } = await often.endpoint()
  await vault.sql`
    insert into events (organization_id, number, type, occurred_at, token_id, subject_type,
      subject_id, data)
    select ${organizationId}, number, 'transfer.created', ${AT}, ${often.tokenId}, 'transfer',
      'xfer_1', '{}'
    from generate_series(101, 200) as number`
  const numbers = Array.from({ length: 100 }, (_, index) => 101 + index)
  await often.deliver(id, numbers, { status: 'failed' })
  await vault.sql`
    update webhook_deliveries set attempts = ${attempts} where organization_id = ${organizationId}`
  await vault.sql`
    insert into webhook_attempts (organization_id, endpoint_id, event_number, number, at, status,
      duration_ms, error, response)
    select ${organizationId}, ${id}, event_number, number, ${AT}, 503, number,
      ${FAILED.error}, repeat(${character}, 1024)
    from generate_series(101, 200) as event_number
    cross join generate_series(1, ${attempts}::integer) as number`
  return await often.ask('GET', `/${id}/deliveries?limit=100`)
}

test('A delivery shows its last ten attempts, and how many there were', async () => {
  const { body } = await deliverOften(12, 'a')
  const [delivery] = body.data
  assert.equal(body.data.length, 100)
  assert.equal(delivery.totalAttempts, 12)
  const durations = delivery.attempts.map((one: { durationMs: number }) => one.durationMs)
  assert.deepEqual(durations, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  const responses = delivery.attempts.map((one: { response: string }) => one.response)
  assert.deepEqual(responses, [...Array(9).fill('a'.repeat(64)), 'a'.repeat(1_024)])
})

test('A page has some 1 MB, however many attempts, and whatever the receiver sent', async (t) => {
  const beganAt = performance.now()
  const { status, text } = await deliverOften(100, '\u0001')
  t.diagnostic(`${text.length} bytes in ${Math.round(performance.now() - beganAt)} ms`)
  assert.equal(status, 200)
  assert.ok(Buffer.byteLength(text) < 1_250_000, `${text.length} bytes`)
})
