import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TokenAuthenticator } from '../../src/access-tokens/authenticate.ts'
import { newToken } from '../../src/access-tokens/token-secret.ts'
import type { Database } from '../../src/database/database.ts'
import { FBO_ACCOUNT_RECORD } from '../../src/fbo-accounts/fbo-account.ts'
import { openVault } from '../support/vault.ts'

// What a process remembers of tokens, seen by the statements that it needs.

const { database, records } = await openVault()
const organizationId = await records.organization()
const id = await records.fboAccount(organizationId)
const asking = { address: '192.0.2.7', wanted: { kind: FBO_ACCOUNT_RECORD, id } }

/** An authenticator, and the names of the statements that it asked. */
function watched(rememberedMax?: number) {
  const asked: string[] = []
  const watching: Pick<Database, 'gather'> = {
    gather: (statement, question) => {
      // That a token is in use is written down beside the requests.
      if (statement.name !== 'note_token_use') asked.push(statement.name)
      return database.gather(statement, question)
    },
  }
  const tokens = new TokenAuthenticator(watching as Database, rememberedMax)
  return { asked, letIn: tokens.letIn.bind(tokens) }
}

const LOOK_UP = 'find_live_token'
const TOGETHER = 'find_token_and_fbo_accounts'

test("A token's first request looks it up, each later one finds token and record at once", async () => {
  const { asked, letIn } = watched()
  const { token, id: tokenId } = await records.token(organizationId)
  for (let request = 0; request < 3; request += 1) {
    const found = await letIn(token, asking)
    assert.ok(found !== null)
    assert.equal(found.caller.tokenId, tokenId)
    assert.equal((found.record as { id: string }).id, id)
  }
  assert.deepEqual(asked, [LOOK_UP, TOGETHER, TOGETHER, TOGETHER])
})

test('A token that is not let in is not remembered, and no more than so many are', async () => {
  const { asked, letIn } = watched(2)
  assert.equal(await letIn(newToken(), asking), null)
  const tokens = await Promise.all([1, 2, 3].map(() => records.token(organizationId)))
  for (const { token } of tokens) assert.ok(await letIn(token, asking))
  asked.length = 0
  assert.ok(await letIn(tokens[2]!.token, asking))
  assert.ok(await letIn(tokens[1]!.token, asking))
  assert.deepEqual(asked, [TOGETHER, TOGETHER])
  assert.ok(await letIn(tokens[0]!.token, asking))
  assert.deepEqual(asked.slice(2), [LOOK_UP, TOGETHER])
})

test('A remembered token that was revoked is refused at once, and forgotten', async () => {
  const { asked, letIn } = watched()
  const { token, id: tokenId } = await records.token(organizationId)
  assert.ok(await letIn(token, asking))
  await records.revokeToken(tokenId)
  asked.length = 0
  assert.equal(await letIn(token, asking), null)
  assert.equal(await letIn(token, asking), null)
  assert.deepEqual(asked, [TOGETHER, LOOK_UP])
})
