import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PeopleSetup } from '../support/operations/people-setup.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, api, sql } = vault
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

test('Nobody changes a person who has or would have more permissions', async () => {
  const auditor = await setup.invite(['auditor'])
  const nobody = await setup.invite([])
  const lesser = await setup.lesser()
  for (const [id, changes] of [
    [auditor.id, { roles: [] }],
    [auditor.id, { name: 'Somebody else' }],
    [nobody.id, { roles: ['auditor'] }],
  ] as const) {
    const response = await withoutWriting(records, () =>
      setup.ask('PATCH', `/${id}`, changes, lesser.token),
    )
    assert.equal(response.body.code, 'permission_not_held')
  }
  const own = await setup.ask('PATCH', `/${nobody.id}`, { name: 'Nobody' }, lesser.token)
  assert.equal(own.status, 200)
})

test('A person cannot give themselves another role that has more', async () => {
  const role = await records.role(setup.organizationId, ['people:manage'])
  const { id } = await setup.invite([role])
  const own = await setup.tokenOf(id)
  const response = await withoutWriting(records, () =>
    setup.ask('PATCH', `/${id}`, { roles: [role, 'operator'] }, own.token),
  )
  assert.equal(response.body.code, 'permission_not_held')
})

test('A role that is deleted at the same time is not given', async () => {
  const { token, organizationId } = setup
  const body = { name: 'Night shift', permissions: ['events:read'] }
  const role = (await api.post('/v1/roles', { token, body })).body.data
  const person = await setup.invite()
  const updating = await sql.begin(async (tx) => {
    await tx`select from organizations where id = ${organizationId} for no key update`
    await tx`delete from roles where organization_id = ${organizationId} and id = ${role.id}`
    const update = setup.ask('PATCH', `/${person.id}`, { roles: [role.id] })
    await whoWaitsForLock(sql)
    return { update }
  })
  const { status, body: problem } = await updating.update
  assert.deepEqual([status, problem.errors[0].code], [404, 'role_not_found'])
})
