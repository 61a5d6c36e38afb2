import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/processes/embedded-directory.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const { organizationId, id: tokenId, token } = await records.owner()
const DAY_MS = 86_400_000

const pathOf = (id: string) => `/v1/access-tokens/${id}/rotate`
const rotate = (id: string, body?: object, secret = token) => {
  return api.post(pathOf(id), { token: secret, ...(body === undefined ? {} : { body }) })
}

const revoke = (id: string, by = token) => api.post(`/v1/access-tokens/${id}/revoke`, { token: by })

/** A token with an owner that lives 30 days. */
async function issue(more: object = {}) {
  const body = { permissions: ['fbo_accounts:read'], owner: 'Ada', expiresInDays: 30, ...more }
  return (await api.post('/v1/access-tokens', { token, body })).body.data
}

async function stored(id: string) {
  const [row] = await sql`select * from access_tokens where id = ${id}`
  return row
}

async function worksWith(secret: string): Promise<boolean> {
  return (await api.get('/v1/fbo-accounts', { token: secret })).status === 200
}

/** Moves the issue of the token that many days into the past. */
async function age(id: string, days: number): Promise<void> {
  await sql`
    update access_tokens
    set created_at = (created_at at time zone 'UTC' - ${days} * interval '1 day') at time zone 'UTC',
      expires_at = (expires_at at time zone 'UTC' - ${days} * interval '1 day') at time zone 'UTC'
    where id = ${id}`
}

function lifetimeDays({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }): number {
  return (Date.parse(expiresAt) - Date.parse(createdAt)) / DAY_MS
}

test('Rotate Access Token returns an equal token with a new secret, and revokes the old one', async () => {
  const old = await issue()
  await age(old.id, 20)
  const response = await rotate(old.id)
  assert.equal(response.status, 201)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const { id, createdAt, expiresAt, token: secret } = response.body.data
  assert.notEqual(id, old.id)
  assert.notEqual(secret, old.token)
  assert.equal(lifetimeDays({ createdAt, expiresAt }), 30)
  const changed = { id, createdAt, expiresAt, token: secret, rotatedFromTokenId: old.id }
  assert.deepEqual(response.body.data, { ...old, ...changed })
  assert.deepEqual([await worksWith(secret), await worksWith(old.token)], [true, false])
  const ended = await stored(old.id)
  assert.equal(ended?.revokedAt.toISOString(), createdAt)
  assert.equal(ended?.revokedByTokenId, tokenId)
})

test('With graceDays both tokens work until the grace ends', async () => {
  const old = await issue()
  const response = await rotate(old.id, { graceDays: 7 })
  const { createdAt, token: secret } = response.body.data
  const row = await stored(old.id)
  assert.equal(row?.revokedAt, null)
  assert.equal(row?.expiresAt.getTime() - Date.parse(createdAt), 7 * DAY_MS)
  assert.deepEqual([await worksWith(secret), await worksWith(old.token)], [true, true])
  await age(old.id, 7)
  // A token that was just authenticated is remembered for a second.
  await eventually(async () => !(await worksWith(old.token)), 'the old one to be refused')
  assert.equal(await worksWith(secret), true)
})

test("A grace extends no token's life; rotated again within it, the new one has a full life", async () => {
  const old = await issue()
  await age(old.id, 25)
  const before = (await stored(old.id))?.expiresAt
  assert.equal((await rotate(old.id, { graceDays: 30 })).status, 201)
  assert.deepEqual((await stored(old.id))?.expiresAt, before)
  const { data } = (await rotate(old.id, { graceDays: 2 })).body
  assert.deepEqual([lifetimeDays(data), data.rotatedFromTokenId], [30, old.id])
})

test('A rotated token acts for the same principal as the old one', async () => {
  const own = await records.token(organizationId)
  const first = (await rotate(own.id, undefined, own.token)).body.data
  assert.equal((await stored(first.id))?.principalId, own.id)
  assert.equal(first.issuedByTokenId, own.id)
  const second = (await rotate(first.id)).body.data
  assert.equal((await stored(second.id))?.principalId, own.id)
  assert.equal(second.rotatedFromTokenId, first.id)
})

