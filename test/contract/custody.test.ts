import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemsSha256 } from '../../src/access/passkeys/approval-content.ts'
import { SoftwareAuthenticator } from '../support/passkeys/software-authenticator.ts'
import {
  approved,
  completed,
  content,
  created,
  issued,
  policy,
  proofBy,
  registered,
  type Told,
} from '../support/sealed-log/told-approvals.ts'
import { verdictOn } from '../support/sealed-log/verdict-on.ts'

// A forger who holds the database and the signing key writes the log again: every hash and every
// checkpoint is right. The passkeys of people are what such a forger has not.

const [ada, bo] = [new SoftwareAuthenticator(), new SoftwareAuthenticator('EdDSA')]
const mallory = new SoftwareAuthenticator()

/** The log as it was: its events are numbered from 1 on. */
const LOG: readonly Told[] = [
  issued('tok_ada', 'prsn_ada'), // 1
  issued('tok_bo', 'prsn_bo'),
  registered('pkey_ada', 'prsn_ada', ada), // 3
  registered('pkey_bo', 'prsn_bo', bo),
  created('xfer_before'), // 5
  completed('xfer_before', 'tok_ada'),
  policy({ approvalProof: 'passkey' }), // 7
  created('xfer_1'),
  created('xfer_2'), // 9
  created('xfer_3'),
  ...approved('xfer_1', 'tok_ada', proofBy(ada, content('xfer_1'))), // 11, 12
  ...approved('xfer_2', 'tok_bo', proofBy(bo, content('xfer_2'))), // 13, 14
  policy({ approvalProof: 'none' }), // 15
  created('xfer_after'),
  completed('xfer_after', 'tok_bo'), // 17
  ...approved('xfer_3', 'tok_ada', proofBy(ada, content('xfer_3'))), // 18, 19
]
const proofOf = (number: number) => LOG[number - 1]?.data.proof as ReturnType<typeof proofBy>

/** The log with other data in the event of that number, and of another token. */
function altered(number: number, data: object, more: Partial<Told> = {}, log = LOG): Told[] {
  const told = log[number - 1] as Told
  return log.with(number - 1, { ...told, ...more, data: { ...told.data, ...data } })
}
const withProof = (proof: object | undefined) => altered(11, { proof })
const before = (number: number, told: Told) => LOG.toSpliced(number - 1, 0, told)

/** A second key is registered under the id of the first, and signs the approval. */
function secondKey(): Told[] {
  const { credentialId } = ada
  const { data } = registered('', 'prsn_ada', mallory)
  const second = { type: 'passkey.registered', id: 'pkey_2', data: { ...data, credentialId } }
  const proof = { ...proofBy(mallory, content('xfer_1')), credentialId }
  return altered(12, { proof }, {}, before(8, second))
}

const OTHER_ITEMS = content('xfer_1', { itemsSha256: itemsSha256(['item_1', 'item_9']) })
const SYSTEM = { tokenId: null }
const KEY = { credentialId: ada.credentialId, personId: 'prsn_ada' }
const END_OF_KEY = { type: 'passkey.removed', id: 'pkey_ada', data: KEY }
const MALLORYS = mallory.publicKey.toString('base64url')

const byMallory = proofBy(mallory, content('xfer_1'))
const CONTENT = { content: content('xfer_1') }
const [ONE, TWO, THREE] = [proofOf(11), proofOf(13), proofOf(18)]

const END: Told = {
  type: 'transfer.completed',
  ...SYSTEM,
  id: 'xfer_s',
  data: { version: 2, totalItems: 2, approvedBySystem: true },
}
const UNTIL_SYSTEM = [...LOG.slice(0, 7), created('xfer_s')]
const MAY = policy({ systemApproval: 'within_limits' })
const MAY_NOT = policy({ systemApproval: 'off' })

/** The tampering, the log, and what is said: the kind and the number of the event. */
const CASES: [what: string, log: readonly Told[], bad: string][] = [
  ['a proof removed', withProof(undefined), 'missing 11'],
  ['a proof removed from before a looser policy', altered(18, { proof: undefined }), 'missing 18'],
  [
    'a proof removed, and the approval passed off as the system’s',
    altered(11, { proof: undefined, approvedBySystem: true }, SYSTEM),
    'missing 11',
  ],
  ['an approval removed with its proof', LOG.toSpliced(10, 1), 'missing 11'],
  ['a proof swapped for another one', withProof(TWO), 'content 11'],
  ['another proof, with the content of this', withProof({ ...TWO, ...CONTENT }), 'person 11'],
  [
    'a proof of the same person for another record, with the content of this',
    withProof({ ...THREE, ...CONTENT }),
    'content 11',
  ],
  ['other items under the same proof', withProof({ ...ONE, content: OTHER_ITEMS }), 'content 11'],
  ['the proof of another version', altered(11, { version: 3 }), 'content 11'],
  ['another destination', altered(11, { toFboAccountId: 'fbo_9' }), 'content 11'],
  ['the registered key swapped', altered(3, { publicKey: MALLORYS }), 'signature 11'],
  ['a second key registered under the same id before', secondKey(), 'signature 12'],
  ['a proof by a key that nobody registered', withProof(byMallory), 'key 11'],
  ['a key registered only behind', [...LOG.toSpliced(2, 1), LOG[2] as Told], 'key 10'],
  ['a key removed before the approval', before(8, END_OF_KEY), 'key 12'],
  ['the approval of another person', altered(11, {}, { tokenId: 'tok_bo' }), 'person 11'],
  ['the key of another person', altered(3, { personId: 'prsn_bo' }), 'person 11'],
  ['a signature altered', withProof({ ...ONE, signature: 'AAAA' }), 'signature 11'],
  ['a proof with other members', withProof({ a: 1 }), 'signature 11'],
  [
    'an end that does not follow its approval at once',
    LOG.toSpliced(11, 0, { type: 'role.created', id: 'role_1', data: {} }),
    'missing 13',
  ],
  ['the word of the system, without a policy', [...UNTIL_SYSTEM, END], 'missing 9'],
  ['its word after the policy ended', [MAY, ...UNTIL_SYSTEM, MAY_NOT, END], 'missing 11'],
]

