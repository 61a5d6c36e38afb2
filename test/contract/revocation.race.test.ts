import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { beginUpdate } from '../support/load/late-request.ts'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { openVault } from '../support/vault/vault.ts'

// Two replicas: one revokes a token while both have changes under it whose bodies are incomplete.

const vault = await openVault()
const { records, sql } = vault
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const services = await Promise.all([
  startServiceProcess({ env, cleanup: after }),
  startServiceProcess({ env, cleanup: after }),
])
const [here, there] = services.map(({ url }) => url) as [string, string]
const organizationId = await records.organization()
const manager = await records.token(organizationId)

/** Changes begun on each replica; each ends so many milliseconds after the revocation. */
const ENDS_MS = [0, 100, 400, 800, 990, 1_000, 1_050, 1_200, 1_500]
const ROUNDS = 3

async function begin(url: string, token: string) {
  const account = await records.fboAccount(organizationId)
  const target = `${url}/v1/fbo-accounts/${account}`
  return { account, ...(await beginUpdate(target, token, { firstName: 'Late' })) }
}

test('one second after a revocation no replica makes a change for the token, whenever the request began', async (t) => {
  let decided = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, token } = await records.token(organizationId)
    const changes = await Promise.all(
      ENDS_MS.flatMap((endMs) =>
        [here, there].map(async (url) => ({ endMs, ...(await begin(url, token)) })),
      ),
    )
    // Both replicas authenticated the token a moment ago.
    for (const url of [here, there]) {
      const client = new ApiClient(url, vault.app)
      assert.equal((await client.get('/v1/outbound-shipments', { token })).status, 200)
    }
    const client = new ApiClient(here, vault.app)
    const path = `/v1/access-tokens/${id}/revoke`
    assert.equal((await client.post(path, { token: manager.token })).status, 200)
    const revokedAt = performance.now()
    const late = changes.map(async ({ account, endMs, end, status }) => {
      await new Promise((resolve) => setTimeout(resolve, endMs + revokedAt - performance.now()))
      end()
      const responded = await status
      assert.ok(responded === 200 || responded === 401, `${responded}`)
      const [row] = await sql`select first_name from fbo_accounts where id = ${account}`
      assert.equal(row?.firstName === 'Late', responded === 200, 'a refused change is not made')
      if (responded === 200) decided += 1
      if (endMs >= 1_000) assert.equal(responded, 401, `decided ${endMs} ms after the revocation`)
    })
    await Promise.all(late)
  }
  t.diagnostic(`${decided} of ${2 * ROUNDS * ENDS_MS.length} were decided`)
  // The transaction of a change checks its token: no change is made even in the first second.
  assert.equal(decided, 0)
})
