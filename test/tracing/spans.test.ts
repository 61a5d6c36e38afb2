import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { readConfig } from '../../src/runtime/config/config.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { startTracing } from '../../src/runtime/tracing/tracing.ts'
import { DELIVERING, got, WebhookSetup } from '../support/operations/webhook-setup.ts'
import { afterTest, eventually } from '../support/processes/embedded-directory.ts'
import { openOtlpReceiver } from '../support/tracing/otlp-receiver.ts'
import type { SentSpan } from '../support/tracing/read-traces.ts'
import { inTheEnd } from '../support/vault/in-the-end.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { status } from '../support/vault/receiver.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const [SERVER, CLIENT, FAILED] = [2, 3, 2]

const receiver = await openOtlpReceiver(inTheEnd)
const settings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=its%20key',
  OTEL_SERVICE_NAME: 'vault-of-a-test',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  OTEL_BSP_SCHEDULE_DELAY: '50',
}
const log = createLog({ LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }, { write: () => undefined })
inTheEnd(await startTracing(readConfig(settings), log))
const vault = await openOwnVault({ ...DELIVERING, TRUSTED_PROXIES: ['127.0.0.1/32'] })
const { api, app, records, logLines, sql } = vault
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const accountId = await records.fboAccount(organizationId)

/** A trace of a client, whose request is recorded or not. */
function newTrace({ isRecorded = true } = {}) {
  const [traceId, clientId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  const traceparent = `00-${traceId}-${clientId}-0${isRecorded ? 1 : 0}`
  return { traceId, clientId, headers: { traceparent } }
}

function named(spans: readonly SentSpan[], name: string): SentSpan {
  const found = spans.filter((span) => span.name === name)
  assert.equal(found.length, 1, `${name} of ${spans.map((span) => span.name)}`)
  return found[0] as SentSpan
}

const rename = (firstName: string, headers: Record<string, string>, id = accountId) =>
  api.patch(`/v1/fbo-accounts/${id}`, { token, body: { firstName }, headers })

test('A request is a span within that of its client, by the names of the conventions', async () => {
  const { traceId, clientId, headers } = newTrace()
  const response = await api.get(`/v1/fbo-accounts/${accountId}`, { token, headers })
  assert.equal(response.status, 200)
  const name = 'GET /v1/fbo-accounts/:id'
  const spans = await receiver.trace(traceId, name)
  const span = named(spans, name)
  assert.equal(span.parentId, clientId)
  assert.equal(span.kind, SERVER)
  assert.equal(response.headers.get('x-request-id'), `${traceId}-${span.spanId}-01`)
  assert.deepEqual(span.attributes, {
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'http.route': '/v1/fbo-accounts/:id',
    'network.protocol.version': '1.1',
    'url.scheme': 'http',
    'vault.operation': 'getFboAccount',
    'vault.organization.id': organizationId,
    'vault.request.id': `${traceId}-${span.spanId}-01`,
  })
  const { resource } = span
  assert.equal(resource['service.name'], 'vault-of-a-test')
  assert.equal(resource['deployment.environment.name'], 'test')
  const read = spans.findLast(({ name }) => name === 'read')
  assert.deepEqual([read?.parentId, read?.kind], [span.spanId, CLIENT])
})

test('Spans go to the path of traces, as protobuf, with the headers of the settings', async () => {
  const { traceId, headers } = newTrace()
  await api.get('/v1/caller', { token, headers })
  await receiver.trace(traceId, 'GET /v1/caller')
  const [{ path, headers: sent }] = receiver.requests as [(typeof receiver.requests)[number]]
  assert.equal(path, '/v1/traces')
  assert.equal(sent['content-type'], 'application/x-protobuf')
  assert.equal(sent['api-key'], 'its key')
})

test('A change has a span of its database work; its log line and event lead to it', async () => {
  const { traceId, headers } = newTrace()
  const response = await rename('Ada-6bd1', headers)
  assert.equal(response.status, 200)
  const name = 'PATCH /v1/fbo-accounts/:id'
  const spans = await receiver.trace(traceId, name)
  const request = named(spans, name)
  const change = named(spans, 'change update_fbo_account')
  assert.deepEqual([change.parentId, change.kind], [request.spanId, CLIENT])
  assert.deepEqual(change.attributes, { 'db.system.name': 'postgresql' })
  const requestId = `${traceId}-${request.spanId}-01`
  const line = logLines.map((text) => JSON.parse(text)).find((each) => each.requestId === requestId)
  assert.equal(line.traceId, traceId)
  const events = await api.get(`/v1/events?subjectId=${accountId}`, { token })
  assert.ok(events.body.data.some((event: { requestId: string }) => event.requestId === requestId))
})

test('What a change refuses is no failure of its database work', async () => {
  const { traceId, headers } = newTrace()
  assert.equal((await rename('Ada', headers, 'none')).status, 404)
  const spans = await receiver.trace(traceId, 'PATCH /v1/fbo-accounts/:id')
  assert.notEqual(named(spans, 'change update_fbo_account').status, FAILED)
})

test('A change whose body comes late has its work in its span, too', async () => {
  const { traceId, headers } = newTrace()
  const body = JSON.stringify({ firstName: 'Late' })
  const request = httpRequest(`${vault.url}/v1/fbo-accounts/${accountId}`, {
    method: 'PATCH',
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  request.flushHeaders()
  await eventually(() => app.heldBytes.bodies >= body.length, 'the headers to arrive')
  request.end(body)
  const [response] = await once(request, 'response')
  response.resume()
  assert.equal(response.statusCode, 200)
  const name = 'PATCH /v1/fbo-accounts/:id'
  const spans = await receiver.trace(traceId, name)
  const { parentId } = named(spans, 'change update_fbo_account')
  assert.equal(parentId, named(spans, name).spanId)
})

test('A client that names its request keeps that name, and the log still has the trace', async () => {
  const { traceId, headers } = newTrace()
  const id = `mine-${traceId}`
  const response = await rename('Bo', { ...headers, 'x-request-id': id })
  assert.equal(response.headers.get('x-request-id'), id)
  const line = logLines.map((text) => JSON.parse(text)).find((each) => each.requestId === id)
  assert.equal(line.traceId, traceId)
})

test('Requests that share a transaction have each a span of their own for it', async (t) => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => records.fboAccount(organizationId)))
  const traces = ids.map(() => newTrace())
  // While one change waits for a lock, those behind it wait for their organization's turn.
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>()
  afterTest(t, unlock)
  const locked = Promise.withResolvers<void>()
  const gate = sql.begin(async (tx) => {
    await tx`lock table fbo_accounts in exclusive mode`
    locked.resolve()
    await unlocked
  })
  await locked.promise
  const first = rename('Gate', newTrace().headers)
  await whoWaitsForLock(sql)
  const sent = ids.map((id, place) => rename('Batch', traces[place]?.headers ?? {}, id))
  await eventually(() => app.connections.pending >= 9, 'the others to arrive')
  unlock()
  await gate
  const statuses = (await Promise.all([first, ...sent])).map((response) => response.status)
  assert.deepEqual(new Set(statuses), new Set([200]))
  const name = 'PATCH /v1/fbo-accounts/:id'
  const found = await Promise.all(traces.map(({ traceId }) => receiver.trace(traceId, name)))
  const requests = found.map((spans) => named(spans, name))
  for (const [place, spans] of found.entries()) {
    const { parentId } = named(spans, 'change update_fbo_account')
    assert.equal(parentId, requests[place]?.spanId)
  }
})

