import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENDPOINTS, EndpointSetup } from '../support/operations/endpoint-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records } = vault
const setup = await EndpointSetup.open(vault)

test('A test is an event of the endpoint', async () => {
  const { secret: _, ...made } = await setup.endpoint({ types: ['transfer.created'] })
  const before = await setup.lastEvent()
  const response = await setup.ask('POST', `/${made.id}/send-test`)
  assert.equal(response.status, 200, response.text)
  assert.deepEqual(response.body, { data: made })
  assert.deepEqual(await setup.eventsAfter(before), [
    {
      type: 'webhook_endpoint.tested',
      tokenId: setup.tokenId,
      system: null,
      hasRequestId: true,
      subjectType: 'webhook_endpoint',
      subjectId: made.id,
      data: {},
    },
  ])
})

test('A disabled endpoint cannot be tested', async () => {
  const { id } = await setup.endpoint()
  await setup.ask('PATCH', `/${id}`, { body: { enabled: false } })
  const response = await withoutWriting(records, () => setup.ask('POST', `/${id}/send-test`))
  assertRefused(response, {
    status: 409,
    code: 'invalid_state_transition',
    instance: `${ENDPOINTS}/${id}/send-test`,
    detail:
      'The webhook endpoint is disabled (enable it first) and does not accept send-test: it ' +
      'accepts rotate-secret, replay.',
    members: { currentStatus: 'disabled', allowed: ['rotate-secret', 'replay'] },
  })
})
