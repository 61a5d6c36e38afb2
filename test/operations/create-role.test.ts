import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES_MAX } from '../../src/domain/limits.ts'
import { ROLES, RoleSetup } from '../support/operations/role-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records } = vault
const setup = await RoleSetup.open(vault)

const refused = (body: object, token = setup.token) =>
  withoutWriting(records, () => setup.ask('POST', ROLES, { body, token }))

test('Create Role returns the role, tells its event, and reads the same from then on', async () => {
  const body = { name: 'Night shift', permissions: ['outbound_shipments:read', 'events:read'] }
  const response = await setup.ask('POST', ROLES, { body })
  assert.equal(response.status, 201, response.text)
  const { id, createdAt, ...rest } = response.body.data
  assert.match(id, /^role_/)
  assert.deepEqual(rest, {
    organizationId: setup.organizationId,
    name: 'Night shift',
    description: null,
    permissions: ['outbound_shipments:read', 'events:read'],
    isBuiltIn: false,
    changedAt: createdAt,
  })
  assert.equal(response.headers.get('location'), `${ROLES}/${id}`)
  assert.equal(response.headers.get('etag'), '"1"')
  const { name, permissions } = body
  assert.deepEqual(await setup.eventsOf(id), [
    {
      type: 'role.created',
      tokenId: setup.tokenId,
      subjectType: 'role',
      data: { version: 1, after: { name, permissions } },
    },
  ])
  const read = await setup.ask('GET', `${ROLES}/${id}`, { token: await setup.tokenWith([]) })
  assert.deepEqual(read.body, response.body)
  assert.equal(read.headers.get('etag'), '"1"')
})

test('A name is unique but for case, width and spaces; those of built-in roles are taken', async () => {
  const { id } = await setup.role(['events:read'], 'Day shift')
  for (const [name, other] of [
    ['day SHIFT', id],
    ['Ｄａｙ shift ', id],
    ['Operator', 'operator'],
    ['des k', 'desk'],
  ]) {
    assertRefused(await refused({ name, permissions: ['events:read'] }), {
      status: 409,
      code: 'role_name_taken',
      instance: ROLES,
      errors: [
        {
          pointer: '/name',
          code: 'role_name_taken',
          detail: `The role ${other} has this name: choose another one.`,
        },
      ],
    })
  }
  const elsewhere = await RoleSetup.open(vault)
  await elsewhere.role(['events:read'], 'Day shift')
})

test('Of simultaneous requests for one name, one creates the role', async () => {
  const body = { name: 'Once', permissions: ['events:read'] }
  const responses = await Promise.all([1, 2, 3, 4].map(() => setup.ask('POST', ROLES, { body })))
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409, 409])
})

test('An organization has a limited number of roles', async () => {
  const full = await RoleSetup.open(vault)
  for (let made = 0; made < ROLES_MAX; made += 1) await full.role(['events:read'])
  const body = { name: 'One more', permissions: ['events:read'] }
  assertRefused(await full.ask('POST', ROLES, { body }), {
    status: 409,
    code: 'too_many_roles',
    instance: ROLES,
    detail:
      'The organization has 100 roles of its own, and may have no more: delete one, or change one.',
  })
})
