import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENDPOINTS, EndpointSetup } from '../support/operations/endpoint-setup.ts'
import { assertRefused } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const setup = await EndpointSetup.open(vault)
const AT = '2026-11-21T10:02:00.000Z'
const FAILED = {
  ...{ at: AT, status: 503, durationMs: 41 },
  ...{ error: 'The receiver responded with 503.', response: 'busy' },
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
  const pending = {
    ...{ id: setup.eventId(last), eventType: 'webhook_endpoint.tested', status: 'pending' },
    ...{ attempts: [], nextAttemptAt: AT },
  }
  const created = { eventType: 'webhook_endpoint.created', nextAttemptAt: null }
  const failed = {
    ...{ id: setup.eventId(last - 1), eventType: created.eventType, status: 'failed' },
    ...{ attempts: [FAILED, FAILED, FAILED], nextAttemptAt: null },
  }
  const delivered = {
    ...{ id: setup.eventId(last - 2), eventType: created.eventType, status: 'delivered' },
    ...{ attempts: [FAILED, DONE], nextAttemptAt: null },
  }
  const response = await setup.ask('GET', path)
  const data = [pending, failed, delivered]
  assert.equal(response.text, JSON.stringify({ data, pagination: { page: 1, hasMore: false } }))
  for (const one of data) {
    const filtered = await setup.ask('GET', `${path}?status=${one.status}`)
    assert.deepEqual(filtered.body.data, [one])
  }
})

test('The deliveries of an endpoint that does not exist are not found', async () => {
  assertRefused(await setup.ask('GET', '/hook_nobody/deliveries'), {
    ...{ status: 404, code: 'webhook_endpoint_not_found' },
    detail: 'The organization has no webhook endpoint with this id: check the id.',
    instance: `${ENDPOINTS}/hook_nobody/deliveries`,
  })
})
