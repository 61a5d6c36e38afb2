import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TYPES } from '../../src/domain/events.ts'
import { ENDPOINTS, EndpointSetup } from '../support/operations/endpoint-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { app, records, sql } = vault
const setup = await EndpointSetup.open(vault)
const URL = 'https://example.com/hook?key=hidden'

const HEALTHY = {
  status: 'healthy',
  lastSuccessAt: null,
  lastFailureAt: null,
  lastError: null,
  oldestUndeliveredAt: null,
  undelivered: 0,
}

async function stored(id: string) {
  const [row] = await sql`
    select * from webhook_endpoints join webhook_endpoint_health as health
      using (organization_id)
    where id = ${id} and endpoint_id = id`
  assert.ok(row)
  return row
}

test('An endpoint gets the events from its creation on, and its secret is stored encrypted', async () => {
  const position = await setup.lastEvent()
  const before = Date.now()
  const response = await setup.ask('POST', '', { body: { url: URL, types: ['transfer.created'] } })
  const { id, secret, createdAt } = response.body.data
  assert.equal(response.status, 201)
  assert.match(id, /^hook_[0-9a-z]{26}$/)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  assert.ok(Date.parse(createdAt) >= before - 1_000 && Date.parse(createdAt) <= Date.now())
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('etag'), '"1"')
  const { organizationId } = setup
  const view = {
    ...{ id, organizationId, url: URL, types: ['transfer.created'], enabled: true },
    ...{ disabledReason: null, previousSecretEndsAt: null, createdAt, health: HEALTHY },
  }
  assert.equal(response.text, JSON.stringify({ data: { ...view, secret } }))
  assert.deepEqual(await setup.read(id), view)
  const row = await stored(id)
  assert.equal(Number(row.position), position)
  assert.equal(app.secrets?.decrypt(row.encryptedSecret, `webhook ${organizationId} ${id}`), secret)
  assert.deepEqual(await setup.eventsAfter(position), [
    {
      ...{ type: 'webhook_endpoint.created', tokenId: setup.tokenId, system: null },
      ...{ hasRequestId: true, subjectType: 'webhook_endpoint', subjectId: id },
      data: { version: 1, after: { types: ['transfer.created'] } },
    },
  ])
  // Nothing else holds the secret, and no event the URL.
  const [{ text }] = await sql<[{ text: string }]>`
    select string_agg(event::text, '') as text from events as event`
  assert.ok(!text.includes('hidden') && !text.includes(secret))
})

test('Without types, or with null, an endpoint gets all of them', async () => {
  for (const body of [{}, { types: null }]) {
    const { id, types } = await setup.endpoint(body)
    assert.equal(types, null)
    assert.equal((await stored(id)).types, null)
  }
  const all = Object.keys(EVENT_TYPES)
  assert.deepEqual((await setup.endpoint({ types: all })).types, all)
})

const absolute = 'url must be an absolute URL that begins with https:// and a host.'
for (const [url, ...details] of [
  ['example.com/hook', absolute],
  ['/hook', absolute],
  ['https:example.com', absolute],
  ['https://', absolute],
  ['https:///example.com', absolute],
  ['https://?a', absolute],
  ['https:\\\\example.com', absolute],
  ['https://example.com\\@127.0.0.1', absolute],
  [' https://example.com', absolute],
  ['https://example.com/a b', absolute],
  ['https://example.com/\n', absolute],
  ['https://exa mple.com', absolute],
  ['https://example.com:99999', absolute],
  ['mailto:ada@example.com', absolute],
  ['http://example.com', 'url must begin with https://.'],
  ['ftp://example.com', 'url must begin with https://.'],
  ['https://example.com/#a', 'url must not have a fragment: leave # out.'],
  ['https://example.com/#', 'url must not have a fragment: leave # out.'],
  [
    'https://ada@example.com',
    'url must not have a user name or a password: receivers check the signature instead.',
  ],
  [
    'http://:pw@example.com/#a',
    'url must begin with https://.',
    'url must not have a user name or a password: receivers check the signature instead.',
    'url must not have a fragment: leave # out.',
  ],
] as const) {
  test(`${JSON.stringify(url)} is refused as a URL`, async () => {
    const response = await withoutWriting(records, () => setup.ask('POST', '', { body: { url } }))
    assertRefused(response, {
      status: 400,
      code: 'invalid_request',
      instance: ENDPOINTS,
      errors: details.map((detail) => ({ pointer: '/url', code: 'invalid_format', detail })),
    })
  })
}

const address =
  'url must not have an address that is not public, unless the operator of the vault allows its ' +
  'network in WEBHOOK_ALLOWED_NETWORKS.'
for (const host of [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '169.254.169.254', '10.0.0.1'],
  ...['[::1]', '[::ffff:127.0.0.1]', '[fd00:ec2::254]', '[64:ff9b::a9fe:a9fe]', '0'],
]) {
  test(`the address ${host} is refused in a URL`, async () => {
    const response = await withoutWriting(records, () =>
      setup.ask('POST', '', { body: { url: `https://${host}:8443/hook` } }),
    )
    assertRefused(response, {
      ...{ status: 400, code: 'invalid_request', instance: ENDPOINTS },
      errors: [{ pointer: '/url', code: 'invalid_format', detail: address }],
    })
  })
}

