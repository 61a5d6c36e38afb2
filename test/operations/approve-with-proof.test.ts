import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Assertion } from '../../src/access/passkeys/assertion.ts'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { secretsKeys } from '../../src/runtime/config/setting-values.ts'
import { World } from '../support/catalogue/world.ts'
import { personWithToken, registeredPasskey } from '../support/passkeys/person-setup.ts'
import { type Signing, SoftwareAuthenticator } from '../support/passkeys/software-authenticator.ts'
import { runCommand } from '../support/processes/command.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const SECRETS_KEY = randomBytes(32).toString('base64')
const vault = await openOwnVault({ SECRETS_KEY: secretsKeys(SECRETS_KEY) })
const { api, records, sql } = vault
const organizationId = await records.organization()
const world = new World(sql, records)
const ada = await personWithToken(vault, organizationId)
const passkey = await registeredPasskey(vault, ada)
const machine = await records.token(organizationId)

const setPolicy = async (approvalProof: string) => {
  const response = await api.patch('/v1/organization-policy', {
    ...machine,
    body: { approvalProof },
  })
  assert.equal(response.status, 200, response.text)
}
await setPolicy('passkey')

type Kind = 'transfers' | 'outbound-shipments' | 'revaluations'

const toSign = async (id: string): Promise<{ challenge: string; content: object }> =>
  (await api.get(`/v1/approvals/${id}`, ada)).body.data

/** Sends an approval as Ada. */
const approve = (kind: Kind, id: string, proof?: Assertion, token = ada.token) =>
  api.post(`/v1/${kind}/${id}/approve`, { token, body: proof === undefined ? {} : { proof } })

async function signed(id: string, signing: Partial<Signing> = {}, by = passkey.authenticator) {
  const { challenge } = await toSign(id)
  return by.sign({ challenge, ...signing })
}

async function refused(
  id: string,
  code: RefusalCode,
  ask: () => ReturnType<typeof approve>,
): Promise<void> {
  const refusal = await withoutWriting(records, ask)
  assert.equal(refusal.body.code, code, refusal.text)
  const { body } = await api.get(`/v1/transfers/${id}`, ada)
  assert.equal(body.data.status, 'pending')
}

const RECORDS: Readonly<
  Record<Kind, [make: () => Promise<string>, event: string, status: string]>
> = {
  transfers: [() => world.pendingTransfer(organizationId), 'transfer', 'completed'],
  'outbound-shipments': [
    () => world.shipment(organizationId, 'pending_approval'),
    'outbound_shipment',
    'approved',
  ],
  revaluations: [() => world.revaluation(organizationId), 'revaluation', 'approved'],
}
for (const [kind, [make, type, status]] of Object.entries(RECORDS)) {
  test(`Approving ${kind} takes the signature of a passkey, which its event keeps`, async () => {
    const id = await make()
    const { challenge, content } = await toSign(id)
    const proof = passkey.authenticator.sign({ challenge })
    const without = await withoutWriting(records, () => approve(kind as Kind, id))
    assert.equal(without.body.code, 'proof_required', without.text)
    const response = await approve(kind as Kind, id, proof)
    assert.equal(response.status, 200, response.text)
    assert.equal(response.body.data.status, status)
    const { body } = await api.get(`/v1/events?subjectId=${id}`, ada)
    const given = body.data.find(
      (event: { type: string }) => event.type === `${type}.approval_given`,
    )
    assert.deepEqual(given.data.proof, { ...proof, content })
    assert.equal(given.data.personId, ada.personId)
    const [kept] = await sql`select proof, person_id from approvals where subject_id = ${id}`
    assert.deepEqual(kept?.proof, { ...proof, content })
    assert.equal(kept?.personId, ada.personId)
  })
}

/** Faults of a signature, of which src/access/passkeys/assertion.test.ts has more. */
const ATTACKS: Partial<Signing>[] = [
  ...[{ challenge: 'AAAA' }, { origin: 'https://evil.example' }, { rpId: 'evil.example' }],
  ...[{ crossOrigin: true }, { type: 'webauthn.create' }, { isPresent: false }],
  { isVerified: false },
]
test('A signature of something else, of elsewhere or without a person approves nothing', async () => {
  const id = await world.pendingTransfer(organizationId)
  for (const signing of ATTACKS) {
    const proof = await signed(id, signing)
    await refused(id, 'proof_invalid', () => approve('transfers', id, proof))
  }
})

test('A signature approves the record that it is of, once', async () => {
  const [one, two] = [
    await world.pendingTransfer(organizationId),
    await world.pendingTransfer(organizationId),
  ]
  const proof = await signed(one)
  await refused(two, 'proof_invalid', () => approve('transfers', two, proof))
  assert.equal((await approve('transfers', one, proof)).status, 200)
  const again = await withoutWriting(records, () => approve('transfers', one, proof))
  assert.equal(again.body.code, 'invalid_state_transition')
})

test('A value that changed since the content was read makes the signature worthless', async () => {
  const id = await world.pendingTransfer(organizationId)
  const proof = await signed(id)
  await sql`update inventory_items set declared_value_cents = 99 where active_transfer_id = ${id}`
  await refused(id, 'proof_invalid', () => approve('transfers', id, proof))
})

