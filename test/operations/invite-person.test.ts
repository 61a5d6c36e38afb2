import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PeopleSetup } from '../support/operations/people-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql, api } = vault
const setup = await PeopleSetup.open(vault)
const { organizationId } = setup

test('Invite Person gives the person, and an event that names nobody', async () => {
  const role = await records.role(organizationId, ['events:read'])
  const body = { email: 'Eva.Holm@Example.com', name: 'Eva Holm', roles: ['approver', role] }
  const response = await setup.send('POST', '', body)
  assert.equal(response.status, 201)
  const { id, createdAt, ...person } = response.body.data
  assert.deepEqual(person, {
    organizationId,
    email: 'eva.holm@example.com',
    name: 'Eva Holm',
    roles: ['approver', role],
    state: 'invited',
    issuer: null,
    createdByTokenId: setup.tokenId,
    suspendedAt: null,
    lastSignedInAt: null,
  })
  assert.match(id, /^prsn_/)
  assert.equal(response.headers.get('location'), `/v1/people/${id}`)
  const read = await setup.send('GET', `/${id}`)
  assert.deepEqual(read.body.data, response.body.data)
  const event = await setup.lastEvent(id)
  assert.equal(event.type, 'person.invited')
  assert.equal(event.occurredAt, createdAt)
  assert.deepEqual(event.data, {
    version: 1,
    statusAfter: 'invited',
    after: { roles: ['approver', role] },
  })
  assert.doesNotMatch(JSON.stringify(event), /eva/i)
})

test('A kept response of an invitation is encrypted', async () => {
  const body = { email: 'kept@example.com', name: 'Kept Secret', roles: [] }
  const request = { token: setup.token, body, headers: { 'Idempotency-Key': 'invite' } }
  const first = await api.post('/v1/people', request)
  const second = await api.post('/v1/people', request)
  assert.deepEqual(second.body, first.body)
  const [kept] = await sql`select answer from idempotency_keys where key = 'invite'`
  assert.doesNotMatch(kept?.answer, /Kept|kept@/)
})

test('An address that another person has, however it is typed, is refused', async () => {
  const { id, email } = await setup.invite()
  const body = { email: email.toUpperCase(), name: 'Ada', roles: [] }
  const response = await withoutWriting(records, () => setup.send('POST', '', body))
  assertRefused(response, {
    status: 409,
    code: 'person_exists',
    detail: 'Another person of the organization has this email address: change that person.',
    members: { personId: id },
    instance: '/v1/people',
  })
})

test('Of two invitations of one address at once, one is made and the other is told', async () => {
  const body = { email: 'twice@example.com', name: 'Ada', roles: [] }
  const responses = await Promise.all([1, 2].map(() => setup.send('POST', '', body)))
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, 409])
})

test('Unknown roles are named, those of another organization too', async () => {
  const other = await records.role(await records.organization(), ['events:read'])
  const body = { email: 'x@example.com', name: 'X', roles: ['auditor', 'role_none', other] }
  const response = await withoutWriting(records, () => setup.send('POST', '', body))
  assert.equal(response.status, 404)
  assert.equal(response.body.code, 'role_not_found')
  const pointers = response.body.errors.map(({ pointer }: { pointer: string }) => pointer)
  assert.deepEqual(pointers, ['/roles/1', '/roles/2'])
})

test('Every fault of an invitation is in one response', async () => {
  const body = { email: 'nobody', name: ' ', roles: ['auditor', 'auditor'], state: 'active' }
  const response = await withoutWriting(records, () => setup.send('POST', '', body))
  assert.equal(response.status, 400)
  const pointers = response.body.errors.map(({ pointer }: { pointer: string }) => pointer)
  assert.deepEqual(pointers.toSorted(), ['/email', '/name', '/roles', '/state'])
})

test('An address in lower case is not longer, and has no other letters', async () => {
  const long = `${'\u0130'.repeat(240)}@example.com`
  const kelvin = 'JI\u212AKA@example.com'
  for (const email of [long, kelvin, 'jikka@example.com']) {
    const { status, text } = await setup.send('POST', '', { email, name: 'Somebody', roles: [] })
    assert.equal(status, 201, text)
  }
  const other = { email: 'ji\u212Aka@example.com', name: 'Somebody', roles: [] }
  assert.equal((await setup.send('POST', '', other)).body.code, 'person_exists')
})
