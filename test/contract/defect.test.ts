import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { api, records, sql, logLines, metrics } = await openOwnVault()
const { organizationId, token } = await records.owner()
const from = await records.fboAccount(organizationId)
const to = await records.fboAccount(organizationId)
const inventoryItemId = await records.inventoryItem(organizationId, from)
await records.outboundShipment(organizationId, from)

const MARK = 'personal-data-7f3a'
const requests = [
  ['GET', `/v1/fbo-accounts/${from}`, undefined],
  ['PATCH', `/v1/fbo-accounts/${from}`, { firstName: MARK, email: `${MARK}@example.com` }],
  [
    'POST',
    '/v1/transfers',
    {
      fromFboAccountId: from,
      toFboAccountId: to,
      notes: MARK,
      items: [{ inventoryItemId, reason: 'trade' }],
    },
  ],
  ['GET', '/v1/outbound-shipments', undefined],
] as const

/** Every operation meets a database with another schema than the service expects. */
async function everyOperationFails(): Promise<void> {
  for (const [method, path, body] of requests) {
    const before = logLines.length
    const response = await withoutWriting(records, () => api.request(method, path, { token, body }))
    assertRefused(response, {
      status: 500,
      code: 'internal_error',
      detail: 'The service failed. The request is not known to be wrong: try again.',
      instance: path,
    })
    assert.equal(response.headers.get('retry-after'), null)
    const lines = logLines.slice(before).map((line) => JSON.parse(line))
    const failed = lines.filter(({ msg }) => msg === 'request failed')
    assert.equal(failed.length, 1, 'the defect is in the log once')
    assert.equal(failed[0].requestId, response.headers.get('x-request-id'))
    assert.equal(failed[0].level, 'error')
    assert.match(failed[0].err.code, /^42/)
  }
}

async function assertNothingLeaked(): Promise<void> {
  for (const text of [...logLines, await metrics.registry.metrics()]) {
    for (const secret of [
      MARK,
      token,
      ...['select ', 'update ', 'insert ', '_gone', 'does not exist'],
    ]) {
      assert.ok(!text.includes(secret), `${secret} is in ${text}`)
    }
  }
}

test('A defect is a 500 with a fixed text that leaks neither SQL nor data', async () => {
  await sql`alter table fbo_accounts rename id to id_gone`
  await sql`alter table outbound_shipments rename id to id_gone`
  await everyOperationFails()
  await assertNothingLeaked()
  await sql`alter table fbo_accounts rename id_gone to id`
  await sql`alter table outbound_shipments rename id_gone to id`
})

test('A violation of an unknown constraint is a 500 that does not quote the row', async () => {
  await sql`
    alter table fbo_accounts add constraint not_marked
      check (first_name is null or first_name !~ 'personal') not valid`
  const [, path, body] = requests[1]
  const response = await withoutWriting(records, () => api.patch(path, { token, body }))
  assert.equal(response.status, 500)
  assert.equal(response.body.code, 'internal_error')
  assert.ok(logLines.some((line) => line.includes('"constraint":"not_marked"')))
  await assertNothingLeaked()
  await sql`alter table fbo_accounts drop constraint not_marked`
})

test('The service keeps serving after a defect', async () => {
  for (const [method, path, body] of requests) {
    const response = await api.request(method, path, { token, body })
    assert.ok(response.status < 300, response.text)
  }
})