for (const url of [
  'https://example.com',
  'https://8.8.8.8/hook',
  'HTTPS://example.com:8443/a/b?c=d&e=%20',
  'https://[2606:4700::1111]/hook',
  `https://example.com/${'x'.repeat(1_980)}`,
]) {
  test(`${url.slice(0, 60)} is accepted as it is`, async () => {
    assert.equal((await setup.endpoint({ url })).url, url)
  })
}

test('Every violation of a request is in one response', async () => {
  const body = { url: 'ftp://example.com', types: ['transfer.created', 'no.such'], enabled: false }
  const response = await withoutWriting(records, () => setup.ask('POST', '', { body }))
  assert.equal(response.status, 400)
  assert.deepEqual(
    response.body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]),
    [
      ['/enabled', 'unknown_field'],
      ['/types/1', 'invalid_value'],
      ['/url', 'invalid_format'],
    ],
  )
  const codes = async (sent: object) => {
    const refused = await withoutWriting(records, () => setup.ask('POST', '', { body: sent }))
    return refused.body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])
  }
  assert.deepEqual(await codes({}), [['/url', 'required']])
  assert.deepEqual(await codes({ url: '' }), [['/url', 'too_short']])
  assert.deepEqual(await codes({ url: 7 }), [['/url', 'invalid_type']])
  assert.deepEqual(await codes({ url: `https://example.com/${'x'.repeat(1_981)}` }), [
    ['/url', 'too_long'],
  ])
  assert.deepEqual(await codes({ url: URL, types: [] }), [['/types', 'invalid_value']])
})

test('http is a URL where WEBHOOK_ALLOW_HTTP is on', async () => {
  const plain = await EndpointSetup.open(await openOwnVault({ WEBHOOK_ALLOW_HTTP: true }))
  const url = 'http://receiver.internal:8080/hook'
  assert.equal((await plain.endpoint({ url })).url, url)
})

test('An organization has at most 50 endpoints, also if many are asked for at once', async () => {
  const one = await EndpointSetup.open(vault)
  // The endpoint of another process: this one decides the changes of an organization in turn.
  const second = await openOwnVault({}, { connection: vault.connection })
  const body = { url: URL }
  const responses = await Promise.all(
    Array.from({ length: 30 }, () => [
      one.ask('POST', '', { body }),
      second.api.post(ENDPOINTS, { token: one.token, body }),
    ]).flat(),
  )
  const refused = responses.filter(({ status }) => status !== 201)
  assert.equal(refused.length, 10)
  const detail =
    'The organization has 50 webhook endpoints, and may have no more: delete one, or send more ' +
    'types to one of them.'
  const code = 'too_many_webhook_endpoints'
  for (const response of refused) {
    assertRefused(response, { status: 409, code, detail, instance: ENDPOINTS })
  }
  await withoutWriting(records, () => one.ask('POST', '', { body }))
  const { id } = (await one.ask('GET', '')).body.data[0]
  assert.equal((await one.ask('DELETE', `/${id}`)).status, 200)
  assert.equal((await one.ask('POST', '', { body })).status, 201)
})

test('Without SECRETS_KEY, nothing can be created or rotated, and the response says why', async () => {
  const DATABASE_URL = 'postgres://not.used/vault'
  const keyless = await openOwnVault({ SECRETS_KEY: [], DATABASE_URL: DATABASE_URL as never })
  const one = await EndpointSetup.open(keyless)
  const detail =
    'The service keeps no secrets without SECRETS_KEY: set it to the output of ' +
    '`openssl rand -base64 32` in every process, and keep a copy apart from the backups.'
  const response = await withoutWriting(keyless.records, () =>
    one.ask('POST', '', { body: { url: URL } }),
  )
  assertRefused(response, {
    ...{ status: 409, code: 'secrets_key_missing', detail, instance: ENDPOINTS },
  })
  const { api: keylessApi, records: keylessRecords } = keyless
  const id = 'hook_before'
  await keyless.sql`
    insert into webhook_endpoints (organization_id, id, url, encrypted_secret, created_at)
    values (${one.organizationId}, ${id}, ${URL}, 'x', now())`
  await keyless.sql`
    insert into webhook_endpoint_health (organization_id, endpoint_id, position)
    values (${one.organizationId}, ${id}, 0)`
  const path = `${ENDPOINTS}/${id}/rotate-secret`
  const rotated = await withoutWriting(keylessRecords, () =>
    keylessApi.post(path, { token: one.token }),
  )
  assertRefused(rotated, { status: 409, code: 'secrets_key_missing', detail, instance: path })
})

test('Endpoints of another organization are not listed', async () => {
  const [one, other] = [await EndpointSetup.open(vault), await EndpointSetup.open(vault)]
  await one.endpoint()
  assert.deepEqual((await other.ask('GET', '')).body.data, [])
})
