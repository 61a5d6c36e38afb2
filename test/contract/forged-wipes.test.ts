import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { signedBy } from '../../src/access/passkeys/assertion.ts'
import { SoftwareAuthenticator } from '../support/passkeys/software-authenticator.ts'
import { ORGANIZATION_ID } from '../support/sealed-log/made-export.ts'
import {
  content,
  issued,
  policy,
  proofBy,
  registered,
  type Told,
} from '../support/sealed-log/told-approvals.ts'
import { verdictOn } from '../support/sealed-log/verdict-on.ts'

// A wiped organization may import a shipment of the same id again, and approve it again.

const ada = new SoftwareAuthenticator()
const KNOWN = [
  policy({ approvalProof: 'passkey' }),
  issued('tok_ada', 'prsn_ada'),
  registered('pkey_ada', 'prsn_ada', ada),
]
const ofAll = (type: string): Told => ({
  type,
  id: ORGANIZATION_ID,
  subject: 'organization',
  data: {},
})
const WIPED = ofAll('organization.wiped')
const IMPORTED = ofAll('outbound_shipment.imported')
const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']

/** A new proof, by a passkey that counts. */
function newProof() {
  ada.signCount += 1
  const { fromFboAccountId: _, toFboAccountId: __, ...rest } = content('s')
  return proofBy(ada, { ...rest, type: 'outbound_shipment', fboAccountId: 'fbo_1' })
}

function approvedBy(proof: ReturnType<typeof newProof>): Told {
  const data = { version: 2, totalItems: 2, fboAccountId: 'fbo_1', proof }
  return { type: 'outbound_shipment.approved', id: 's', tokenId: 'tok_ada', data }
}

test('A new proof counts after a wipe', async (t) => {
  const [first, second] = [approvedBy(newProof()), approvedBy(newProof())]
  const { bad, wipes, proofs } = await verdictOn(t, [
    ...[...KNOWN, IMPORTED, first],
    ...[WIPED, IMPORTED, second],
  ])
  assert.deepEqual([bad, wipes, proofs], [null, 1, 2])
})

test('A proof of before a wipe counts no more, whatever other id its passkey has', async (t) => {
  const proof = newProof()
  const again = { ...proof, credentialId: 'b3RoZXI' }
  const spki = { type: 'spki', format: 'der' } as const
  const { x, y } = createPublicKey({ key: ada.publicKey, ...spki }).export({ format: 'jwk' })
  const bytes = [x, y].map((part) => Buffer.from(part ?? '', 'base64url'))
  const isOdd = ((bytes[1]?.at(-1) ?? 0) & 1) === 1
  // The same point of the curve in its short form: prefix, sign of y, and x.
  const begin = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex')
  const short = Buffer.concat([begin, Buffer.from([isOdd ? 3 : 2]), bytes[0] ?? Buffer.of()])
  for (const publicKey of [ada.publicKey, short]) {
    const { type, id, data } = registered('pkey_b', 'prsn_ada', ada)
    const { credentialId } = again
    const key = { credentialId, publicKey: publicKey.toString('base64url') }
    const other: Told = { type, id, data: { ...data, ...key } }
    const log = [...KNOWN, other, IMPORTED, approvedBy(proof), WIPED, IMPORTED, approvedBy(again)]
    assert.equal((await verdictOn(t, log)).bad, 'content 9')
  }
})

test('What a key of a curve that passkeys do not have signed is compared, too', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' })
  const key = { publicKey: publicKey.export({ type: 'spki', format: 'der' }), algorithm: -7 }
  assert.match(signedBy(newProof(), key), /^[\w+/]{43}=$/)
})

test('A proof of before a wipe counts no more, whatever text its signature has', async (t) => {
  const proof = newProof()
  const bytes = (text: string) => Buffer.from(text, 'base64url').toString('hex')
  const texts = ALPHABET.flatMap((sign) => {
    return [proof.signature.slice(0, -1) + sign, proof.signature + sign]
  })
  const same = texts.filter((text) => bytes(text) === bytes(proof.signature))
  assert.ok(same.some((text) => text !== proof.signature))
  for (const signature of same) {
    const again = approvedBy({ ...proof, signature })
    const log = [...KNOWN, IMPORTED, approvedBy(proof), WIPED, IMPORTED, again]
    assert.equal((await verdictOn(t, log)).bad, 'content 8', signature)
  }
})
