import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { beginUpdate } from '../support/load/late-request.ts'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { TestBrowser } from '../support/vault/browser.ts'
import { openVault } from '../support/vault/vault.ts'

// Two replicas: a session, or its token, ends at one, while both know its bearers.

const vault = await openVault()
const { records } = vault
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const services = await Promise.all([
  startServiceProcess({ env, cleanup: after }),
  startServiceProcess({ env, cleanup: after }),
])
const [here, there] = services.map(({ url }) => url) as [string, string]
const organizationId = await records.organization()
const manager = await records.token(organizationId)
const account = await records.fboAccount(organizationId)
const client = (url: string) => new ApiClient(url, vault.app)

/** Moments after the end at which requests arrive, or the last byte of a change does. */
const MOMENTS_MS = [0, 400, 900, 1_000, 1_050, 1_500]

const ENDS = [
  ['a sign-out', (browser: TestBrowser) => browser.send('DELETE', '/session')],
  [
    'the revocation of its token',
    (_: TestBrowser, id: string) =>
      client(here).post(`/v1/access-tokens/${id}/revoke`, { token: manager.token }),
  ],
] as const

for (const [what, end] of ENDS) {
  test(`A second after ${what} no replica takes a bearer, for reads or for changes begun before`, async () => {
    const { token, id } = await records.token(organizationId)
    const browser = new TestBrowser(here)
    await browser.signIn(token)
    const bearers = [await browser.trade(), await browser.trade()]
    const [bearer = ''] = bearers
    const target = (url: string) => `${url}/v1/fbo-accounts/${account}`
    const begun = await Promise.all(
      MOMENTS_MS.flatMap((ms) =>
        [here, there].map(async (url) => {
          return { ms, ...(await beginUpdate(target(url), bearer, { firstName: 'Late' })) }
        }),
      ),
    )
    for (const url of [here, there]) {
      for (const each of bearers) {
        assert.equal((await client(url).get('/v1/caller', { token: each })).status, 200)
      }
    }
    const { status } = await end(browser, id)
    assert.ok(status === 200 || status === 204)
    const endedAt = performance.now()
    for (const each of bearers) {
      const { status } = await client(here).get('/v1/caller', { token: each })
      assert.equal(status, 401, 'at once where it ended')
    }
    const late = begun.map(async (change) => {
      await new Promise((resolve) => setTimeout(resolve, change.ms + endedAt - performance.now()))
      change.end()
      const responded = await change.status
      assert.ok(responded === 200 || responded === 401, `${responded}`)
      if (change.ms >= 1_000) assert.equal(responded, 401, `decided ${change.ms} ms after`)
    })
    await Promise.all(late)
    for (const each of bearers) {
      assert.equal((await client(there).get('/v1/caller', { token: each })).status, 401)
    }
  })
}
