import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PeopleSetup } from '../support/operations/people-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const setup = await PeopleSetup.open(vault)

test('List People shows the newest first, by state and by address', async () => {
  const people = [await setup.invite(), await setup.invite(), await setup.invite()]
  const [one, two, three] = people.map(({ id }) => id as string)
  const ids = async (query: string) => {
    const { status, text, body } = await setup.ask('GET', query)
    assert.equal(status, 200, text)
    return body.data.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await ids(''), [three, two, one])
  await setup.ask('POST', `/${two}/suspend`)
  assert.deepEqual(await ids('?state=suspended'), [two])
  assert.deepEqual(await ids('?state=invited'), [three, one])
  assert.deepEqual(await ids(`?email=${people[0].email.toUpperCase()}`), [one])
})

test('An address is found as it was sent, in whatever alphabet', async () => {
  const email = '\u00C4D\u212A@EXAMPLE.com'
  const person = await setup.ask('POST', '', { email, name: 'Ada', roles: [] })
  const { body } = await setup.ask('GET', `?email=${encodeURIComponent(email)}`)
  assert.deepEqual(body.data, [person.body.data])
})
