import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EndpointSetup } from '../support/operations/endpoint-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { sql } = vault
const setup = await EndpointSetup.open(vault)

async function rowsOf(endpointId: string) {
  const [row] = await sql`
    select (select count(*) from webhook_endpoints where id = ${endpointId})::integer as endpoints,
      (select count(*) from webhook_endpoint_health where endpoint_id = ${endpointId})::integer
        as health,
      (select count(*) from webhook_deliveries where endpoint_id = ${endpointId})::integer
        as deliveries,
      (select count(*) from webhook_attempts where endpoint_id = ${endpointId})::integer as attempts`
  return row
}

test('A deleted endpoint is gone with its deliveries and attempts, and no other is', async () => {
  const [one, other] = [
    await setup.endpoint({ types: ['transfer.created'] }),
    await setup.endpoint(),
  ]
  const last = await setup.lastEvent()
  for (const { id } of [one, other]) {
    await setup.deliver(id, [last - 1, last], { status: 'failed', attempts: 2 })
  }
  const shown = await setup.read(one.id)
  const response = await setup.ask('DELETE', `/${one.id}`)
  assert.equal(response.status, 200, response.text)
  assert.deepEqual(response.body, { data: shown })
  assert.deepEqual(await rowsOf(one.id), { endpoints: 0, health: 0, deliveries: 0, attempts: 0 })
  assert.deepEqual(await rowsOf(other.id), { endpoints: 1, health: 1, deliveries: 2, attempts: 4 })
  assert.deepEqual(await setup.eventsAfter(last), [
    {
      type: 'webhook_endpoint.deleted',
      tokenId: setup.tokenId,
      system: null,
      hasRequestId: true,
      subjectType: 'webhook_endpoint',
      subjectId: one.id,
      data: { before: { types: ['transfer.created'] } },
    },
  ])
  for (const method of ['GET', 'DELETE']) {
    assert.equal((await setup.ask(method, `/${one.id}`)).status, 404)
  }
})

test('Of simultaneous deletes one finds the endpoint', async () => {
  const { id } = await setup.endpoint()
  const responses = await Promise.all([1, 2, 3, 4].map(() => setup.ask('DELETE', `/${id}`)))
  const statuses = responses.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [200, 404, 404, 404])
})

test('An update and a delete at once: the update is refused, or done before', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await setup.endpoint()
    const [patched, deleted] = await Promise.all([
      setup.ask('PATCH', `/${id}`, { body: { enabled: false } }),
      setup.ask('DELETE', `/${id}`),
    ])
    assert.equal(deleted.status, 200)
    assert.ok([200, 404].includes(patched.status), patched.text)
    assert.equal(deleted.body.data.enabled, patched.status !== 200)
  }
})