test('A passkey of another person, of nobody, or a removed one signs nothing', async () => {
  const bo = await personWithToken(vault, organizationId, { name: 'Bo Ek' })
  const other = await registeredPasskey(vault, bo)
  const id = await world.pendingTransfer(organizationId)
  for (const authenticator of [other.authenticator, new SoftwareAuthenticator()]) {
    const proof = await signed(id, {}, authenticator)
    await refused(id, 'proof_invalid', () => approve('transfers', id, proof))
  }
  const own = await signed(id)
  await refused(id, 'proof_invalid', () => approve('transfers', id, own, bo.token))
  const removed = await api.request('DELETE', `/v1/passkeys/${other.id}?personId=${bo.personId}`, {
    token: bo.token,
  })
  assert.equal(removed.status, 200, removed.text)
  const late = await signed(id, {}, other.authenticator)
  await refused(id, 'proof_invalid', () => approve('transfers', id, late, bo.token))
})

test('A counter that went back tells of a copy of the passkey', async () => {
  const { authenticator } = await registeredPasskey(vault, ada)
  const [first, second] = [
    await world.pendingTransfer(organizationId),
    await world.pendingTransfer(organizationId),
  ]
  authenticator.signCount = 7
  const proof = await signed(first, {}, authenticator)
  assert.equal((await approve('transfers', first, proof)).status, 200)
  authenticator.signCount = 3
  const copy = await signed(second, {}, authenticator)
  await refused(second, 'proof_invalid', () => approve('transfers', second, copy))
})

test('Approvals that are decided together do not share a count of uses', async () => {
  const { id: passkeyId, authenticator } = await registeredPasskey(vault, ada)
  const ids = await Promise.all([1, 2, 3].map(() => world.pendingTransfer(organizationId)))
  const proofs: Assertion[] = []
  for (const [place, id] of ids.entries()) {
    // The second and the third are of the passkey and of its copy.
    authenticator.signCount = place === 0 ? 8 : 9
    proofs.push(await signed(id, {}, authenticator))
  }
  const responses = await sql.begin(async (tx) => {
    await tx`select from passkeys
      where organization_id = ${organizationId} and id = ${passkeyId} for update`
    const [one, two, three] = ids as [string, string, string]
    const first = approve('transfers', one, proofs[0])
    await whoWaitsForLock(sql)
    // They wait for their organization's turn, and could share a transaction.
    return [first, approve('transfers', two, proofs[1]), approve('transfers', three, proofs[2])]
  })
  const [first, ...others] = await Promise.all(responses)
  assert.equal(first?.status, 200)
  const codes = others.map(({ body }) => body.code ?? body.data.status).toSorted()
  assert.deepEqual(codes, ['completed', 'proof_invalid'])
})

test('Another one of several must be signed, too; who signed cannot sign again', async () => {
  const body = { approvalRules: [{ aboveItems: 0, approvals: 2 }] }
  await api.patch('/v1/organization-policy', { ...machine, body })
  const bo = await personWithToken(vault, organizationId, { name: 'Bo Holm' })
  const other = await registeredPasskey(vault, bo)
  const id = await world.pendingTransfer(organizationId)
  const first = await approve('transfers', id, await signed(id))
  assert.equal(first.body.data.status, 'pending')
  await refused(id, 'already_approved', async () => approve('transfers', id, await signed(id)))
  await refused(id, 'proof_required', () => approve('transfers', id, undefined, bo.token))
  const second = await approve('transfers', id, await signed(id, {}, other.authenticator), bo.token)
  assert.equal(second.body.data.status, 'completed')
  await api.patch('/v1/organization-policy', { ...machine, body: { approvalRules: [] } })
})

test('A policy that was loosened meanwhile changes nothing for what was created before', async () => {
  const id = await world.pendingTransfer(organizationId)
  await setPolicy('none')
  await refused(id, 'proof_required', () => approve('transfers', id))
  const later = await world.pendingTransfer(organizationId)
  assert.equal((await approve('transfers', later)).status, 200)
  assert.equal((await approve('transfers', id, await signed(id))).status, 200)
})

test('Years later, an export proves each approval: events export, events verify', async (t) => {
  const setup = await TransferSetup.open(vault)
  const { token } = setup.approver
  const body = { approvalProof: 'passkey' }
  assert.equal((await api.patch('/v1/organization-policy', { token, body })).status, 200)
  const eva = await personWithToken(vault, setup.organizationId, { name: 'Eva Holm' })
  const { authenticator } = await registeredPasskey(vault, eva)
  for (let count = 0; count < 3; count += 1) {
    const { id } = await setup.transfer()
    const approval = await api.get(`/v1/approvals/${id}`, eva)
    const { challenge } = approval.body.data
    const response = await approve('transfers', id, authenticator.sign({ challenge }), eva.token)
    assert.equal(response.status, 200, response.text)
  }
  const path = join(temporaryDirectory(t), 'events.jsonl')
  const env = { DATABASE_URL: databaseUrlOf(vault.ownerConnection), SECRETS_KEY }
  const args = ['events', 'export', path, '--organization', setup.organizationId]
  const written = await runCommand(args, env)
  assert.equal(written.code, 0, written.stderr)
  const verified = await runCommand(['events', 'verify', path, '--json'], {})
  assert.equal(verified.code, 0, verified.stdout)
  assert.equal(verified.document.proofs, 3)
})
