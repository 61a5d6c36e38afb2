import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personWithToken, registeredPasskey } from '../support/passkeys/person-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const organizationId = await records.organization()

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