test('An expired or revoked token cannot be rotated, and the refusal says so', async () => {
  const [expired, revoked] = [await issue(), await issue()]
  await records.expireToken(expired.id)
  await records.revokeToken(revoked.id)
  for (const [id, currentStatus, allowed, takes] of [
    [expired.id, 'expired', ['revoke'], 'revoke'],
    [revoked.id, 'revoked', [], 'nothing now'],
  ] as const) {
    assertRefused(await withoutWriting(records, () => rotate(id)), {
      status: 409,
      code: 'invalid_state_transition',
      detail: `The token is ${currentStatus} and does not accept rotate: it accepts ${takes}.`,
      instance: pathOf(id),
      members: { currentStatus, allowed },
    })
  }
})

const outcomesOf = (responses: readonly ApiResponse[]) =>
  responses.map(({ status, body }) => `${status} ${body.currentStatus ?? ''}`.trim()).sort()

test('Of many simultaneous rotations without a grace exactly one succeeds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const old = await issue()
    const responses = await Promise.all(Array.from({ length: 8 }, () => rotate(old.id)))
    assert.deepEqual(outcomesOf(responses), ['201', ...Array(7).fill('409 revoked')])
    const heirs = await sql`select id from access_tokens where rotated_from_token_id = ${old.id}`
    assert.equal(heirs.length, 1)
    const winner = responses.find(({ status }) => status === 201)
    assert.equal(heirs[0]?.id, winner?.body.data.id)
    assert.ok(await worksWith(winner?.body.data.token))
  }
})

test('Simultaneous rotations with a grace all return tokens with a full life', async () => {
  const old = await issue()
  const graces = [30, 5, 20, 1, 10]
  const responses = await Promise.all(graces.map((graceDays) => rotate(old.id, { graceDays })))
  assert.deepEqual(outcomesOf(responses), Array(5).fill('201'))
  for (const { body } of responses) {
    assert.equal(lifetimeDays(body.data), 30)
    assert.ok(await worksWith(body.data.token))
  }
  const left = (await stored(old.id))?.expiresAt.getTime() - Date.now()
  assert.ok(left > DAY_MS - 60_000 && left <= DAY_MS, 'the shortest grace counts')
})

test('After a simultaneous rotation and revocation the old token is dead, and the responses say why', async () => {
  for (let round = 0; round < 10; round += 1) {
    const old = await issue()
    const [rotated, revoked] = await Promise.all([rotate(old.id, { graceDays: 7 }), revoke(old.id)])
    assert.equal(revoked.status, 200)
    assert.ok([201, 409].includes(rotated.status), rotated.text)
    if (rotated.status === 409) assert.equal(rotated.body.currentStatus, 'revoked')
    assert.equal(await worksWith(old.token), false)
  }
})

async function listed(id: string) {
  const { data } = (await api.get('/v1/access-tokens?limit=100', { token })).body
  return data.find((shown: { id: string }) => shown.id === id)
}

test('Revoke Access Token returns the token, and the next request with it is refused', async () => {
  const other = await records.token(organizationId, ['fbo_accounts:read'])
  const before = await listed(other.id)
  assert.equal((await api.get('/v1/fbo-accounts', { token: other.token })).status, 200)
  const { status, body } = await revoke(other.id)
  assert.equal(status, 200)
  // lastUsedAt may have been written meanwhile.
  const { revokedAt, lastUsedAt } = body.data
  const ended = { state: 'revoked', revokedAt, revokedByTokenId: tokenId, lastUsedAt }
  assert.deepEqual(body, { data: { ...before, ...ended } })
  assert.ok(Math.abs(Date.parse(revokedAt) - Date.now()) < 60_000)
  const refused = await api.get('/v1/fbo-accounts', { token: other.token })
  assert.equal(refused.body.code, 'invalid_token')
})

test('Revoking again returns 200 and keeps the first time, also simultaneously', async () => {
  const other = await records.token(organizationId)
  const first = await Promise.all(Array.from({ length: 5 }, () => revoke(other.id)))
  const responses = new Set(first.map(({ status, text }) => `${status} ${text}`))
  assert.equal(responses.size, 1)
  const again = await withoutWriting(records, () => revoke(other.id))
  assert.equal(again.status, 200)
  assert.equal(again.text, first[0]?.text)
})

test('An expired token can be revoked, and a token may revoke itself', async () => {
  const other = await records.token(organizationId)
  await records.expireToken(other.id)
  assert.equal((await revoke(other.id)).body.data.state, 'revoked')
  const own = await records.token(organizationId, ['access_tokens:manage'])
  assert.equal((await revoke(own.id, own.token)).body.data.state, 'revoked')
  assert.equal((await revoke(own.id, own.token)).status, 401)
})
