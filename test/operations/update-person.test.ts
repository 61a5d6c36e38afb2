import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PeopleSetup } from '../support/operations/people-setup.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records } = vault
const setup = await PeopleSetup.open(vault)

test('Update Person changes the members that it names, and its event says roles alone', async () => {
  const person = await setup.invite(['auditor'])
  const changes = { email: 'Other@Example.com', name: 'Ada Holm', roles: ['desk', 'auditor'] }
  const response = await setup.ask('PATCH', `/${person.id}`, changes)
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
    setup.ask('PATCH', `/${id}`, { email, name, roles: ['desk', 'auditor'] }),
  )
  assert.equal(response.headers.get('etag'), '"1"')
})

test('An address of another person is refused, the own one is not', async () => {
  const [one, two] = [await setup.invite(), await setup.invite()]
  const taken = await withoutWriting(records, () =>
    setup.ask('PATCH', `/${one.id}`, { email: two.email }),
  )
  assert.equal(taken.status, 409)
  assert.equal(taken.body.personId, two.id)
  assert.equal((await setup.ask('PATCH', `/${one.id}`, { email: one.email })).status, 200)
})
