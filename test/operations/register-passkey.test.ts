import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  personWithToken,
  registeredPasskey,
  registrationBy,
} from '../support/passkeys/person-setup.ts'
import { type Signing, SoftwareAuthenticator } from '../support/passkeys/software-authenticator.ts'
import {
  assertCondition,
  type ExpectedCondition,
  withoutWriting,
} from '../support/vault/refusal.ts'
import { newKey } from '../support/vault/replays.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const organizationId = await records.organization()
const ada = await personWithToken(vault, organizationId)
const bo = await personWithToken(vault, organizationId, { name: 'Bo Ek' })

const passkeysOf = async ({ personId, token }: Pick<typeof ada, 'personId' | 'token'>) =>
  (await api.get(`/v1/passkeys?personId=${personId}`, { token })).body.data
const remove = async (id: string, { personId, token }: Pick<typeof ada, 'personId' | 'token'>) =>
  await api.request('DELETE', `/v1/passkeys/${id}?personId=${personId}`, { token })
const challengeFor = async (token: string): Promise<string> =>
  (await api.get('/v1/passkeys/registration-options', { token })).body.data.challenge

const invalidAt = (pointer: string): ExpectedCondition => ({
  status: 400,
  code: 'passkey_invalid',
  errors: [[pointer, 'passkey_invalid']],
})

for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) {
  test(`A passkey of ${algorithm} is registered with its public key, which the event has`, async () => {
    const { token, personId, tokenId } = await personWithToken(vault, organizationId)
    const authenticator = new SoftwareAuthenticator(algorithm)
    const body = registrationBy(authenticator, await challengeFor(token))
    const { status, body: made } = await api.post('/v1/passkeys', { token, body })
    assert.equal(status, 201, JSON.stringify(made))
    const { id, createdAt } = made.data
    assert.match(id, /^pkey_/)
    assert.deepEqual(made.data, {
      ...{ id, personId, name: 'Phone', credentialId: authenticator.credentialId },
      ...{ algorithm: authenticator.algorithm, transports: ['internal'], createdAt },
    })
    assert.deepEqual(await passkeysOf({ personId, token }), [made.data])
    const { body: events } = await api.get(`/v1/events?subjectId=${id}`, { token })
    assert.equal(events.data.length, 1)
    const { type, actor, data } = events.data[0]
    assert.deepEqual([type, actor.tokenId], ['passkey.registered', tokenId])
    assert.deepEqual(data, {
      personId,
      credentialId: authenticator.credentialId,
      publicKey: authenticator.publicKey.toString('base64url'),
      algorithm: authenticator.algorithm,
      rpId: 'localhost',
    })
  })
}

test('A repeated registration under one key makes one passkey', async () => {
  const { token, personId } = await personWithToken(vault, organizationId)
  const body = registrationBy(new SoftwareAuthenticator(), await challengeFor(token))
  const headers = { 'Idempotency-Key': newKey() }
  const [first, second] = [
    await api.post('/v1/passkeys', { token, body, headers }),
    await api.post('/v1/passkeys', { token, body, headers }),
  ]
  assert.equal(first.status, 201, first.text)
  assert.deepEqual([second.status, second.text], [201, first.text])
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(await passkeysOf({ personId, token }), [first.body.data])
})

const ATTACKS: [what: string, signing: Partial<Signing>, pointer: string][] = [
  ['of a signature', { type: 'webauthn.get' }, '/attestationObject'],
  ['of another origin', { origin: 'https://evil.example' }, '/clientDataJSON'],
  ['in a frame of another site', { crossOrigin: true }, '/clientDataJSON'],
  ['for another relying party', { rpId: 'evil.example' }, '/attestationObject'],
  ['without a person', { isPresent: false }, '/attestationObject'],
  ['by a person who was not verified', { isVerified: false }, '/attestationObject'],
  ['over a challenge of its own', { challenge: 'AAAA' }, '/clientDataJSON'],
]
for (const [what, signing, pointer] of ATTACKS) {
  test(`A registration ${what} is refused`, async () => {
    const challenge = await challengeFor(ada.token)
    const body = registrationBy(new SoftwareAuthenticator(), challenge, signing)
    const refused = await withoutWriting(records, () =>
      api.post('/v1/passkeys', { token: ada.token, body }),
    )
    assertCondition(refused, invalidAt(pointer))
  })
}

test('Nobody registers a passkey in the name of another person, nor with another token', async () => {
  const body = registrationBy(new SoftwareAuthenticator(), await challengeFor(ada.token))
  const second = await records.token(organizationId)
  await sql`update access_tokens set person_id = ${ada.personId} where id = ${second.id}`
  await withoutWriting(records, async () => {
    for (const { token } of [bo, second]) {
      assertCondition(await api.post('/v1/passkeys', { token, body }), invalidAt('/clientDataJSON'))
    }
  })
})

