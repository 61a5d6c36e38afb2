import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUILT_IN_ROLES } from '../../src/domain/built-in-roles.ts'
import type { Permission } from '../../src/domain/permissions.ts'
import { CATALOGUE } from '../support/catalogue/catalogue.ts'
import { OPERATIONS_OF } from '../support/catalogue/permissions.ts'
import { RoleSetup } from '../support/operations/role-setup.ts'
import { openVault } from '../support/vault/vault.ts'

// Each built-in role and each operation: permission is checked before anything else, so unknown ids
// tell whether a role may.

const setup = await RoleSetup.open(await openVault())

test('Each operation needs the permission that is written down for it', () => {
  const written = Object.entries(OPERATIONS_OF).flatMap(([permission, operations]) =>
    operations.split(' ').map((operationId) => [operationId, permission]),
  )
  const needed = Object.entries(CATALOGUE)
    .filter(([, row]) => row.permission !== null)
    .map(([operationId, row]) => [operationId, row.permission])
  const remedy = 'see test/support/catalogue/permissions.ts'
  assert.deepEqual(Object.fromEntries(needed), Object.fromEntries(written), remedy)
  const ofPeople = Object.keys(CATALOGUE).filter((id) => CATALOGUE[id]?.forPeople)
  const passkeys = ['getPasskeyOptions', 'getPasskeys', 'registerPasskey', 'removePasskey']
  assert.deepEqual(ofPeople.sort(), passkeys, 'a machine has none')
})

for (const [role, { permissions }] of Object.entries(BUILT_IN_ROLES)) {
  test(`A token of ${role} may call the operations of its permissions, and no others`, async () => {
    const held: readonly Permission[] = permissions
    const allowed: string[] = []
    for (const [operationId, row] of Object.entries(CATALOGUE)) {
      const issued = await setup.ask('POST', '/v1/access-tokens', { body: { role } })
      assert.equal(issued.status, 201, issued.text)
      const { method, path, body } = row.request((position) => {
        const { names = 'record' } = row.ids[position] ?? {}
        return `${names}_nobody`
      }, '')
      const { token } = issued.body.data
      const response = await setup.ask(method, path, { token, ...(body && { body }) })
      if (response.body?.code !== 'insufficient_permission') allowed.push(operationId)
    }
    const expected = Object.entries(CATALOGUE).filter(([, { permission, alsoNeeds = [] }]) =>
      [permission, ...alsoNeeds].every((each) => each === null || held.includes(each)),
    )
    assert.deepEqual(
      allowed,
      expected.map(([operationId]) => operationId),
    )
  })
}
