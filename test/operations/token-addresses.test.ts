import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../support/processes/embedded-directory.ts'
import { assertFaults, assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

// The addresses that a token may be used from, and its last use.
const plain = await openVault()
const behindProxy = await openOwnVault({ TRUSTED_PROXIES: ['127.0.0.1/32'] })
const { api, records, sql } = plain
const { id: tokenId, token } = await records.owner()
const path = '/v1/access-tokens'

interface From {
  readonly address?: string
  readonly forwardedFor?: string
  readonly url?: string
}

/** The status of a request for a list of accounts from that address of this machine. */
async function statusFrom(secret: string, from: From = {}): Promise<number> {
  const { address = '127.0.0.1', forwardedFor, url = plain.url } = from
  const headers = {
    authorization: `Bearer ${secret}`,
    ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
  }
  return await new Promise((resolve, reject) => {
    const asked = request(
      `${url}/v1/fbo-accounts`,
      { localAddress: address, headers },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode as number))
      },
    )
    asked.on('error', reject).end()
  })
}

async function issue(body: object, as = token) {
  const response = await api.post(path, {
    token: as,
    body: { permissions: ['fbo_accounts:read', 'access_tokens:manage'], ...body },
  })
  assert.equal(response.status, 201, response.text)
  return response.body.data
}

test('A token bound to addresses works from those, and looks unknown from elsewhere', async () => {
  const bound = await issue({ allowedAddresses: ['127.0.0.2', '127.1.0.0/16', '2001:DB8::/32'] })
  assert.deepEqual(bound.allowedAddresses, ['127.0.0.2/32', '127.1.0.0/16', '2001:db8::/32'])
  for (const [address, status] of [
    ['127.0.0.2', 200],
    ['127.1.255.255', 200],
    ['127.0.0.1', 401],
    ['127.0.0.3', 401],
    ['127.2.0.0', 401],
  ] as const) {
    assert.equal(await statusFrom(bound.token, { address }), status, address)
  }
  const { body } = await api.get('/v1/fbo-accounts', { token: bound.token })
  assert.equal(body.code, 'invalid_token')
  assert.equal(await statusFrom((await issue({})).token, { address: '127.9.9.9' }), 200)
})

test('A forwarded address is believed only from a trusted proxy', async () => {
  const { id } = await behindProxy.records.owner()
  const { url } = behindProxy
  const bound = await issue({ allowedAddresses: ['192.0.2.0/24'] })
  assert.equal(await statusFrom(bound.token, { forwardedFor: '192.0.2.7' }), 401)
  const [row] = await sql`select * from access_tokens where id = ${bound.id}`
  const [home] = await behindProxy.sql`select organization_id from access_tokens where id = ${id}`
  const moved = {
    ...row,
    organizationId: home?.organizationId,
    issuedByTokenId: null,
    principalId: null,
    lineId: null,
  }
  await behindProxy.sql`insert into access_tokens ${behindProxy.sql(moved)}`
  // A cluster has no such trigger.
  await behindProxy.sql`
    insert into access_token_organizations (token_sha256, organization_id)
    values (${row?.tokenSha256}, ${home?.organizationId}) on conflict do nothing`
  const reported = (forwardedFor: string, address?: string) =>
    statusFrom(bound.token, { url, forwardedFor, ...(address !== undefined && { address }) })
  assert.equal(await reported('192.0.2.7'), 200)
  assert.equal(await reported('198.51.100.1, 192.0.2.7'), 200)
  assert.equal(await reported('192.0.2.7, 198.51.100.1'), 401, 'what the client itself claims')
  assert.equal(await reported('192.0.2.7', '127.0.0.9'), 401, 'no proxy that is trusted')
  assert.equal(await statusFrom(bound.token, { url }), 401)
})

test('Invalid addresses are refused, each with its place', async () => {
  const allowedAddresses = ['10.0.0.0/8', '10.1.0.0/8', 'here', '10.0.0.0/33']
  const body = { permissions: ['fbo_accounts:read'], allowedAddresses }
  const faults = [1, 2, 3].map((index) => `/allowedAddresses/${index} invalid_format`)
  await assertFaults(records, () => api.post(path, { token, body }), [400, ...faults])
  for (const count of [0, 51]) {
    const many = { ...body, allowedAddresses: Array<string>(count).fill('10.0.0.1') }
    assert.equal((await api.post(path, { token, body: many })).status, 400)
  }
})

test('A bound token cannot issue tokens for more addresses', async () => {
  const manager = await issue({ allowedAddresses: ['127.0.0.0/8'] })
  const heir = await issue({}, manager.token)
  assert.deepEqual(heir.allowedAddresses, ['127.0.0.0/8'], 'without addresses: those of its own')
  const less = await issue({ allowedAddresses: ['127.0.0.1'] }, manager.token)
  assert.deepEqual(less.allowedAddresses, ['127.0.0.1/32'])
  const body = { permissions: ['fbo_accounts:read'], allowedAddresses: ['127.0.0.1', '0.0.0.0/0'] }
  const wider = () => api.post(path, { token: manager.token, body })
  await assertFaults(records, wider, [403, '/allowedAddresses/1 permission_not_held'])
  for (const other of [await issue({}), await issue({ allowedAddresses: ['10.0.0.0/8'] })]) {
    const instance = `${path}/${other.id}/rotate`
    const refused = await withoutWriting(records, () =>
      api.post(instance, { token: manager.token }),
    )
    assertRefused(refused, {
      status: 403,
      code: 'permission_not_held',
      detail:
        'This token is valid from addresses from which yours is not: rotate it with a token ' +
        'that is valid there.',
      instance,
    })
  }
  const rotated = await api.post(`${path}/${less.id}/rotate`, { token: manager.token })
  assert.equal(rotated.status, 201, rotated.text)
  assert.deepEqual(rotated.body.data.allowedAddresses, ['127.0.0.1/32'])
})

test('lastUsedAt is updated at most once a minute, and not by refused requests', async () => {
  const used = await issue({})
  const unused = await issue({ allowedAddresses: ['10.0.0.0/8'] })
  const lastUse = async (id: string): Promise<string | null> => {
    const { body } = await api.get(`${path}?limit=100`, { token })
    return body.data.find((entry: { id: string }) => entry.id === id).lastUsedAt
  }
  assert.equal(await lastUse(used.id), null)
  for (let turn = 0; turn < 20; turn += 1) {
    assert.equal(await statusFrom(used.token), 200)
    assert.equal(await statusFrom(unused.token), 401)
  }
  let reported = await lastUse(used.id)
  for (const until = Date.now() + 5_000; reported === null && Date.now() < until; ) {
    await pause(10)
    reported = await lastUse(used.id)
  }
  assert.ok(Math.abs(Date.parse(reported as string) - Date.now()) < 10_000)
  await statusFrom(used.token)
  assert.equal(await lastUse(used.id), reported)
  const [stale, recent] = [await issue({}), await issue({})]
  await sql`
    update access_tokens
    set last_used_at = now() - make_interval(secs => case when id = ${stale.id} then 31 else 1 end)
    where id in (${stale.id}, ${recent.id})`
  const noted = [await lastUse(stale.id), await lastUse(recent.id)]
  for (const one of [recent, stale]) assert.equal(await statusFrom(one.token), 200)
  await eventually(async () => (await lastUse(stale.id)) !== noted[0], 'a later use of the token')
  assert.equal(await lastUse(recent.id), noted[1])
  assert.equal(await lastUse(unused.id), null)
  assert.notEqual(await lastUse(tokenId), null)
})
