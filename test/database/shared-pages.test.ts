import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementBatches } from '../support/load/statement-batches.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

// Sharing a page must change nothing for a caller, over HTTP and a real database.

const vault = await openVault()
const { api, sql, records, metrics, database } = vault
const apart = await openOwnVault({ STATEMENT_BATCH_SIZE_MAX: 1 }, { connection: vault.connection })

const organizations = await Promise.all(
  ['here', 'there'].map(async () => {
    const { organizationId, token } = await records.owner()
    const accounts = [
      await records.fboAccount(organizationId),
      await records.fboAccount(organizationId),
    ]
    return { organizationId, token, accounts }
  }),
)
const [here, there] = organizations as [(typeof organizations)[0], (typeof organizations)[0]]

test('A page requested by many at once is read a few times, and is the same for all', async () => {
  const ask = () => api.get('/v1/fbo-accounts?limit=1', { token: here.token })
  const first = await ask()
  const before = await statementBatches(metrics, 'list_fbo_accounts')
  const asked = await sql.begin(async (tx) => {
    await tx`lock table fbo_accounts`
    const responses = Array.from({ length: 50 }, ask)
    const haveCome = async () => {
      const { statements, requests } = await statementBatches(metrics, 'list_fbo_accounts')
      // Requests whose read has begun, and waiting ones: pending without the reads themselves.
      const waiting = database.pending - (statements - before.statements)
      return requests - before.requests + waiting === 50
    }
    await eventually(haveCome, 'all requests to have come')
    // A look-up of their token may have been counted as a request that still waited for it.
    await api.get('/v1/caller', { token: here.token })
    await eventually(haveCome, 'all requests to have come')
    return { responses: Promise.all(responses) }
  })
  const responses = await asked.responses
  for (const { status, text, headers } of responses) {
    assert.deepEqual([status, text], [200, first.text])
    assert.equal(headers.get('content-type'), first.headers.get('content-type'))
    assert.equal(headers.get('link'), first.headers.get('link'))
  }
  const ids = new Set(responses.map(({ headers }) => headers.get('x-request-id')))
  assert.equal(ids.size, 50, 'each response has its own request id')
  const { statements, requests } = await statementBatches(metrics, 'list_fbo_accounts')
  assert.equal(requests - before.requests, 50)
  // One for the first, and one for all that came meanwhile.
  assert.equal(statements - before.statements, 2)
})

test('A client that disconnects does not affect the others that share its page', async () => {
  const path = '/v1/fbo-accounts?limit=3'
  const first = await api.get(path, { token: here.token })
  const before = await statementBatches(metrics, 'list_fbo_accounts')
  const hangUp = new AbortController()
  const headers = { authorization: `Bearer ${here.token}` }
  const ask = (signal?: AbortSignal) =>
    fetch(vault.url + path, { headers, ...(signal && { signal }) })
  const asked = await sql.begin(async (tx) => {
    await tx`lock table fbo_accounts`
    const gone = [ask(hangUp.signal).catch((error: Error) => error.name)]
    await eventually(async () => {
      const { statements } = await statementBatches(metrics, 'list_fbo_accounts')
      return statements === before.statements + 1
    }, 'the first to be under way')
    const left = [ask(), ask()]
    gone.push(ask(hangUp.signal).catch((error: Error) => error.name))
    // One statement under way, and three requests that wait for the next.
    await eventually(async () => database.pending === 4, 'all others to wait')
    hangUp.abort()
    assert.deepEqual(await Promise.all(gone), ['AbortError', 'AbortError'])
    return { left }
  })
  for (const response of await Promise.all(asked.left)) {
    assert.deepEqual([response.status, await response.text()], [200, first.text])
  }
  await eventually(async () => database.pending === 0, 'nothing to be left')
})

test('Requests that differ in anything, above all the organization, share nothing', async () => {
  const asked = [here, there].flatMap(({ token, accounts, organizationId }) =>
    ['limit=1', 'limit=2', 'limit=1&page=2'].map((query) => ({
      token,
      query,
      accounts,
      organizationId,
    })),
  )
  const rounds = await Promise.all(
    Array.from({ length: 10 }, async () => {
      return await Promise.all(
        asked.map(async ({ token, query, organizationId }) => {
          const { body } = await api.get(`/v1/fbo-accounts?${query}`, { token })
          for (const account of body.data) assert.equal(account.organizationId, organizationId)
          return JSON.stringify(body)
        }),
      )
    }),
  )
  for (const round of rounds) {
    assert.equal(new Set(round).size, asked.length)
    assert.deepEqual(round, rounds[0])
  }
})

test("A shared 404 has each request's own id", async () => {
  const paths = Array.from({ length: 20 }, () => '/v1/inventory-items/item_none/movements')
  const responses = await Promise.all(paths.map((path) => api.get(path, { token: here.token })))
  for (const { status, body, headers } of responses) {
    assert.deepEqual([status, body.code], [404, 'inventory_item_not_found'])
    assert.equal(body.requestId, headers.get('x-request-id'))
  }
  assert.equal(new Set(responses.map(({ body }) => body.requestId)).size, responses.length)
})

test('Every request sees the changes acknowledged before it was sent, also under load', async () => {
  let isOver = false
  const list = '/v1/fbo-accounts?limit=100'
  const noise = Array.from({ length: 20 }, async () => {
    while (!isOver) await api.get(list, { token: there.token })
  })
  for (let round = 0; round < 30; round += 1) {
    const body = { firstName: `Ada ${round}` }
    const created = await api.post('/v1/fbo-accounts', { token: there.token, body })
    assert.equal(created.status, 201, created.text)
    const seen = await api.get(list, { token: there.token })
    assert.equal(seen.body.data[0].id, created.body.data.id)
  }
  isOver = true
  await Promise.all(noise)
})

test('With STATEMENT_BATCH_SIZE_MAX=1 no page is shared', async () => {
  const requests = Array.from({ length: 20 }, () =>
    apart.api.get('/v1/fbo-accounts', { token: here.token }),
  )
  for (const { status } of await Promise.all(requests)) assert.equal(status, 200)
  const { statements } = await statementBatches(apart.metrics, 'list_fbo_accounts')
  assert.equal(statements, 0, 'they are not counted as batched')
})
