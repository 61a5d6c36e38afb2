import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PeopleSetup } from '../support/operations/people-setup.ts'
import { assertFaults, assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
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
    status: 'invited',
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

test('Blanks, wide letters and what is not seen are no part of an address', async () => {
  const spellings = [' trim@example.com ', 'tr\u200bim@example\u00ad.com', 'ｔrim@example.com']
  const invite = (email: string) => setup.send('POST', '', { email, name: 'Trim', roles: [] })
  const { body } = await invite(spellings[0] ?? '')
  assert.equal(body.data.email, 'trim@example.com')
  for (const email of spellings) assert.equal((await invite(email)).body.personId, body.data.id)
  const listed = await setup.send('GET', `?email=${encodeURIComponent(' TRIM@example.com')}`)
  assert.equal(listed.body.data[0].id, body.data.id)
  assert.equal((await invite('\u200b@example.com')).status, 400)
})

test('An address is one however its accents are written', async () => {
  const invite = (email: string) => setup.send('POST', '', { email, name: 'Jos\u00e9', roles: [] })
  const { body } = await invite('jose\u0301@mu\u0308ller.de')
  assert.equal(body.data.email, 'jos\u00e9@m\u00fcller.de')
  assert.equal((await invite('JOS\u00c9@m\u00fcller.de')).body.personId, body.data.id)
})

test('An address with what people paste beside it is refused, and the sentence says so', async () => {
  const person = await setup.invite()
  for (const email of ['Ben <ben@x.com>', 'mailto:ben@x.com', 'ben@x.com.', 'b en@x.com']) {
    const refused = [
      await setup.send('POST', '', { email, name: 'Ben', roles: [] }),
      await setup.send('PATCH', `/${person.id}`, { email }),
    ]
    for (const { status, body } of refused) {
      assert.equal(status, 400)
      assert.match(body.errors[0].detail, /Write the address alone, such as name@example\.com\.$/)
    }
  }
})

test('Of two invitations of one address at once, one is made and the other is told', async () => {
  const body = { email: 'twice@example.com', name: 'Ada', roles: [] }
  const responses = await Promise.all([1, 2].map(() => setup.send('POST', '', body)))
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, 409])
})

test('Unknown roles are named, those of another organization too', async () => {
  const other = await records.role(await records.organization(), ['events:read'])
  const body = { email: 'x@example.com', name: 'X', roles: ['auditor', 'role_none', other] }
  const faults = [1, 2].map((index) => `/roles/${index} role_not_found`)
  const refused = await assertFaults(records, () => setup.send('POST', '', body), [404, ...faults])
  assert.equal(refused.body.code, 'role_not_found')
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

test('Update Person changes the members that it names, and its event says roles alone', async () => {
  const person = await setup.invite(['auditor'])
  const changes = { email: 'Other@Example.com', name: 'Ada Holm', roles: ['desk', 'auditor'] }
  const response = await setup.send('PATCH', `/${person.id}`, changes)
  assert.equal(response.status, 200)
  assert.deepEqual(response.body.data, { ...person, ...changes, email: 'other@example.com' })
  assert.equal(response.headers.get('etag'), '"2"')
  const event = await setup.lastEvent(person.id)
  assert.equal(event.type, 'person.updated')
  assert.deepEqual(event.data, {
    version: 2,
    changedMembers: ['email', 'name', 'roles'],
    before: { roles: ['auditor'] },
    after: { roles: ['desk', 'auditor'] },
  })
})

test('The same values, and the same roles in another order, are no change', async () => {
  const { id, email, name } = await setup.invite(['auditor', 'desk'])
  const response = await withoutWriting(records, () =>
    setup.send('PATCH', `/${id}`, { email, name, roles: ['desk', 'auditor'] }),
  )
  assert.equal(response.headers.get('etag'), '"1"')
})

test('An address of another person is refused, the own one is not', async () => {
  const [one, two] = [await setup.invite(), await setup.invite()]
  const taken = await withoutWriting(records, () =>
    setup.send('PATCH', `/${one.id}`, { email: two.email }),
  )
  assert.equal(taken.status, 409)
  assert.equal(taken.body.personId, two.id)
  assert.equal((await setup.send('PATCH', `/${one.id}`, { email: one.email })).status, 200)
})

let subjects = 0

/** A person who has signed in by the provider. */
async function bound(roles: readonly string[] = ['auditor']) {
  const person = await setup.invite(roles)
  subjects += 1
  const account = { issuer: 'https://id.example.com', subject: `subject ${subjects}` }
  await sql`update people set ${sql(account)} where id = ${person.id}`
  return { ...person, issuer: account.issuer }
}

test('Unbind Person takes the account away, and ends all tokens of the person', async () => {
  const person = await bound(['operator'])
  const own = await setup.tokenOf(person.id)
  const body = { permissions: ['events:read'] }
  const issued = await api.post('/v1/access-tokens', { token: own.token, body })
  const response = await setup.send('POST', `/${person.id}/unbind`)
  assert.equal(response.status, 200, response.text)
  assert.deepEqual(response.body.data, { ...person, issuer: null })
  assert.equal(response.headers.get('etag'), '"2"')
  const [row] = await sql`select issuer, subject from people where id = ${person.id}`
  assert.deepEqual({ ...row }, { issuer: null, subject: null })
  for (const token of [own.token, issued.body.data.token]) {
    assert.equal((await api.get('/v1/caller', { token })).status, 401)
  }
  const [ended] = await sql`select revoked_by_token_id from access_tokens where id = ${own.id}`
  assert.equal(ended?.revokedByTokenId, setup.tokenId)
  const event = await setup.lastEvent(person.id)
  assert.equal(event.type, 'person.unbound')
  assert.deepEqual(event.data, { version: 2 })
})

test('It changes nothing about a person without an account', async () => {
  const person = await setup.invite()
  const own = await setup.tokenOf(person.id)
  const response = await withoutWriting(records, () => setup.send('POST', `/${person.id}/unbind`))
  assert.deepEqual(response.body.data, person)
  assert.equal((await api.get('/v1/caller', { token: own.token })).status, 200)
})
