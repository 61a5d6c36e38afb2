import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUILT_IN_ROLES } from '../../src/domain/built-in-roles.ts'
import { ROLES, RoleSetup } from '../support/operations/role-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await RoleSetup.open(vault)
const path = '/v1/access-tokens'

const ask = (body: object, token = setup.token) => api.post(path, { token, body })

test('A token is issued by the id or the name of a role, has its permissions and keeps it', async () => {
  const role = await setup.role(['events:read', 'access_tokens:manage'], 'Night shift')
  for (const named of [role.id, 'night SHIFT']) {
    const { status, text, body } = await ask({ role: named })
    assert.equal(status, 201, text)
    assert.equal(body.data.roleId, role.id)
    assert.deepEqual(body.data.permissions, ['access_tokens:manage', 'events:read'])
    const [event] = await setup.eventsOf(body.data.id)
    assert.equal(event.data.roleId, role.id)
    assert.deepEqual(event.data.permissions, body.data.permissions)
    const rotated = await api.post(`${path}/${body.data.id}/rotate`, { token: body.data.token })
    assert.equal(rotated.body.data.roleId, role.id)
    const shown = (await api.get(path, { token: rotated.body.data.token })).body.data[0]
    assert.deepEqual(
      [shown.id, shown.roleId, shown.permissions],
      [rotated.body.data.id, role.id, body.data.permissions],
    )
  }
  assert.equal((await setup.ask('DELETE', `${ROLES}/${role.id}`)).body.code, 'role_in_use')
  const auditor = await ask({ role: 'Auditor', owner: 'Ada' })
  assert.equal(auditor.body.data.roleId, 'auditor')
  const held = new Set(auditor.body.data.permissions)
  assert.deepEqual(held, new Set(BUILT_IN_ROLES.auditor.permissions))
})

test('An unknown role, that of another organization, both or neither are refused', async () => {
  const foreign = await (await RoleSetup.open(vault)).role(['events:read'], 'Elsewhere')
  for (const role of [foreign.id, 'Elsewhere', 'nobody']) {
    assertRefused(await withoutWriting(records, () => ask({ role })), {
      status: 404,
      code: 'role_not_found',
      instance: path,
      errors: [
        {
          pointer: '/role',
          code: 'role_not_found',
          detail: 'The organization has no role with this id or name: List Roles shows all.',
        },
      ],
    })
  }
  const both = { role: 'auditor', permissions: ['events:read'] }
  for (const [body, code] of [
    [both, 'invalid_value'],
    [{}, 'required'],
  ] as const) {
    const detail = 'Send either permissions or role, and not both.'
    assertRefused(await withoutWriting(records, () => ask(body)), {
      status: 400,
      code: 'invalid_request',
      instance: path,
      errors: ['/permissions', '/role'].map((pointer) => ({ pointer, code, detail })),
    })
  }
})