test('One challenge registers one passkey, however many try', async () => {
  const { token, personId } = await personWithToken(vault, organizationId)
  const challenge = await challengeFor(token)
  const register = () =>
    api.post('/v1/passkeys', {
      token,
      body: registrationBy(new SoftwareAuthenticator(), challenge),
    })
  const all = await Promise.all([register(), register(), register()])
  assert.deepEqual(all.map(({ status }) => status).sort(), [201, 400, 400])
  assert.equal((await passkeysOf({ personId, token })).length, 1)
  const refused = await withoutWriting(records, register)
  assertCondition(refused, invalidAt('/clientDataJSON'))
})

test('The id must be that of the attestation', async () => {
  const registration = registrationBy(new SoftwareAuthenticator(), await challengeFor(ada.token))
  const body = { ...registration, credentialId: 'AAAA' }
  const refused = await api.post('/v1/passkeys', { token: ada.token, body })
  assertCondition(refused, invalidAt('/credentialId'))
})

test('A passkey is registered once, by whomever, also behind its removal', async () => {
  const authenticator = new SoftwareAuthenticator()
  const { id } = await registeredPasskey(vault, ada, authenticator)
  const again = async (token: string) =>
    await api.post('/v1/passkeys', {
      token,
      body: registrationBy(authenticator, await challengeFor(token)),
    })
  const exists = { status: 409, code: 'passkey_exists' } as const
  for (const { token } of [ada, bo]) assertCondition(await again(token), exists)
  assert.equal((await remove(id, ada)).status, 200)
  assertCondition(await again(ada.token), exists)
})

test('A person has at most 20 passkeys, however many are registered at once', async () => {
  const many = await personWithToken(vault, organizationId)
  const challenges = await Promise.all(Array.from({ length: 22 }, () => challengeFor(many.token)))
  const statuses = await Promise.all(
    challenges.map(async (challenge) => {
      const body = registrationBy(new SoftwareAuthenticator(), challenge)
      return (await api.post('/v1/passkeys', { token: many.token, body })).status
    }),
  )
  assert.deepEqual(
    [
      statuses.filter((status) => status === 201).length,
      statuses.filter((status) => status === 409).length,
    ],
    [20, 2],
  )
  const own = await passkeysOf(many)
  assert.equal((await remove(own[0].id, many)).status, 200)
  await registeredPasskey(vault, many)
})

test('The options are what a browser takes, and exclude what the person has', async () => {
  const { token, personId } = await personWithToken(vault, organizationId)
  const { authenticator } = await registeredPasskey(vault, { token })
  const { status, body } = await api.get('/v1/passkeys/registration-options', { token })
  assert.equal(status, 200)
  const { challenge, ...options } = body.data
  assert.match(challenge, /^[\w-]{60,}$/)
  const type = 'public-key'
  assert.deepEqual(options, {
    rp: { id: 'localhost', name: 'Vault Inventory' },
    user: {
      id: Buffer.from(personId).toString('base64url'),
      name: 'Ada Lindqvist',
      displayName: 'Ada Lindqvist',
    },
    pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type, alg })),
    excludeCredentials: [{ type, id: authenticator.credentialId, transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
  })
})

test('A person sees and removes their own passkeys alone, for good', async () => {
  const { id, authenticator } = await registeredPasskey(vault, ada)
  const { personId } = ada
  const cy = await personWithToken(vault, organizationId, { permissions: ['events:read'] })
  const gone = { status: 404, code: 'passkey_not_found' } as const
  const members = { requiredPermission: 'people:manage' }
  const scope = 'error="insufficient_scope", scope="people:manage"'
  const headers = { 'www-authenticate': `Bearer realm="vault-inventory", ${scope}` }
  const lacking = { status: 403, code: 'insufficient_permission', members, headers } as const
  await withoutWriting(records, async () => {
    assertCondition(await remove(id, { ...cy, personId }), lacking)
    assertCondition(await remove(id, cy), gone)
    const others = `/v1/passkeys?personId=${personId}`
    assertCondition(await api.get(others, cy), lacking)
    assertCondition(await api.get(`${others}&personId=${cy.personId}`, cy), lacking)
  })
  const { id: own } = await registeredPasskey(vault, cy)
  assert.deepEqual(
    (await passkeysOf(cy)).map((each: { id: string }) => each.id),
    [own],
  )
  const removed = await remove(own, cy)
  assert.equal(removed.body.data.id, own)
  assert.deepEqual(await passkeysOf(cy), [])
  assertCondition(await remove(own, cy), gone)
  assert.equal((await remove(id, ada)).status, 200)
  const { body: events } = await api.get(`/v1/events?subjectId=${id}`, ada)
  assert.deepEqual(
    [events.data[1].type, events.data[1].data],
    ['passkey.removed', { personId, credentialId: authenticator.credentialId }],
  )
})

test('A manager removes a passkey of the person whom the request names, once', async () => {
  const { id, personId } = await registeredPasskey(vault, bo)
  const { token } = await records.token(organizationId)
  const gone = { status: 404, code: 'passkey_not_found' } as const
  assertCondition(await remove(id, { token, personId: ada.personId }), gone)
  assert.equal((await remove(id, { token, personId })).status, 200)
  assertCondition(await remove(id, { token, personId }), gone)
})