const UNPROVEN = [...LOG.slice(0, 8), completed('xfer_1', 'tok_ada')]
const NO_POLICY = [created('xfer_1'), completed('xfer_1', 'tok_ada')]
const ROTATION = { type: 'access_token.rotated', id: 'tok_ada', data: { newTokenId: 'tok_ada_2' } }
const NEXT = approved('xfer_4', 'tok_ada_2', proofBy(ada, content('xfer_4')))
const WHOLE: [what: string, log: readonly Told[], proofs: number][] = [
  ['a log without proofs', NO_POLICY, 0],
  ['a log whose approvals prove themselves', LOG, 3],
  ['an approval by the system, which the policy lets', [MAY, ...UNTIL_SYSTEM, END], 0],
  [
    'a token that was rotated, which is the same person’s',
    [...LOG, ROTATION, created('xfer_4'), ...NEXT],
    4,
  ],
]

const at = (occurredAt: string | undefined): object => ({ occurredAt })
/** The last event as a forger writes it: what is odd, the log, and the kind that is said. */
const FORGED: [what: string, log: readonly Told[], forged: object, kind: string][] = [
  ['nothing odd', UNPROVEN, {}, 'missing'],
  ['a time half a minute behind the policy', UNPROVEN, at('2026-11-21T10:30:30.000Z'), 'time'],
  [
    'the same of a record that nobody created',
    UNPROVEN.toSpliced(7, 1, created('xfer_2')),
    at('2026-11-21T10:30:30.000Z'),
    'missing',
  ],
  ['a time that is none', UNPROVEN, at('2026-11-21T10:40:00,000Z'), 'form'],
  ['a time that no calendar has', UNPROVEN, at('2026-13-41T10:40:00.000Z'), 'form'],
  ['no time', UNPROVEN, at(undefined), 'form'],
  ['a list as its token', UNPROVEN, { actor: { system: null, tokenId: ['tok_ada'] } }, 'form'],
  ['a number as its record', UNPROVEN, { subject: { type: 'transfer', id: 1 } }, 'form'],
  ['a list as its type', UNPROVEN, { type: ['transfer.completed'] }, 'form'],
  ['another organization', UNPROVEN, { organizationId: 'org_b' }, 'form'],
  ['a record of another kind', UNPROVEN, { subject: { type: 'role', id: 'xfer_1' } }, 'form'],
  ['no version', NO_POLICY, { data: {} }, 'form'],
  ['a time before its record', NO_POLICY, at('2026-11-21T09:58:00.000Z'), 'time'],
  [
    'a time before a checkpoint',
    [...Array.from({ length: 5 }, () => issued('tok_a', 'prsn_a')), NO_POLICY[1] as Told],
    at('2026-11-21T09:58:00.000Z'),
    'time',
  ],
  ['a policy of neither kind', [...NO_POLICY, policy({ approvalProof: 'Passkey' })], {}, 'form'],
  ['a token of no text', [issued('tok_a', 'prsn_a')], { data: { personId: 1 } }, 'form'],
  ['a passkey without its key', [LOG[2] as Told], { data: KEY }, 'form'],
  [
    'a record created again behind a looser policy',
    [...LOG.slice(0, 15), created('xfer_3'), completed('xfer_3', 'tok_ada')],
    {},
    'missing',
  ],
]
for (const [what, log, forged, kind] of FORGED) {
  test(`An approval, or what judges it, with ${what} is bad by itself`, async (t) => {
    const { bad } = await verdictOn(t, log, { [log.length]: forged })
    assert.equal(bad, `${kind} ${log.length}`)
  })
}

for (const [what, log, bad] of CASES) {
  test(`${what}: named, though the chain and its checkpoints are right`, async (t) => {
    assert.equal((await verdictOn(t, log)).bad, bad)
  })
}

for (const [what, log, count] of WHOLE) {
  test(`${what}: whole, with as many proofs`, async (t) => {
    const { bad, proofs } = await verdictOn(t, log)
    assert.deepEqual([bad, proofs], [null, count])
  })
}
