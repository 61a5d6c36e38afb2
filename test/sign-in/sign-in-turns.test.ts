import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failureIn,
  openForged,
  sessionCookieIn,
} from '../support/identity-provider/forged-sign-in.ts'
import { openSignInVault } from '../support/identity-provider/sign-in-setup.ts'

const vault = await openSignInVault()

/** An organization with Ada, whose provider hangs until the end. */
async function openHanging(end: Promise<void>) {
  const opened = await openForged(vault)
  const atProvider = (count: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    opened.provider.beforeToken = () => {
      if (opened.provider.received.length === count) resolve()
      return end
    }
    return promise
  }
  return { ...opened, atProvider }
}

async function signInElsewhere() {
  const { organizationId, begin } = await openForged(vault)
  await vault.records.person(organizationId, { email: 'ada@example.com', state: 'invited' })
  return sessionCookieIn(await (await begin()).respond())
}

test('Four callbacks of an organization and an address run at once, and no other organization waits for them', async () => {
  const end = Promise.withResolvers<void>()
  const { begin, provider, atProvider } = await openHanging(end.promise)
  const fourth = atProvider(4)
  const begun = await Promise.all(Array.from({ length: 5 }, () => begin()))
  const responses = begun.map(async ({ respond }) => await respond())
  await fourth
  assert.ok(await signInElsewhere())
  assert.equal(provider.received.length, 4)
  end.resolve()
  await Promise.all(responses)
  assert.equal(provider.received.length, 5, 'the fifth came when one had ended')
})

test('Eight providers that hang keep nobody elsewhere from signing in', async () => {
  const end = Promise.withResolvers<void>()
  const responses: Promise<string | undefined>[] = []
  for (let index = 0; index < 8; index += 1) {
    const { begin, atProvider } = await openHanging(end.promise)
    const fourth = atProvider(4)
    const begun = await Promise.all(Array.from({ length: 4 }, () => begin()))
    for (const { respond } of begun) responses.push(respond().then(failureIn))
    await fourth
  }
  assert.ok(await signInElsewhere())
  end.resolve()
  assert.ok((await Promise.all(responses)).includes('provider_unreachable'))
})
