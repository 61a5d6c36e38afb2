import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, resolve } from '../support/contract/published-operations.ts'
import { EndpointSetup } from '../support/operations/endpoint-setup.ts'
import { openVault } from '../support/vault/vault.ts'

// Every instant that a request can send: PostgreSQL reads fewer of them than RFC 3339 has.

const vault = await openVault()
const { api, records } = vault
const setup = await EndpointSetup.open(vault)
const { token, organizationId } = setup
const accountId = await records.fboAccount(organizationId)
const { id: endpointId } = await setup.endpoint()

interface Place {
  readonly name: string
  readonly send: (instant: string) => ReturnType<typeof api.get>
}

const places = OPERATIONS.flatMap((operation): Place[] => {
  const { operationId, path, method, parameters = [], requestBody } = operation
  const ids: Record<string, string> = { 'fbo-accounts': accountId, 'webhook-endpoints': endpointId }
  const target = path.replace('{id}', ids[path.split('/')[2] as string] ?? 'x')
  const request = (query: string, body?: object) =>
    api.request(method, `${target}${query}`, { token, body })
  const { properties = {} } = resolve(requestBody?.content['application/json']?.schema ?? {})
  return [
    ...parameters
      .filter(({ schema: { format } }) => format === 'date-time')
      .map(({ name }) => ({
        name: `${operationId} ?${name}`,
        send: (instant: string) => request(`?${name}=${encodeURIComponent(instant)}`),
      })),
    ...Object.entries(properties)
      .filter(([, { format }]) => format === 'date-time')
      .map(([name]) => ({
        name: `${operationId} ${name}`,
        send: (instant: string) => request('', { [name]: instant }),
      })),
  ]
})

test('The document names instants in queries and in bodies', () => {
  const names = places.map(({ name }) => name)
  for (const name of [
    'listEvents ?occurredFrom',
    'listHoldings ?asOf',
    'listTransfers ?createdFrom',
  ]) {
    assert.ok(names.includes(name), names.join(', '))
  }
  assert.ok(names.includes('replayWebhookEvents occurredFrom'), names.join(', '))
})

for (const { name, send } of places) {
  test(`${name}: an instant is read, or refused with 400`, async () => {
    for (const instant of [
      '2026-01-01T00:00:00+23:59',
      '2026-01-01T00:00:00-23:59',
      '2026-01-01T00:00:00+16:00',
      '2026-01-01T00:00:00-16:00',
      '2026-01-01T23:59:60Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59-15:59',
    ]) {
      const response = await send(instant)
      assert.equal(response.status, 400, `${instant}: ${response.text}`)
      assert.match(response.body.detail, /must be an RFC 3339 date and time.* 16 hours/)
    }
    for (const instant of [
      '2026-01-01T00:00:00+15:59',
      '2026-01-01T00:00:00-15:59',
      '1000-01-01T00:00:00+15:59',
      '2026-01-01T00:00:00.123456789Z',
    ]) {
      const response = await send(instant)
      assert.equal(response.status, 200, `${instant}: ${response.text}`)
    }
  })
}