test('A webhook goes on with the trace of its request, to the receiver and in spans', async (t) => {
  const setup = await WebhookSetup.open(t, vault, app.secrets)
  setup.receiver.respond(status(500))
  const { traceId, headers } = newTrace()
  const body = { businessName: 'One' }
  await api.post('/v1/fbo-accounts', { token: setup.token, body, headers })
  const [webhook] = await got(setup.receiver, 1)
  const spans = await receiver.trace(traceId, 'POST webhook')
  const delivery = named(spans, 'POST webhook')
  assert.equal(delivery.parentId, named(spans, 'POST /v1/fbo-accounts').spanId)
  assert.equal(webhook?.headers.traceparent, `00-${traceId}-${delivery.spanId}-01`)
  assert.deepEqual([delivery.kind, delivery.status], [CLIENT, FAILED])
  const { 'vault.event.id': eventId, ...attributes } = delivery.attributes
  assert.equal(eventId, webhook?.headers['webhook-id'])
  assert.deepEqual(attributes, {
    'error.type': '500',
    'http.request.method': 'POST',
    'http.response.status_code': 500,
    'server.address': '127.0.0.1',
    'vault.event.type': 'fbo_account.created',
    'vault.organization.id': setup.organizationId,
    'vault.webhook_endpoint.id': setup.endpoint.id,
  })
})

test('A request that its client does not record has an id of its trace, and no span', async () => {
  const { traceId, headers } = newTrace({ isRecorded: false })
  const response = await rename('Cy', headers)
  assert.match(
    response.headers.get('x-request-id') as string,
    new RegExp(`^${traceId}-\\w{16}-00$`),
  )
  const later = newTrace()
  await api.get('/v1/caller', { token, headers: later.headers })
  await receiver.trace(later.traceId, 'GET /v1/caller')
  assert.deepEqual(
    receiver.spans.filter((span) => span.traceId === traceId),
    [],
  )
})

test('What is no traceparent begins a trace of its own', async () => {
  for (const traceparent of ['', 'x', `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`]) {
    const response = await api.get('/v1/caller', { token, headers: { traceparent } })
    const id = response.headers.get('x-request-id') as string
    const [, traceId = ''] = /^([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(id) ?? []
    const spans = await receiver.trace(traceId, 'GET /v1/caller')
    assert.equal(named(spans, 'GET /v1/caller').parentId, '')
  }
})

test('Health checks have no span, and no span has a token, a name or a path as sent', async () => {
  const health = newTrace()
  await fetch(`${vault.url}/health/live`, { headers: health.headers })
  const { traceId, headers } = newTrace()
  await api.get('/v1/Path-6bd1?Query-6bd1=1', { token, headers })
  const unknown = named(await receiver.trace(traceId, 'GET'), 'GET')
  assert.equal(unknown.attributes['vault.refusal.code'], 'route_not_found')
  assert.deepEqual(
    receiver.spans.filter((span) => span.traceId === health.traceId),
    [],
  )
  for (const secret of [token, 'Ada-6bd1', 'Path-6bd1', 'Query-6bd1', '/hooks', accountId])
    assert.ok(!receiver.text.includes(secret), secret)
})
