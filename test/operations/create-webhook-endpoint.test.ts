import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TYPES } from '../../src/domain/events.ts'
import { ENDPOINTS, EndpointSetup } from '../support/operations/endpoint-setup.ts'
import { assertCondition, assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { app, records, sql } = vault
const setup = await EndpointSetup.open(vault)
const URL = 'https://example.com/hook?key=hidden'

const HEALTHY = {
  ...{ status: 'healthy', lastSuccessAt: null, lastFailureAt: null, lastError: null },
  ...{ oldestUndeliveredAt: null, undelivered: 0 },
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
  const data = { version: 1, after: { types: ['transfer.created'] } }
  assert.deepEqual(await setup.eventsAfter(position), [setup.event(id, 'created', data)])
  // Nothing else holds the secret, and no event the URL.
  const [{ text }] = await sql<[{ text: string }]>`
    select string_agg(event::text, '') as text from events as event
    where organization_id = ${organizationId}`
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

const ABSOLUTE = 'url must be an absolute URL that begins with https:// and a host.'
const HTTPS = 'url must begin with https://.'
const FRAGMENT = 'url must not have a fragment: leave # out.'
const PASSWORD =
  'url must not have a user name or a password: receivers check the signature instead.'
const ADDRESS =
  'url must not have an address that is not public, unless the operator of the vault allows its ' +
  'network in WEBHOOK_ALLOWED_NETWORKS.'
const INTERNAL = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '169.254.169.254', '10.0.0.1'],
  ...['[::1]', '[::ffff:127.0.0.1]', '[fd00:ec2::254]', '[64:ff9b::a9fe:a9fe]', '0'],
]
const REFUSED: [urls: string[], ...details: string[]][] = [
  [
    [
      ...['example.com/hook', '/hook', 'https:example.com', 'https://', 'https:///example.com'],
      ...['https://?a', 'https:\\\\example.com', 'https://example.com\\@127.0.0.1'],
      ...[' https://example.com', 'https://example.com/a b', 'https://example.com/\n'],
      ...['https://exa mple.com', 'https://example.com:99999', 'mailto:ada@example.com'],
    ],
    ABSOLUTE,
  ],
  [['http://example.com', 'ftp://example.com'], HTTPS],
  [['https://example.com/#a', 'https://example.com/#'], FRAGMENT],
  [['https://ada@example.com'], PASSWORD],
  [['http://:pw@example.com/#a'], HTTPS, PASSWORD, FRAGMENT],
  [INTERNAL.map((host) => `https://${host}:8443/hook`), ADDRESS],
]
for (const [urls, ...details] of REFUSED) {
  for (const url of urls) {
    test(`${JSON.stringify(url)} is refused as a URL`, async () => {
      const response = await withoutWriting(records, () => setup.ask('POST', '', { body: { url } }))
      assertRefused(response, {
        ...{ status: 400, code: 'invalid_request', instance: ENDPOINTS },
        errors: details.map((detail) => ({ pointer: '/url', code: 'invalid_format', detail })),
      })
    })
  }
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

// The schema of a URL; that of other members is proved in test/contract/bodies.test.ts.
const BODIES: [body: object, ...found: [pointer: string, code: string][]][] = [
  [
    { url: 'ftp://example.com', types: ['transfer.created', 'no.such'], x: false },
    ['/x', 'unknown_field'],
    ['/types/1', 'invalid_value'],
    ['/url', 'invalid_format'],
  ],
  [{ url: '' }, ['/url', 'too_short']],
  [{ url: 7 }, ['/url', 'invalid_type']],
  [{ url: `https://example.com/${'x'.repeat(1_981)}` }, ['/url', 'too_long']],
]
for (const [name, ofEndpoint, bodies] of [
  ['A creation', () => '', [...BODIES, [{}, ['/url', 'required']]] as typeof BODIES],
  ['An update', (id: string) => `/${id}`, BODIES],
] as const) {
  test(`${name} is refused with each violation of its body`, async () => {
    const path = ofEndpoint((await setup.endpoint()).id)
    for (const [body, ...found] of bodies) {
      const ask = () => setup.ask(path === '' ? 'POST' : 'PATCH', path, { body })
      const response = await withoutWriting(records, ask)
      assertCondition(response, { status: 400, code: 'invalid_request', errors: found })
    }
  })
}

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
  const { id } = await setup.endpoint()
  const DATABASE_URL = 'postgres://not.used/vault' as never
  const { connection } = vault
  const { api } = await openOwnVault({ SECRETS_KEY: [], DATABASE_URL }, { connection })
  const detail =
    'The service keeps no secrets without SECRETS_KEY: set it to the output of ' +
    '`openssl rand -base64 32` in every process, and keep a copy apart from the backups.'
  for (const [instance, request] of [
    [ENDPOINTS, { body: { url: URL } }],
    [`${ENDPOINTS}/${id}/rotate-secret`, {}],
  ] as const) {
    const { token } = setup
    const response = await withoutWriting(records, () => api.post(instance, { token, ...request }))
    assertRefused(response, { status: 409, code: 'secrets_key_missing', detail, instance })
  }
})
