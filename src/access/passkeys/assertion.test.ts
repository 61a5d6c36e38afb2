import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import {
  type Signing,
  SoftwareAuthenticator,
} from '../../../test/support/passkeys/software-authenticator.ts'
import { type Assertion, type AssertionFault, assertionFault, relyingPartyOf } from './assertion.ts'

const challenge = Buffer.alloc(32, 7).toString('base64url')
const expected = { challenge, relyingParty: relyingPartyOf(null) }
const ORIGIN = 'http://localhost'
const passkey = new SoftwareAuthenticator()
const registered = await registeredBy(passkey)

/** The credential as the library reads it, to compare its verdicts with ours. */
async function registeredBy(authenticator: SoftwareAuthenticator) {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: authenticator.register({ challenge }),
    expectedChallenge: challenge,
    expectedOrigin: ORIGIN,
    expectedRPID: expected.relyingParty.rpId,
    supportedAlgorithmIDs: [-7, -8, -257],
  })
  assert.ok(verified)
  return registrationInfo.credential
}

async function libraryTakes(assertion: Assertion, credential = registered): Promise<boolean> {
  const { credentialId: id, ...response } = assertion
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: ORIGIN,
      expectedRPID: expected.relyingParty.rpId,
      credential,
    })
    return verified
  } catch {
    return false
  }
}

for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) {
  test(`A signature by ${algorithm} holds, and not for another key`, async () => {
    const authenticator = new SoftwareAuthenticator(algorithm)
    const assertion = authenticator.sign({ challenge })
    assert.equal(assertionFault(assertion, authenticator, expected), undefined)
    assert.ok(await libraryTakes(assertion, await registeredBy(authenticator)))
    const other = new SoftwareAuthenticator(algorithm)
    assert.equal(assertionFault(assertion, other, expected), 'signature')
    const misnamed = { publicKey: authenticator.publicKey, algorithm: -999 }
    assert.equal(assertionFault(assertion, misnamed, expected), 'signature')
  })
}

const OTHER = { challenge: Buffer.alloc(32, 8).toString('base64url') }
const EVIL = { origin: 'https://evil.example', rpId: 'evil.example' }

/** In the order of the checks; each row breaks its rule and every later one. */
const ROWS: [what: string, signing: Partial<Signing>, AssertionFault][] = [
  ['of a registration', { type: 'webauthn.create', ...OTHER, isVerified: false }, 'malformed'],
  ['over another challenge', { ...OTHER, ...EVIL }, 'challenge'],
  ['of another origin', EVIL, 'origin'],
  ['in a frame of another site', { crossOrigin: true, rpId: 'evil.example' }, 'origin'],
  ['for another relying party', { rpId: 'evil.example', isPresent: false }, 'relying_party'],
  ['without a person', { isPresent: false, isVerified: false }, 'user_presence'],
  ['by a person who was not verified', { isVerified: false }, 'user_verification'],
]
for (const [what, signing, fault] of ROWS) {
  test(`A signature ${what} proves nothing`, async () => {
    const assertion = passkey.sign({ challenge, ...signing })
    assert.equal(assertionFault(assertion, passkey, expected), fault)
    // The library leaves frames of sites that it is not told of to the browser.
    if (signing.crossOrigin !== true) assert.equal(await libraryTakes(assertion), false)
  })
}

test('A signature that was altered in any part proves nothing', () => {
  const assertion = passkey.sign({ challenge })
  const data = Buffer.from(assertion.authenticatorData, 'base64url')
  data.writeUInt32BE(1_000, 33)
  const client = Buffer.from(assertion.clientDataJSON, 'base64url').toString()
  const altered: [Partial<Assertion>, AssertionFault][] = [
    [{ authenticatorData: data.toString('base64url') }, 'signature'],
    [{ clientDataJSON: Buffer.from(`${client} `).toString('base64url') }, 'signature'],
    [{ signature: 'AAAA' }, 'signature'],
    [{ clientDataJSON: 'AAAA' }, 'malformed'],
    [{ clientDataJSON: Buffer.from('null').toString('base64url') }, 'malformed'],
    [{ authenticatorData: 'AAAA' }, 'malformed'],
  ]
  for (const [change, fault] of altered) {
    assert.equal(assertionFault({ ...assertion, ...change }, passkey, expected), fault)
  }
})

test('Without a public address, every port of this machine is an origin; with one, it alone', () => {
  const local = relyingPartyOf(null)
  for (const origin of ['http://localhost', 'http://localhost:8080']) {
    assert.ok(local.takesOrigin(origin))
  }
  const others = ['https://localhost', 'http://localhost.example', 'http://127.0.0.1', 'null', null]
  for (const origin of others) assert.ok(!local.takesOrigin(origin), `${origin}`)
  const { rpId, takesOrigin } = relyingPartyOf('https://vault.example.com:8443')
  assert.equal(rpId, 'vault.example.com')
  assert.ok(takesOrigin('https://vault.example.com:8443'))
  for (const origin of ['https://vault.example.com', 'http://localhost', 'https://a.example']) {
    assert.ok(!takesOrigin(origin), origin)
  }
})
