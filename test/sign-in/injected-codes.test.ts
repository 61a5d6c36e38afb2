import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureIn, sessionCookieIn } from '../support/identity-provider/forged-sign-in.ts'
import {
  callbackOf,
  openReal,
  openSignInVault,
} from '../support/identity-provider/sign-in-setup.ts'

const vault = await openSignInVault()
const { records, url } = vault
const ADA = { email: 'ada@example.com', email_verified: true, name: 'Ada Lindqvist' }
const EVE = { email: 'eve@elsewhere.example', email_verified: true, name: 'Eve' }
const open = (accounts: Record<string, object>) => openReal(vault, accounts)

test('A code of another browser is worth nothing, and a response is taken once', async () => {
  const { organizationId } = await open({ ada: ADA, eve: EVE })
  await records.person(organizationId, { email: 'ada@example.com', state: 'invited' })
  // Injection: the code that Ada received, in a sign-in that Eve began.
  const ada = await callbackOf(url, organizationId, 'ada')
  const eve = await callbackOf(url, organizationId, 'eve')
  const injected = new URL(eve.callback)
  injected.searchParams.set('code', ada.callback.searchParams.get('code') as string)
  assert.equal(failureIn(await eve.agent.open(injected)), 'invalid_response')
  assert.ok(sessionCookieIn(await ada.agent.open(ada.callback)))
  const next = await callbackOf(url, organizationId, 'ada')
  const [name = '', value = ''] = next.agent.cookieOf(url).split(/=(.*)/s)
  assert.ok(sessionCookieIn(await next.agent.open(next.callback)))
  assert.equal(failureIn(await next.agent.open(next.callback)), 'not_begun')
  next.agent.setCookie(url, name, value)
  assert.equal(failureIn(await next.agent.open(next.callback)), 'invalid_response')
})

test('A code for one organization never reaches the provider of another', async () => {
  const one = await open({ ada: ADA })
  const other = await open({ ada: ADA })
  const { agent, callback } = await callbackOf(url, one.organizationId, 'ada')
  const mixed = new URL(callback)
  mixed.pathname = `/sign-in/${other.organizationId}/callback`
  mixed.searchParams.delete('iss')
  assert.equal(failureIn(await agent.open(mixed)), 'not_begun')
})
