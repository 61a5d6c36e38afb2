import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { issueSignInCode } from '../../src/access/sessions/begin-session.ts'
import { beginUpdate } from '../support/load/late-request.ts'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient, type ApiResponse } from '../support/vault/api-client.ts'
import { TestBrowser } from '../support/vault/browser.ts'
import { openVault } from '../support/vault/vault.ts'

// Two replicas: a person is suspended, a role changed, a token revoked or a session ended at one,
// while both know the tokens, and have changes under them whose bodies are incomplete.

const vault = await openVault()
const { records, database } = vault
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const services = await Promise.all([startServiceProcess({ env }), startServiceProcess({ env })])
const urls = services.map(({ url }) => url) as [string, string]
const [here] = urls
const { organizationId, ...manager } = await records.owner()
const account = await records.fboAccount(organizationId)
const ACCOUNT = `/v1/fbo-accounts/${account}`

async function managed(method: string, path: string, body?: object): Promise<ApiResponse> {
  const response = await new ApiClient(here, vault.app).request(method, path, {
    token: manager.token,
    ...(body !== undefined && { body }),
  })
  assert.ok(response.status < 300, response.text)
  return response
}

/** A role, a person with it, and each kind of token that has its permissions. */
async function newRole(name: string) {
  const permissions = ['fbo_accounts:read', 'fbo_accounts:update', 'access_tokens:manage']
  const role = (await managed('POST', '/v1/roles', { name, permissions })).body.data.id
  const personId = await records.person(organizationId, { roleIds: role })
  const browser = new TestBrowser(here)
  const code = await issueSignInCode(database, organizationId, { personId })
  assert.equal((await browser.send('POST', '/session', { code })).status, 204)
  const session = await browser.trade()
  const grant = { token: session, body: { permissions } }
  const personal = await new ApiClient(here, vault.app).post('/v1/access-tokens', grant)
  assert.equal(personal.body.data.personId, personId, personal.text)
  const machine = await managed('POST', '/v1/access-tokens', { role, owner: name })
  const page = new TestBrowser(here)
  await page.signIn(machine.body.data.token)
  const tokens = {
    session,
    bearer: await page.trade(),
    personal: personal.body.data.token as string,
    machine: machine.body.data.token as string,
  }
  return { role, personId, page, machineId: machine.body.data.id as string, tokens }
}

type Holders = Awaited<ReturnType<typeof newRole>>
type Kind = keyof Holders['tokens']

/** The moment of sending the last request that a replica accepted; it asks until one is refused. */
async function lastAccepted(url: string, token: string, refused: number): Promise<number> {
  for (let acceptedAt = Number.NEGATIVE_INFINITY; ; ) {
    const sentAt = performance.now()
    const { status } = await new ApiClient(url, vault.app).get(ACCOUNT, { token })
    if (status === refused) return acceptedAt
    assert.equal(status, 200)
    acceptedAt = sentAt
  }
}

const CHANGES: readonly {
  readonly what: string
  readonly kinds: readonly Kind[]
  /** The status of those who lost their powers. */
  readonly refused: 401 | 403
  readonly change: (of: Omit<Holders, 'tokens'>) => Promise<unknown>
}[] = [
  {
    what: 'a suspension',
    kinds: ['session', 'personal'],
    refused: 401,
    change: ({ personId }) => managed('POST', `/v1/people/${personId}/suspend`),
  },
  {
    what: 'a change of the role',
    kinds: ['session', 'personal', 'machine'],
    refused: 403,
    change: ({ role }) =>
      managed('PATCH', `/v1/roles/${role}`, { permissions: ['outbound_shipments:read'] }),
  },
  {
    what: "a change of the person's roles",
    kinds: ['session', 'personal'],
    refused: 403,
    change: ({ personId }) => managed('PATCH', `/v1/people/${personId}`, { roles: [] }),
  },
  {
    what: 'a sign-out',
    kinds: ['bearer'],
    refused: 401,
    change: ({ page }) => page.send('DELETE', '/session'),
  },
  {
    what: 'the revocation of the token of a session',
    kinds: ['bearer', 'machine'],
    refused: 401,
    change: ({ machineId }) => managed('POST', `/v1/access-tokens/${machineId}/revoke`),
  },
]

for (const { what, kinds, refused, change } of CHANGES) {
  test(`A second after ${what} no replica does what it took away, whenever the request began`, async (t: TestContext) => {
    const { tokens, ...of } = await newRole(what)
    const tried = kinds.flatMap((kind) => urls.map((url) => ({ kind, url, token: tokens[kind] })))
    const begun = await Promise.all(
      tried.map(({ url, token }) => beginUpdate(url + ACCOUNT, token, { firstName: 'Late' })),
    )
    for (const { url, token } of tried) {
      assert.equal((await new ApiClient(url, vault.app).get(ACCOUNT, { token })).status, 200)
    }
    const asking = tried.map(({ url, token }) => lastAccepted(url, token, refused))
    await change(of)
    const changedAt = performance.now()
    for (const [index, accepted] of (await Promise.all(asking)).entries()) {
      const { kind, url } = tried[index] as (typeof tried)[number]
      const ms = Math.max(0, Math.ceil(accepted - changedAt))
      t.diagnostic(`${kind}, ${url === here ? 'same' : 'other'} replica: until ${ms} ms after`)
      assert.ok(ms < 1_000, `${kind} was good ${ms} ms after ${what}`)
    }
    for (const [index, { status, end }] of begun.entries()) {
      end()
      assert.equal(await status, refused, `a change of before, by ${tried[index]?.kind}`)
    }
    const [row] = await vault.sql`select first_name from fbo_accounts where id = ${account}`
    assert.notEqual(row?.firstName, 'Late')
  })
}

/** Changes begun on each replica; each ends so many milliseconds after the revocation. */
const ENDS_MS = [0, 100, 400, 800, 990, 1_000, 1_050, 1_200, 1_500]
const ROUNDS = 3

async function begin(url: string, token: string) {
  const id = await records.fboAccount(organizationId)
  const target = `${url}/v1/fbo-accounts/${id}`
  return { id, ...(await beginUpdate(target, token, { firstName: 'Late' })) }
}

test('One second after a revocation no replica makes a change for the token, whenever it began', async (t) => {
  let decided = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id: tokenId, token } = await records.token(organizationId)
    const changes = await Promise.all(
      ENDS_MS.flatMap((endMs) =>
        urls.map(async (url) => ({ endMs, ...(await begin(url, token)) })),
      ),
    )
    // Both replicas authenticated the token a moment ago.
    for (const url of urls) {
      const client = new ApiClient(url, vault.app)
      assert.equal((await client.get('/v1/outbound-shipments', { token })).status, 200)
    }
    await managed('POST', `/v1/access-tokens/${tokenId}/revoke`)
    const revokedAt = performance.now()
    const late = changes.map(async ({ id, endMs, end, status }) => {
      await new Promise((resolve) => setTimeout(resolve, endMs + revokedAt - performance.now()))
      end()
      const responded = await status
      assert.ok(responded === 200 || responded === 401, `${responded}`)
      const [row] = await vault.sql`select first_name from fbo_accounts where id = ${id}`
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
