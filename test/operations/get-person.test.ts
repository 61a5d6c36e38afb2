import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PeopleSetup } from '../support/operations/people-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const setup = await PeopleSetup.open(vault)

test('Get Person reads the person with its version, and its name where names are asked for', async () => {
  const person = await setup.invite(['desk'], 'Ada Lindqvist')
  const response = await setup.ask('GET', `/${person.id}?include=names`)
  assert.deepEqual(response.body.data, person)
  assert.deepEqual(response.body.included[person.id], { type: 'person', name: 'Ada Lindqvist' })
  assert.equal((await setup.ask('GET', `/${person.id}`)).headers.get('etag'), '"1"')
})
