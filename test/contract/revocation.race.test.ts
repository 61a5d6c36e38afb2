import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, test } from 'node:test'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { openVault } from '../support/vault/vault.ts'

// Two replicas: one revokes a token, under which the other has changes whose bodies are still to
// come.

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

/** A change of which all but the last byte is sent. */
async function begun(url: string, token: string) {
  const account = await records.fboAccount(organizationId)
  const body = JSON.stringify({ firstName: 'Late' })
  const { promise: status, resolve, reject } = Promise.withResolvers<number | undefined>()
  const request = httpRequest(`${url}/v1/fbo-accounts/${account}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  request.on('error', reject).on('response', (response) => {
    response.resume().on('end', () => resolve(response.statusCode))
  })
  await new Promise<void>((sent) => request.write(body.slice(0, -1), () => sent()))
  return { account, status, end: () => request.end(body.slice(-1)) }
}

test('one second after a revocation no replica makes a change for the token, whenever the request began', async (t) => {
  let decided = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, token } = await records.token(organizationId)
    const changes = await Promise.all(
      ENDS_MS.flatMap((endMs) =>
        [here, there].map(async (url) => ({ endMs, ...(await begun(url, token)) })),
      ),
    )
    // Both replicas have let the token in a moment ago.
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
  // The transaction of a change looks at its token: even the first second is not used.
  assert.equal(decided, 0)
})
