import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { TokenAuthenticator, type TokenSession } from '../../src/access/tokens/authenticate.ts'
import { newToken } from '../../src/access/tokens/token-secret.ts'
import type { Database } from '../../src/database/database.ts'
import { openVault } from '../support/vault/vault.ts'

// A process remembers tokens: the look-ups that it needs show how.

const { database, records, sql } = await openVault()
const organizationId = await records.organization()
const ADDRESS = '192.0.2.7'

/** An authenticator, and how many look-ups it made: of tokens, and of their organizations. */
function watched(rememberedMax?: number) {
  const seen = { lookUps: 0, organizations: 0 }
  const watching: Pick<Database, 'read' | 'run'> = {
    run: database.run,
    read: async (caller: unknown, statement: unknown) => {
      if (caller === null) seen.organizations += 1
      else seen.lookUps += 1
      return (await database.read(caller as never, statement as never)) as never
    },
  }
  const tokens = new TokenAuthenticator(watching as Database, rememberedMax)
  const authenticate = async (token: string) => await tokens.authenticate(token, ADDRESS)
  return { seen, tokens, authenticate }
}

test('A token is looked up once, then authenticated synchronously for a second', async () => {
  const { seen, tokens, authenticate } = watched()
  const { token, id } = await records.token(organizationId)
  const beganAt = performance.now()
  assert.equal((await authenticate(token))?.caller.tokenId, id)
  for (let request = 0; request < 3; request += 1) {
    const session = tokens.authenticate(token, ADDRESS)
    assert.ok(session !== null && !(session instanceof Promise))
    assert.equal(session.caller.tokenId, id)
  }
  assert.equal(seen.lookUps, 1)
  await delay(beganAt + 1_010 - performance.now())
  const later = tokens.authenticate(token, ADDRESS)
  assert.ok(later instanceof Promise, 'a second later it is looked up again')
  assert.ok(await later)
  assert.deepEqual(seen, { lookUps: 2, organizations: 1 })
})

test('A remembered token is not accepted past its expiry', async () => {
  const { seen, authenticate } = watched()
  const { token, id } = await records.token(organizationId)
  await sql`update access_tokens set expires_at = clock_timestamp() + interval '300 ms' where id = ${id}`
  const expiresAt = performance.now() + 300
  const session = (await authenticate(token)) as TokenSession
  assert.ok(session.until <= expiresAt + 50, `${session.until - expiresAt}`)
  await delay(310)
  assert.equal(await authenticate(token), null)
  assert.equal(seen.lookUps, 2)
})

test('Simultaneous requests with one token share its look-up', async () => {
  const { seen, authenticate } = watched()
  const { token } = await records.token(organizationId)
  const sessions = await Promise.all(Array.from({ length: 20 }, () => authenticate(token)))
  assert.ok(sessions.every((session) => session !== null))
  assert.equal(seen.lookUps, 1)
})

test('A refused token is not remembered, and the number of remembered tokens is bounded', async () => {
  const { seen, authenticate } = watched(2)
  const unknown = newToken()
  assert.equal(await authenticate(unknown), null)
  assert.equal(await authenticate(unknown), null)
  assert.deepEqual(seen, { lookUps: 0, organizations: 2 })
  assert.equal(await authenticate('x'), null)
  assert.equal(seen.organizations, 2, 'what can be no token is not looked up')
  const tokens = await Promise.all([1, 2, 3].map(() => records.token(organizationId)))
  for (const { token } of tokens) assert.ok(await authenticate(token))
  seen.lookUps = 0
  assert.ok(await authenticate(tokens[2]!.token))
  assert.ok(await authenticate(tokens[1]!.token))
  assert.equal(seen.lookUps, 0)
  assert.ok(await authenticate(tokens[0]!.token))
  assert.equal(seen.lookUps, 1)
})

test('A token revoked by another process is refused within a second', async () => {
  const { authenticate } = watched()
  const { token, id } = await records.token(organizationId)
  assert.ok(await authenticate(token))
  await records.revokeToken(id)
  const revokedAt = performance.now()
  while (await authenticate(token)) await delay(5)
  assert.ok(performance.now() - revokedAt < 1_100, `${performance.now() - revokedAt} ms`)
})

test('A forgotten token is looked up at once, regardless of a look-up under way', async () => {
  const { tokens, authenticate } = watched()
  const { token, id } = await records.token(organizationId)
  const begun = (await authenticate(token)) as TokenSession
  await records.revokeToken(id)
  tokens.forget(id)
  assert.equal(await authenticate(token), null)
  assert.ok(begun.until < performance.now(), 'a request that has it looks it up again')

  const other = await records.token(organizationId)
  const before = authenticate(other.token)
  await records.revokeToken(other.id)
  tokens.forget(other.id)
  const after = authenticate(other.token)
  assert.ok(((await before)?.until ?? 0) < performance.now())
  assert.equal(await after, null)
  assert.equal(await authenticate(other.token), null)
})

test('Where one token is forgotten, what is looked up of others is remembered', async () => {
  const { seen, tokens, authenticate } = watched()
  const [one, other] = await Promise.all([1, 2].map(() => records.token(organizationId)))
  const { token } = one!
  const underWay = authenticate(token)
  tokens.forget(other!.id)
  assert.ok(await underWay)
  assert.ok(await authenticate(token))
  assert.equal(seen.lookUps, 1)
})

test('What a token may do, and whether it is live, is known from a look-up of the last second', async () => {
  const { seen, tokens, authenticate } = watched()
  const { token, id } = await records.token(organizationId)
  const session = (await authenticate(token)) as TokenSession
  assert.equal(await tokens.lookAgain(session), session)
  assert.equal(seen.lookUps, 1)
  await sql`update access_tokens set permissions = '{events:read}' where id = ${id}`
  await delay(session.until + 5 - performance.now())
  const later = await tokens.lookAgain(session)
  assert.deepEqual(later?.caller.permissions, new Set(['events:read']))
  await records.revokeToken(id)
  await delay((later?.until ?? 0) + 5 - performance.now())
  assert.equal(await tokens.lookAgain(session), null)
  assert.equal(seen.lookUps, 3)
})
