import assert from 'node:assert/strict'
import { test } from 'node:test'
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
  const { badProof, wipes, proofs } = await verdictOn(t, [
    ...[...KNOWN, IMPORTED, first],
    ...[WIPED, IMPORTED, second],
  ])
  assert.deepEqual([badProof, wipes, proofs], [null, 1, 2])
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
    const { badProof } = await verdictOn(t, log)
    assert.equal(`${badProof?.kind} ${badProof?.sequence}`, 'content 8', signature)
  }
})
