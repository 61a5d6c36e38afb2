import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const organizationId = await vault.records.organization()

async function person(call: string) {
  return await runCommand(`person ${call} --organization ${organizationId} --json`, env)
}

test('A person is invited, gets a code, is listed, suspended and resumed', async () => {
  const invite = "invite --email Ada@example.com --name 'Ada Lindqvist' --roles desk,approver"
  const invited = await person(invite)
  assert.equal(invited.code, 0, invited.stderr)
  const { id, email, state, roles, createdByTokenId } = invited.document
  assert.deepEqual([email, state, createdByTokenId], ['ada@example.com', 'invited', null])
  assert.deepEqual(roles, ['desk', 'approver'])
  const { code } = (await person(`sign-in-code ${id}`)).document
  assert.match(code, new RegExp(`^${organizationId}\\.`))
  assert.deepEqual((await person('list')).document.people, [invited.document])
  assert.equal((await person(`suspend ${id}`)).document.state, 'suspended')
  const [listed] = (await person('list')).document.people
  assert.equal(listed.state, 'suspended')
  assert.equal((await person(`resume ${id}`)).document.state, 'invited')
  const again = await person(invite)
  assert.equal(again.code, 1)
  assert.match(again.stdout, /Another person of the organization has this email address/)
})
