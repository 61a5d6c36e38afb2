import assert from 'node:assert/strict'
import { test } from 'node:test'
import { World } from '../support/catalogue/world.ts'
import {
  personWithToken,
  registeredPasskey,
  registrationBy,
} from '../support/passkeys/person-setup.ts'
import { SoftwareAuthenticator } from '../support/passkeys/software-authenticator.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { assertCode, assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// A policy that asks for a recent sign-in before approvals, releases and its own changes.
const vault = await openVault()
const { api, records, sql } = vault
const POLICY = '/v1/organization-policy'

/** A token of somebody who signed in so many minutes ago. */
async function signedIn(organizationId: string, minutesAgo: number) {
  const token = await records.token(organizationId)
  await sql`
    update access_tokens set signed_in_at = now() - make_interval(mins => ${minutesAgo})
    where id = ${token.id}`
  return token
}

async function ask(organizationId: string, minutes: number | null) {
  const { token } = await signedIn(organizationId, 0)
  const body = { approvalSignInMinutes: minutes }
  const response = await api.patch(POLICY, { token, body })
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.data.approvalSignInMinutes, minutes)
}

function assertSignIn(response: ApiResponse, instance: string, minutes: number) {
  assertRefused(response, {
    status: 401,
    code: 'sign_in_required',
    detail:
      `The policy asks for a sign-in of the last ${minutes} minutes: sign in again, and repeat ` +
      'the request. A token of a machine cannot do this.',
    instance,
    members: { maxAgeSeconds: minutes * 60 },
  })
  assert.equal(
    response.headers.get('www-authenticate'),
    'Bearer realm="vault-inventory", error="insufficient_user_authentication", ' +
      `error_description="A more recent sign-in is required", max_age="${minutes * 60}"`,
  )
}

const world = new World(sql, records)

/** Requests that ask for a sign-in, and how to make the record that each is about. */
const DECISIONS: [request: string, make: (organizationId: string) => Promise<string>][] = [
  ['transfers/{id}/approve', (own) => world.pendingTransfer(own)],
  ['outbound-shipments/{id}/approve', (own) => world.shipment(own, 'pending_approval')],
  ['outbound-shipments/{id}/release', (own) => world.shipment(own, 'on hold')],
  ['inventory-items/{id}/release', (own) => world.item(own, 'on_hold')],
  ['revaluations/{id}/approve', (own) => world.revaluation(own)],
]
for (const [request, make] of DECISIONS) {
  test(`POST /v1/${request} asks for a sign-in of the last minutes`, async () => {
    const organizationId = await records.organization()
    await ask(organizationId, 15)
    const path = `/v1/${request.replace('{id}', await make(organizationId))}`
    const send = ({ token }: { token: string }) => api.post(path, { token })
    for (const by of [await records.token(organizationId), await signedIn(organizationId, 16)]) {
      assertSignIn(await withoutWriting(records, () => send(by)), path, 15)
    }
    const { status, text } = await send(await signedIn(organizationId, 14))
    assert.equal(status, 200, text)
  })
}

test('Rejecting and cancelling a transfer ask for no sign-in', async () => {
  const setup = await TransferSetup.open(vault)
  await ask(setup.organizationId, 15)
  assert.equal((await setup.reject((await setup.transfer()).id)).status, 200)
  assert.equal((await setup.cancel((await setup.transfer()).id)).status, 200)
})

test('A record keeps the shortest limit since its creation', async () => {
  const setup = await TransferSetup.open(vault)
  const { organizationId } = setup
  const { id } = await setup.transfer()
  for (const minutes of [5, 30, null]) await ask(organizationId, minutes)
  const old = await signedIn(organizationId, 10)
  assertSignIn(await setup.approve(id, old.token), `/v1/transfers/${id}/approve`, 5)
  const next = await setup.transfer()
  assert.equal((await setup.approve(next.id, old.token)).status, 200)
})

