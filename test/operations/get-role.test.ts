import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES, RoleSetup } from '../support/operations/role-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const setup = await RoleSetup.open(vault)

const BUILT_IN = setup.builtIn()

test('Get Role reads a built-in role, whose ETag changes with its permissions', async () => {
  const [auditor] = BUILT_IN.filter(({ id }) => id === 'auditor')
  const read = await setup.ask('GET', `${ROLES}/auditor`)
  assert.deepEqual(read.body, { data: auditor })
  const desk = await setup.ask('GET', `${ROLES}/desk`)
  assert.notEqual(desk.headers.get('etag'), read.headers.get('etag'))
  const headers = { 'if-none-match': read.headers.get('etag') as string }
  assert.equal((await setup.ask('GET', `${ROLES}/auditor`, { headers })).status, 304)
  assert.equal((await setup.ask('GET', `${ROLES}/Auditor`)).status, 404)
})
