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
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const organizationId = await records.organization()
const ada = await personWithToken(vault, organizationId)
const bo = await personWithToken(vault, organizationId, { name: 'Bo Ek' })

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
    const own = await api.get('/v1/passkeys', { token })
    assert.deepEqual(own.body, { data: { personId, passkeys: [made.data] } })
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
  assert.equal((await api.request('DELETE', `/v1/passkeys/${id}`, ada)).status, 200)
  assertCondition(await again(ada.token), exists)
})

test('A person has at most 20 passkeys, however many are registered at once', async () => {
  const many = await personWithToken(vault, organizationId)
  const challenge = await challengeFor(many.token)
  const statuses = await Promise.all(
    Array.from({ length: 22 }, async () => {
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
})

test('A repeated registration under one key makes one passkey', async () => {
  const body = registrationBy(new SoftwareAuthenticator(), await challengeFor(bo.token))
  const headers = { 'Idempotency-Key': 'register-1' }
  const [first, second] = [
    await api.post('/v1/passkeys', { token: bo.token, body, headers }),
    await api.post('/v1/passkeys', { token: bo.token, body, headers }),
  ]
  assert.deepEqual(second.body, first.body)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
})
