import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failureIn,
  openForged,
  sessionCookieIn,
} from '../support/identity-provider/forged-sign-in.ts'
import { openSignInVault } from '../support/identity-provider/sign-in-setup.ts'

const vault = await openSignInVault()

test('Four callbacks of an organization and an address run at once, and no other organization waits for them', async () => {
  const { begin, provider } = await openForged(vault)
  const [fourth, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  provider.beforeToken = () => {
    if (provider.received.length === 4) fourth.resolve()
    return end.promise
  }
  const begun = await Promise.all(Array.from({ length: 5 }, () => begin()))
  const responses = begun.map(async ({ respond }) => failureIn(await respond()))
  await fourth.promise
  const other = await openForged(vault)
  const ada = { email: 'ada@example.com', state: 'invited' } as const
  await vault.records.person(other.organizationId, ada)
  assert.ok(sessionCookieIn(await (await other.begin()).respond()))
  assert.equal(provider.received.length, 4)
  // Nobody waits for more than some seconds.
  assert.equal(await Promise.race(responses), 'provider_unreachable')
  end.resolve()
  const failures = await Promise.all(responses)
  const isOfTurn = (failure: string | undefined) => failure === 'provider_unreachable'
  assert.equal(failures.filter(isOfTurn).length, 1)
  assert.equal(provider.received.length, 4, 'that one sent no code')
})
