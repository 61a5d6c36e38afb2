import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { newToken } from '../../src/access/tokens/token-secret.ts'
import { requestText, sendRaw } from '../support/load/raw-client.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { api, records, sql, url, logLines, metrics } = await openOwnVault({
  DATABASE_LOCK_TIMEOUT_MS: 50,
})
const { organizationId, id: tokenId, token } = await records.owner()
const none = await records.token(organizationId, [])
const expired = await records.token(organizationId)
await records.expireToken(expired.id)
const from = await records.fboAccount(organizationId, { firstName: 'Stored-6bd1' })
const to = await records.fboAccount(organizationId)
const account = `/v1/fbo-accounts/${from}`
const json = { 'content-type': 'application/json' }

/** Every value that must stay out of log and metrics; each marks its origin. */
const SECRETS = [
  token,
  none.token,
  expired.token,
  newToken(),
  ...['Ada-6bd1', 'Lindqvist-6bd1', 'ada-6bd1@example.com', '+46 8 6161', 'Watches-6bd1'],
  ...['Note-6bd1', 'Reason-6bd1', 'Stored-6bd1', 'Query-6bd1', 'Path-6bd1', 'Agent-6bd1'],
]
const [, , , unknownToken, firstName, lastName, email, phone, businessName, notes, reason] = SECRETS
const contact = { firstName, lastName, email, phone, businessName }
const headers = { 'user-agent': 'Agent-6bd1', cookie: `token=${token}`, referer: 'Agent-6bd1' }

const requestIds: string[] = []
const problems: string[] = []

async function send(method: string, path: string, request: Parameters<typeof api.request>[2]) {
  const response = await api.request(method, path, {
    ...request,
    headers: { ...headers, ...request?.headers },
  })
  requestIds.push(response.headers.get('x-request-id') as string)
  if (response.status >= 400) problems.push(response.text)
  return response.status
}

async function sendBytes(lines: readonly string[], body = ''): Promise<number> {
  const response = await sendRaw(url, requestText(lines, body))
  requestIds.push(response.headers['x-request-id'] as string)
  problems.push(response.text)
  return response.status
}

function transfer(items: readonly object[], more: object = {}): object {
  return { fromFboAccountId: from, toFboAccountId: to, notes, items, ...more }
}

/** One request of every kind that the contract knows; the statuses, in order. */
async function everyKind(): Promise<number[]> {
  const [item, next] = await records.inventoryItems(organizationId, from, 2)
  const claim = { inventoryItemId: item, reason: 'trade' }
  const statuses = [
    await send('GET', account, {}),
    await send('GET', account, { token: expired.token }),
    await send('GET', account, { token: unknownToken as string }),
    await send('GET', `${account}?token=${token}`, { token: none.token }),
    await send('PATCH', account, { token: none.token, body: contact }),
    await send('GET', '/v1/Path-6bd1?Query=Query-6bd1', { token }),
    await send('DELETE', account, { token, body: contact }),
    await send('PATCH', account, { token, rawBody: email as string }),
    await send('PATCH', account, { token, rawBody: 'x'.repeat(2 ** 20 + 1), headers: json }),
    await send('PATCH', account, { token, rawBody: `{"a":${firstName}}`, headers: json }),
    await send('PATCH', account, { token, rawBody: `{"a":"${email}","a":1}`, headers: json }),
    await send('PATCH', account, { token, body: { email: phone, phone: email, isPrimary: email } }),
    await send('PATCH', account, { token, body: { firstName: `${firstName}\u0000` } }),
    await send('PATCH', '/v1/fbo-accounts/nobody', { token, body: contact }),
    await send('POST', '/v1/transfers', { token, body: transfer([{ ...claim, reason }]) }),
    await send('POST', '/v1/transfers', {
      token,
      body: transfer([claim], { toFboAccountId: 'x' }),
    }),
    await send('POST', '/v1/transfers', { token, body: transfer([claim]) }),
    await send('POST', '/v1/transfers', { token, body: transfer([claim]) }),
    await send('GET', '/v1/outbound-shipments?status=Query-6bd1', { token }),
    await send('GET', '/v1/outbound-shipments', { token }),
    await send('GET', account, { token }),
    await send('PATCH', account, { token, body: contact }),
    await sendBytes(['garbage Path-6bd1', `Authorization: Bearer ${token}`]),
    await sendBytes([`GET ${account} HTTP/1.1`, `X-Long: Agent-6bd1 ${token.repeat(400)}`]),
    await sendBytes([
      `GET ${account} HTTP/1.1`,
      'Host: vault',
      ...[1, 2].map(() => `Authorization: ${token}`),
    ]),
  ]
  await sql.begin(async (tx) => {
    await tx`select id from fbo_accounts for update`
    statuses.push(await send('PATCH', account, { token, body: contact }))
  })
  await sql`alter table transfer_batches rename to transfer_batches_gone`
  const last = transfer([{ ...claim, inventoryItemId: next }])
  statuses.push(await send('POST', '/v1/transfers', { token, body: last }))
  await sql`alter table transfer_batches_gone rename to transfer_batches`
  return statuses
}

