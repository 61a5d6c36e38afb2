import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { itemsSha256 } from '../../src/passkeys/approval-content.ts'
import { verifyExport } from '../../src/sealed-log/verify-export.ts'
import { SoftwareAuthenticator } from '../support/passkeys/software-authenticator.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { madeExport, sealedExport } from '../support/sealed-log/made-export.ts'
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
  toldRow,
} from '../support/sealed-log/told-approvals.ts'

// A forger who holds the database and the signing key writes the log anew: every hash and every
// checkpoint is right. The passkeys of people are what such a forger has not.

const { keys, signer } = madeExport(1, 1)
const [ada, bo] = [new SoftwareAuthenticator(), new SoftwareAuthenticator('EdDSA')]

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

async function verdictOn(t: TestContext, log: readonly Told[]) {
  const path = join(temporaryDirectory(t), 'events.jsonl')
  const { lines } = sealedExport(log.map(toldRow), { checkpointEvery: 5, keys, signer })
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  const found = await verifyExport(path, { keys })
  assert.equal(found.firstBad, null, 'the log itself is whole')
  assert.equal(found.provenUpTo, log.length)
  return found
}

test('a log whose approvals prove themselves is whole, with as many proofs', async (t) => {
  const { badProof, proofs } = await verdictOn(t, LOG)
  assert.deepEqual([badProof, proofs], [null, 3])
})

/** The log with the event of that number replaced. */
function altered(number: number, change: (told: Told) => Told): Told[] {
  return LOG.map((told, index) => (index + 1 === number ? change(told) : told))
}

const withData = (more: Record<string, unknown>) => (told: Told) => ({
  ...told,
  data: { ...told.data, ...more },
})
const proofOf = (number: number) => LOG[number - 1]?.data.proof as ReturnType<typeof proofBy>
const inserted = (number: number, told: Told) => [
  ...LOG.slice(0, number - 1),
  told,
  ...LOG.slice(number - 1),
]

const mallory = new SoftwareAuthenticator()
const CASES: [what: string, log: () => Told[], kind: string, sequence: number][] = [
  ['a proof removed', () => altered(11, withData({ proof: undefined })), 'missing', 11],
  [
    'a proof removed, of a record from before the policy was loosened',
    () => altered(18, withData({ proof: undefined })),
    'missing',
    18,
  ],
  [
    'a proof removed, and the approval passed off as the system’s',
    () =>
      altered(11, (told) => ({
        ...withData({ proof: undefined, approvedBySystem: true })(told),
        tokenId: null,
      })),
    'missing',
    11,
  ],
  ['an approval removed with its proof', () => LOG.filter((_, at) => at !== 10), 'missing', 11],
  [
    'a proof swapped for another one',
    () => altered(11, withData({ proof: proofOf(13) })),
    'content',
    11,
  ],
  [
    'a proof swapped for another one, with the content of this',
    () => altered(11, withData({ proof: { ...proofOf(13), content: content('xfer_1') } })),
    'person',
    11,
  ],
  [
    'a proof of the same person for another record, with the content of this',
    () => altered(11, withData({ proof: { ...proofOf(18), content: content('xfer_1') } })),
    'content',
    11,
  ],
  [
    'other items under the same proof',
    () => {
      const other = content('xfer_1', { itemsSha256: itemsSha256(['item_1', 'item_9']) })
      return altered(11, withData({ proof: { ...proofOf(11), content: other } }))
    },
    'content',
    11,
  ],
  ['the proof of another version', () => altered(11, withData({ version: 3 })), 'content', 11],
  ['another destination', () => altered(11, withData({ toFboAccountId: 'fbo_9' })), 'content', 11],
  [
    'the registered key swapped',
    () => altered(3, withData({ publicKey: mallory.publicKey.toString('base64url') })),
    'signature',
    11,
  ],
  [
    'a second key registered under the same id before',
    () => {
      const data = { ...registered('', 'prsn_ada', mallory).data, credentialId: ada.credentialId }
      const log = inserted(8, { type: 'passkey.registered', id: 'pkey_2', data })
      const forged = { ...proofBy(mallory, content('xfer_1')), credentialId: ada.credentialId }
      return log.map((told, at) => (at === 11 ? withData({ proof: forged })(told) : told))
    },
    'signature',
    12,
  ],
  [
    'a proof by a key that nobody registered',
    () => altered(11, withData({ proof: proofBy(mallory, content('xfer_1')) })),
    'key',
    11,
  ],
  [
    'a key registered only behind the approval',
    () => [...LOG.slice(0, 2), ...LOG.slice(3), LOG[2] as Told],
    'key',
    10,
  ],
  [
    'a key removed before the approval',
    () => {
      const data = { credentialId: ada.credentialId, personId: 'prsn_ada' }
      return inserted(8, { type: 'passkey.removed', id: 'pkey_ada', data })
    },
    'key',
    12,
  ],
  [
    'the approval of another person',
    () => altered(11, (told) => ({ ...told, tokenId: 'tok_bo' })),
    'person',
    11,
  ],
  ['the key of another person', () => altered(3, withData({ personId: 'prsn_bo' })), 'person', 11],
  [
    'a signature altered',
    () => altered(11, withData({ proof: { ...proofOf(11), signature: 'AAAA' } })),
    'signature',
    11,
  ],
  ['a proof with other members', () => altered(11, withData({ proof: { a: 1 } })), 'signature', 11],
]

for (const [what, log, kind, sequence] of CASES) {
  test(`${what}: named, though the chain and its checkpoints are right`, async (t) => {
    const { badProof } = await verdictOn(t, log())
    assert.deepEqual([badProof?.kind, badProof?.sequence], [kind, sequence], `${badProof?.detail}`)
  })
}

test('the system approves without a proof while the policy lets it, and its word is not enough', async (t) => {
  const data = { version: 2, totalItems: 2, approvedBySystem: true }
  const end: Told = { type: 'transfer.completed', tokenId: null, id: 'xfer_s', data }
  const bySystem = [...LOG.slice(0, 7), created('xfer_s'), end]
  assert.equal((await verdictOn(t, bySystem)).badProof?.kind, 'missing')
  const allowed = [policy({ systemApproval: 'within_limits' }), ...bySystem]
  assert.equal((await verdictOn(t, allowed)).badProof, null)
  const ended = [...allowed.slice(0, -1), policy({ systemApproval: 'off' }), end]
  assert.equal((await verdictOn(t, ended)).badProof?.kind, 'missing')
})

test('a token that was rotated is the same person’s', async (t) => {
  const rotation: Told = {
    type: 'access_token.rotated',
    id: 'tok_ada',
    data: { newTokenId: 'tok_ada_2' },
  }
  const log = [...LOG, rotation, created('xfer_4')]
  const proof = proofBy(ada, content('xfer_4'))
  const found = await verdictOn(t, [...log, ...approved('xfer_4', 'tok_ada_2', proof)])
  assert.deepEqual([found.badProof, found.proofs], [null, 4])
})
