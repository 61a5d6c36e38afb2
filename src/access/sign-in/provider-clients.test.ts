import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { customFetch } from 'openid-client'
import { openForgedProvider } from '../../../test/support/identity-provider/forged-provider.ts'
import { Secrets } from '../../runtime/secrets/secrets.ts'
import { clientSecretContext, DEFAULT_CHOICES } from './identity-provider.ts'
import { ProviderClients } from './provider-clients.ts'

const CONFIGURATION = '/.well-known/openid-configuration'
const secrets = new Secrets(() => [key])
const key = randomBytes(32)

async function open(t: TestContext, networks = ['127.0.0.1/32'], allowHttp = true) {
  const provider = await openForgedProvider((work) => t.after(work))
  const clients = new ProviderClients({
    IDENTITY_PROVIDER_ALLOW_HTTP: allowHttp,
    IDENTITY_PROVIDER_ALLOWED_NETWORKS: networks,
  })
  t.after(() => clients.close())
  const row = (clientSecret: string) => ({
    organizationId: 'org_1',
    issuer: provider.issuer,
    clientId: 'vault',
    ...DEFAULT_CHOICES,
    version: 1,
    changedAt: new Date(),
    changedByTokenId: null,
    encryptedSecret: secrets.encrypt(clientSecret, clientSecretContext('org_1')),
  })
  const of = (client: ReturnType<typeof row>) => clients.of(client, secrets)
  const [first, other] = [row('secret'), row('other')]
  return { provider, find: () => of(first), findOther: () => of(other) }
}

test('A configuration is found once, by all who need it at the same time', async (t) => {
  const { provider, find } = await open(t)
  await Promise.all([find(), find()])
  await find()
  assert.equal(provider.counts[CONFIGURATION], 1)
})

test('The last configuration stays in use while the provider does not respond', async (t) => {
  const { provider, find } = await open(t)
  const first = await find()
  t.mock.timers.enable({ apis: ['Date'] })
  const now = performance.now()
  const clock = t.mock.method(performance, 'now', () => now + 700_000)
  provider.isUp = false
  assert.deepEqual(await Promise.all([find(), find()]), [first, first])
  assert.equal(await find(), first)
  assert.equal(provider.counts[CONFIGURATION], 2, 'a failure is remembered for some seconds')
  provider.isUp = true
  clock.mock.mockImplementation(() => now + 800_000)
  assert.notEqual(await find(), first)
})

test('A failure is remembered for some seconds', async (t) => {
  const { provider, find } = await open(t)
  provider.isUp = false
  await assert.rejects(find())
  await assert.rejects(find())
  assert.equal(provider.counts[CONFIGURATION], 1)
})

for (const [what, unread] of [
  ['more than 64 kB', 'x'.repeat(65_536)],
  ['more than some thousand members', Array(4_000).fill([])],
] as const) {
  test(`A response of ${what} is not taken`, async (t) => {
    const { provider, find } = await open(t)
    provider.metadata = { unread }
    await assert.rejects(find(), (error: Error) => /too (long|many)/.test(String(error.cause)))
  })
}

const NESTED = Buffer.from('['.repeat(4_001)).toString('base64url')
const HEAD = Buffer.from('{}').toString('base64url')
for (const [what, text] of [
  ['of an ID token', JSON.stringify({ id_token: `${HEAD}.${NESTED}.` })],
  ['of its header', JSON.stringify({ id_token: `${NESTED}.${HEAD}.` })],
  ['of an ID token in escapes', `{"id_token":"\\u0065.${NESTED}."}`],
  ['of user info that is signed', `${HEAD}.${NESTED}.`],
] as const) {
  test(`Claims ${what} are counted before they are parsed`, async (t) => {
    const { provider, find } = await open(t)
    const fetchBounded = (await find())[customFetch] as typeof fetch
    const post = { method: 'POST', headers: {} }
    provider.texts['/token'] = JSON.stringify({ id_token: `${HEAD}.${HEAD}.` })
    assert.equal((await fetchBounded(`${provider.issuer}/token`, post)).status, 200)
    provider.texts['/token'] = text
    await assert.rejects(fetchBounded(`${provider.issuer}/token`, post), /too many/)
  })
}

test('An organization has one configuration at a time', async (t) => {
  const { provider, find, findOther } = await open(t)
  for (const each of [find, findOther, findOther, find]) await each()
  assert.equal(provider.counts[CONFIGURATION], 3, 'the first was not kept')
})

test('A configuration of another issuer is refused', async (t) => {
  const { provider, find } = await open(t)
  provider.metadata = { issuer: 'https://evil.example.com' }
  await assert.rejects(find())
})

test('An address that is not public is refused before a connection is made', async (t) => {
  const { provider, find } = await open(t, [])
  await assert.rejects(find(), (error: Error) => {
    return /IDENTITY_PROVIDER_ALLOWED_NETWORKS/.test(String((error.cause as Error).message))
  })
  assert.deepEqual(provider.counts, {})
})

test('Without a word of the operator, https alone is used', async (t) => {
  const { provider, find } = await open(t, ['127.0.0.1/32'], false)
  await assert.rejects(find())
  assert.deepEqual(provider.counts, {})
})
