import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PeopleSetup } from '../support/operations/people-setup.ts'
import { personWithToken } from '../support/passkeys/person-setup.ts'
import { assertCode } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const setup = await PeopleSetup.open(vault)

test('Suspend Person ends all tokens of the person at once, and no other', async () => {
  const person = await setup.invite(['operator'])
  const tokens = [await setup.tokenOf(person.id), await setup.tokenOf(person.id)]
  const first = tokens[0] as { token: string }
  const issued = await api.post('/v1/access-tokens', {
    token: first.token,
    body: { permissions: ['events:read'], owner: 'A script' },
  })
  const all = [...tokens.map(({ token }) => token), issued.body.data.token]
  for (const token of all) assert.equal((await api.get('/v1/caller', { token })).status, 200)
  const response = await setup.send('POST', `/${person.id}/suspend`)
  assert.equal(response.status, 200)
  const { suspendedAt } = response.body.data
  const suspended = { ...person, status: 'suspended', suspendedAt, pending: [] }
  assert.deepEqual(response.body.data, suspended)
  for (const token of all) assert.equal((await api.get('/v1/caller', { token })).status, 401)
  assert.equal((await api.get('/v1/caller', { token: setup.token })).status, 200)
  const ended = await sql`
    select revoked_at, revoked_by_token_id from access_tokens where person_id = ${person.id}`
  for (const { revokedAt, revokedByTokenId } of ended) {
    assert.equal(revokedAt.toISOString(), suspendedAt)
    assert.equal(revokedByTokenId, setup.tokenId)
  }
  const event = await setup.lastEvent(person.id)
  assert.equal(event.type, 'person.suspended')
  assert.deepEqual(event.data, { version: 2, statusBefore: 'invited', statusAfter: 'suspended' })
})

/** A person with a token, and what suspending them responds with. */
async function personOf({ organizationId, approver }: TransferSetup) {
  const { personId, token } = await personWithToken(vault, organizationId)
  const suspended = async () => {
    const response = await api.post(`/v1/people/${personId}/suspend`, { token: approver.token })
    assert.equal(response.status, 200, response.text)
    return response.body.data
  }
  return { token, suspended }
}

test('What the person requested and nobody has approved is named', async () => {
  const transfers = await TransferSetup.open(vault)
  const { token, suspended } = await personOf(transfers)
  const approved = await transfers.transfer({ token })
  await transfers.approve(approved.id)
  const { id } = await transfers.transfer({ token })
  await transfers.transfer()
  assert.deepEqual((await suspended()).pending, [{ type: 'transfer', id, part: 'requested' }])
  assert.equal((await transfers.approve(id)).status, 200, 'it stays as it was')
})

test('What the person approved as one of several, and still waits, is named', async () => {
  const transfers = await TransferSetup.open(vault)
  const { token, suspended } = await personOf(transfers)
  await transfers.decide({ approvalRules: [{ aboveItems: 0, approvals: 2 }] })
  const { id } = await transfers.transfer()
  const { id: changed } = await transfers.transfer()
  for (const each of [id, changed]) {
    assert.equal((await transfers.approve(each, token)).status, 200)
  }
  // As an approval ends of what is changed behind it.
  await sql`update approvals set ended_at = at where subject_id = ${changed}`
  assert.deepEqual((await suspended()).pending, [{ type: 'transfer', id, part: 'approved' }])
})

test('A token that is issued, or rotated, while its person is suspended ends as well', async () => {
  for (let round = 0; round < 10; round += 1) {
    const person = await setup.invite(['operator'])
    const own = await setup.tokenOf(person.id)
    const other = await setup.tokenOf(person.id)
    const body = { permissions: ['events:read'] }
    await Promise.all([
      api.post('/v1/access-tokens', { token: own.token, body }),
      api.post(`/v1/access-tokens/${other.id}/rotate`, { token: own.token }),
      setup.send('POST', `/${person.id}/suspend`),
      api.post('/v1/access-tokens', { token: own.token, body }),
    ])
    const live = await sql`
      select id from access_tokens where person_id = ${person.id} and revoked_at is null`
    assert.deepEqual([...live], [])
  }
})

test('Resume Person brings back no token', async () => {
  const person = await setup.invite(['auditor'])
  const own = await setup.tokenOf(person.id)
  await setup.send('POST', `/${person.id}/suspend`)
  const response = await setup.send('POST', `/${person.id}/resume`)
  assert.equal(response.status, 200)
  assert.deepEqual(response.body.data, person)
  assert.equal((await api.get('/v1/caller', { token: own.token })).status, 401)
  const event = await setup.lastEvent(person.id)
  assert.deepEqual(event.data, { version: 3, statusBefore: 'suspended', statusAfter: 'invited' })
})

test('A verb that the status does not take is refused', async () => {
  const { id } = await setup.invite()
  const refused = async (verb: string) => {
    const ask = () => setup.send('POST', `/${id}/${verb}`)
    return (await assertCode(records, ask, [409, 'invalid_state_transition'])).allowed
  }
  assert.deepEqual(await refused('resume'), ['suspend'])
  await setup.send('POST', `/${id}/suspend`)
  assert.deepEqual(await refused('suspend'), ['resume'])
})
