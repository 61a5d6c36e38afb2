import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DELIVERING, WebhookSetup } from '../support/operations/webhook-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { assertCondition, withoutWriting } from '../support/vault/refusal.ts'
import { newKey } from '../support/vault/replays.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault(DELIVERING)
const { api, app, records, sql } = vault
const setup = await TransferSetup.open(vault, 'test')
const { organizationId } = setup
const { token, id: tokenId } = setup.creator
const DAY = 86_400

function advance(seconds: number, key = newKey()) {
  const headers = { 'Idempotency-Key': key }
  return api.post('/v1/sandbox/clock/advance', { token, body: { seconds }, headers })
}

test('A pending transfer expires, its event says so, and that of the clock how long it was', async () => {
  await setup.decide({ transferExpirySeconds: 2 * DAY })
  const { id } = await setup.transfer()
  // With the token that advances the clock: others expire.
  const statusOf = async () => (await api.get(`/v1/transfers/${id}`, { token })).body.data.status
  const advanced = await advance(DAY)
  assert.deepEqual([advanced.status, advanced.body.data], [200, { advancedSeconds: DAY }])
  assert.equal(await statusOf(), 'pending')
  await advance(DAY + 1)
  assert.equal(await statusOf(), 'expired')
  const path = '/v1/events?type=organization.clock_advanced'
  const { body } = await api.get(path, { token })
  const told = body.data.map(({ data, actor }: { data: object; actor: { tokenId: string } }) => [
    data,
    actor.tokenId,
  ])
  assert.deepEqual(told, [
    [{ advancedSeconds: DAY }, tokenId],
    [{ advancedSeconds: DAY + 1 }, tokenId],
  ])
})

test('Other tokens expire, the one that asked goes on, also one of a live organization', async () => {
  const { token: other } = await records.token(organizationId)
  const { token: live } = await records.owner()
  await advance(DAY)
  // A process remembers a token for a second.
  await eventually(async () => {
    return (await api.get('/v1/caller', { token: other })).status === 401
  }, 'the end of the other token')
  assert.equal((await api.get('/v1/caller', { token })).status, 200)
  assert.equal((await api.get('/v1/caller', { token: live })).status, 200)
})

test('An Idempotency-Key is forgotten in time, but a retry of the clock advances it once', async () => {
  const key = newKey()
  const headers = { 'Idempotency-Key': key }
  const create = () => api.post('/v1/fbo-accounts', { token, body: { firstName: 'Ada' }, headers })
  const first = await create()
  assert.equal((await create()).body.data.id, first.body.data.id)
  const ofClock = newKey()
  await advance(60 * DAY, ofClock)
  const retried = await advance(60 * DAY, ofClock)
  assert.equal(retried.headers.get('idempotent-replayed'), 'true')
  const again = await create()
  assert.equal(again.status, 201, again.text)
  assert.notEqual(again.body.data.id, first.body.data.id)
})

test('A sign-in grows old', async () => {
  const own = await records.organization(undefined, 'test')
  const personId = await records.person(own)
  const { id, token: signedIn } = await records.token(own)
  await sql`
    update access_tokens set person_id = ${personId}, signed_in_at = now() where id = ${id}`
  const change = (approvalSignInMinutes: number) =>
    api.patch('/v1/organization-policy', { token: signedIn, body: { approvalSignInMinutes } })
  assert.equal((await change(30)).status, 200)
  assert.equal((await change(31)).status, 200)
  const body = { seconds: DAY }
  const advanced = await api.post('/v1/sandbox/clock/advance', { token: signedIn, body })
  assert.equal(advanced.status, 200, advanced.text)
  // A process remembers the token for a second; what changes nothing is not refused.
  let minutes = 31
  await eventually(async () => {
    minutes = minutes === 31 ? 30 : 31
    return (await change(minutes)).body.code === 'sign_in_required'
  }, 'the age of the sign-in')
})

test('The clock is advanced by a hundred years in all', async () => {
  const own = await records.organization(undefined, 'test')
  const { token: its } = await records.token(own)
  // As if it had been advanced by all but a day.
  await sql`
    insert into events (organization_id, type, occurred_at, system, subject_type, subject_id, data)
    values (${own}, 'organization.clock_advanced', now(), 'command_line', 'organization', ${own},
      ${JSON.stringify({ advancedSeconds: 36_499 * DAY })})`
  const pass = (seconds: number) =>
    api.post('/v1/sandbox/clock/advance', { token: its, body: { seconds } })
  assertCondition(await withoutWriting(records, () => pass(DAY + 1)), {
    status: 400,
    code: 'invalid_request',
    errors: [['/seconds', 'invalid_value']],
  })
  assert.equal((await pass(DAY)).status, 200)
  assert.equal((await pass(1)).status, 400)
  assert.equal((await api.get('/v1/access-tokens', { token: its })).status, 200)
})

test('A webhook that failed is sent again at once', async (t) => {
  const webhooks = await WebhookSetup.open(t, vault, app.secrets, { mode: 'test' })
  webhooks.receiver.respond((response) => response.writeHead(500).end())
  await webhooks.makeEvents()
  await webhooks.untilAttempted(1)
  await sql`
    update webhook_deliveries set next_attempt_at = now() + interval '20 hours'
    where organization_id = ${webhooks.organizationId} and status = 'pending'`
  webhooks.receiver.respond((response) => response.writeHead(200).end())
  const body = { seconds: DAY }
  await api.post('/v1/sandbox/clock/advance', { token: webhooks.token, body })
  assert.equal((await webhooks.untilAttempted(2)).status, 'delivered')
})