test('The policy: who sets or changes it must have signed in, by the old limit and the new', async () => {
  const { organizationId, creator } = await TransferSetup.open(vault)
  const patch = (token: string, body: object) => api.patch(POLICY, { token, body })
  const machine = await withoutWriting(records, () =>
    patch(creator.token, { approvalSignInMinutes: 60 }),
  )
  assertSignIn(machine, POLICY, 60)
  await ask(organizationId, 60)
  const old = await signedIn(organizationId, 30)
  assertSignIn(await patch(old.token, { approvalSignInMinutes: 10 }), POLICY, 10)
  assert.equal((await patch(old.token, { transferExpirySeconds: 60 })).status, 200)
  assertSignIn(await patch(creator.token, { transferExpirySeconds: 70 }), POLICY, 60)
  assert.equal((await patch(old.token, { approvalSignInMinutes: null })).status, 200)
  assert.equal((await patch(creator.token, { transferExpirySeconds: 70 })).status, 200)
})

test('Who has something pending cannot make the limit longer, nor take it away', async () => {
  const setup = await TransferSetup.open(vault)
  const { organizationId } = setup
  await ask(organizationId, 15)
  const creator = await signedIn(organizationId, 1)
  await setup.transfer({ token: creator.token })
  const { token } = creator
  for (const minutes of [16, null]) {
    const body = { approvalSignInMinutes: minutes }
    const patch = () => api.patch(POLICY, { token, body })
    await assertCode(records, patch, [403, 'self_approval_forbidden'])
  }
  const body = { approvalSignInMinutes: 14 }
  assert.equal((await api.patch(POLICY, { token, body })).status, 200)
})

test('People, roles, passkeys and the provider: who changes them must have signed in', async () => {
  const organizationId = await records.organization()
  const ada = await personWithToken(vault, organizationId)
  const [one, two] = [await registeredPasskey(vault, ada), await registeredPasskey(vault, ada)]
  const role = await records.role(organizationId, ['events:read'])
  const account = { issuer: 'https://login.example.com', subject: '1' }
  const person = await records.person(organizationId, account)
  const provider = { issuer: account.issuer, clientId: 'vault', clientSecret: 'secret' }
  const options = '/v1/passkeys/registration-options'
  const challenges = new Map<string, string>()
  const challenge = async (by: string) => {
    challenges.set(by, (await api.get(options, { token: by })).body.data.challenge)
  }
  await challenge(ada.token)
  await ask(organizationId, 15)
  const { id, token: recent } = await signedIn(organizationId, 1)
  await sql`update access_tokens set person_id = ${ada.personId} where id = ${id}`
  const { token } = ada
  assertSignIn(await api.get(options, { token }), options, 15)
  await challenge(recent)
  // No sign-in is needed to suspend: it must not wait.
  assert.equal((await api.post(`/v1/people/${person}/suspend`, { token })).status, 200)
  const registration = (by: string) =>
    registrationBy(new SoftwareAuthenticator(), challenges.get(by) as string)
  const ROWS: [method: string, path: string, body?: object | ((by: string) => object)][] = [
    ['PUT', '/identity-provider', provider],
    ['DELETE', '/identity-provider'],
    ['POST', '/people', { email: 'bo@example.com', name: 'Bo', roles: ['auditor'] }],
    ['PATCH', `/people/${person}`, { roles: ['auditor'] }],
    ['POST', `/people/${person}/resume`],
    ['POST', `/people/${person}/unbind`],
    ['POST', '/roles', { name: 'Night desk', permissions: ['events:read'] }],
    ['PATCH', `/roles/${role}`, { name: 'Night watch' }],
    ['DELETE', `/roles/${role}`],
    ['POST', '/passkeys', registration],
    ['DELETE', `/passkeys/${one.id}?personId=${one.personId}`],
    ['DELETE', `/passkeys/${two.id}?personId=${ada.personId}`],
  ]
  for (const [method, name, body] of ROWS) {
    const path = `/v1${name}`
    const send = (by: string) => {
      const sent = typeof body === 'function' ? body(by) : body
      return api.request(method, path, { token: by, ...(sent && { body: sent }) })
    }
    const [instance = ''] = path.split('?')
    assertSignIn(await withoutWriting(records, () => send(token)), instance, 15)
    const { status, text } = await send(recent)
    assert.ok(status < 300, text)
  }
})
