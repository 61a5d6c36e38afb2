import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES, RoleSetup } from '../support/operations/role-setup.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const setup = await RoleSetup.open(vault)

const BUILT_IN = setup.builtIn()

test('List Roles shows the built-in roles, then those of the organization, to any token', async () => {
  const own = [await setup.role(['events:read']), await setup.role(['fbo_accounts:read'])]
  await (await RoleSetup.open(vault)).role(['events:read'])
  const token = await setup.tokenWith([])
  const all = await withoutWriting(vault.records, () => setup.ask('GET', ROLES, { token }))
  assert.deepEqual(all.body.data, [...BUILT_IN, ...own])
  const pages = []
  for (const page of [1, 2, 3]) {
    const { body } = await setup.ask('GET', `${ROLES}?limit=3&page=${page}`, { token })
    pages.push(...body.data)
  }
  assert.deepEqual(pages, all.body.data)
})