test('No log line, metric or problem contains a token, personal data or a body', async () => {
  assert.deepEqual(
    await everyKind(),
    [
      401, 401, 401, 403, 403, 404, 405, 415, 413, 400, 400, 400, 400, 404, 400, 404, 201, 409, 400,
      200, 200, 200, 400, 431, 401, 503, 500,
    ],
  )
  const places = { log: logLines.join(''), metrics: await metrics.registry.metrics() }
  for (const secret of SECRETS) {
    for (const [place, text] of Object.entries(places)) {
      assert.ok(!text.includes(secret), `${secret} is in the ${place}`)
    }
    // A problem contains its request's path, as `instance`, and nothing else of the request.
    const inProblems = problems.filter((text) => text.includes(secret))
    assert.ok(secret === 'Path-6bd1' || inProblems.length === 0, `${secret} is in ${inProblems}`)
  }
})

test('Each response\'s X-Request-Id is in exactly one line "request completed"', () => {
  const responded = logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request completed')
  assert.deepEqual(responded.map(({ requestId }) => requestId).sort(), requestIds.toSorted())
  assert.equal(new Set(requestIds).size, requestIds.length)
})

test('A log line names the operation, route, status, and the caller by opaque ids', async () => {
  const before = logLines.length
  await send('GET', account, { token })
  while (logLines.length === before) await turn()
  const [line] = logLines.slice(before).map((text) => JSON.parse(text))
  const { time, pid, durationMs, ...rest } = line
  assert.deepEqual(rest, {
    level: 'info',
    requestId: requestIds.at(-1),
    operationId: 'getFboAccount',
    method: 'GET',
    route: '/v1/fbo-accounts/:id',
    status: 200,
    organizationId,
    tokenId,
    msg: 'request completed',
  })
  assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  assert.equal(pid, process.pid)
  assert.ok(durationMs > 0)
})

/** Requests and the status of their lines: those that lead data or power elsewhere, then others. */
const WITH_ADDRESS = [
  ['GET', '/v1/access-tokens', 200],
  ['POST', '/v1/access-tokens', 400],
  ['POST', '/v1/access-tokens/nobody/rotate', 404],
  ['POST', '/v1/access-tokens/nobody/revoke', 404],
  ['POST', '/v1/webhook-endpoints', 400],
  ['PATCH', '/v1/webhook-endpoints/nobody', 400],
  ['DELETE', '/v1/webhook-endpoints/nobody', 404],
  ['POST', '/v1/webhook-endpoints/nobody/rotate-secret', 404],
  ['POST', '/v1/webhook-endpoints/nobody/replay', 400],
  ['POST', '/v1/fbo-accounts/nobody/erase', 400],
  ['PATCH', '/v1/organization-policy', 400],
] as const
const WITHOUT_ADDRESS = [
  ['GET', '/v1/organization-policy', 200],
  ['GET', '/v1/fbo-accounts/nobody', 404],
  ['PATCH', '/v1/fbo-accounts/nobody', 400],
  ['POST', '/v1/transfers', 400],
] as const

test('A log line has the address of a refused caller, and of changes of who may do what', async () => {
  const before = logLines.length
  const requests = [...WITH_ADDRESS, ...WITHOUT_ADDRESS]
  await send('GET', account, { token: none.token })
  await send('GET', account, { token: unknownToken as string })
  for (const [method, path] of requests) {
    await send(method, path, { token, ...(method !== 'GET' && { body: {} }) })
  }
  while (logLines.length < before + 2 + requests.length) await turn()
  const lines = logLines.slice(before).map((text) => JSON.parse(text))
  assert.deepEqual(
    lines.map(({ method, route, status, address }) => [method, route, status, address]),
    [
      ['GET', '/v1/fbo-accounts/:id', 403, '127.0.0.1'],
      ['GET', '/v1/fbo-accounts/:id', 401, '127.0.0.1'],
      ...WITH_ADDRESS.map(([method, path, status]) => [method, routeOf(path), status, '127.0.0.1']),
      ...WITHOUT_ADDRESS.map(([method, path, status]) => [
        method,
        routeOf(path),
        status,
        undefined,
      ]),
    ],
  )
})

function routeOf(path: string): string {
  return path.replace('nobody', ':id')
}

test('The metrics count every refusal by its code', async () => {
  const text = await metrics.registry.metrics()
  for (const problem of problems.map((body) => JSON.parse(body))) {
    if (['malformed_request', 'headers_too_large'].includes(problem.code)) continue
    assert.match(
      text,
      new RegExp(`vault_http_refusals_total\\{[^}]*code="${problem.code}"\\} [1-9]`),
    )
  }
})

test('The metrics count every response, by operation and status', async () => {
  const before = await respondedGets()
  const logged = logLines.length
  assert.equal(await send('GET', account, { token }), 200)
  assert.equal(await send('GET', account, { token }), 200)
  // A client may receive a response before it is counted and logged.
  while (logLines.length < logged + 2) await turn()
  assert.equal(await respondedGets(), before + 2)
})

async function respondedGets(): Promise<number> {
  const text = await metrics.registry.metrics()
  const [, count] =
    /^vault_http_request_duration_seconds_count\{operation="getFboAccount",status="200"\} (\d+)$/m.exec(
      text,
    ) ?? []
  return Number(count)
}
