import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { unavailable } from '../../../src/database/unavailable.ts'
import {
  createClient,
  NoResponseError,
  ProblemError,
  UnexpectedResponseError,
  type VaultClient,
  VaultError,
} from '../src/client.ts'
import { problem, type Scripted, type Sent, scriptedFetch, success } from './scripted-fetch.ts'

const ITEMS = { items: [{ inventoryItemId: 'i', reason: 'trade' as const }] }
const TRANSFER = { fromFboAccountId: 'a', toFboAccountId: 'b', ...ITEMS }
/** The sentences that the service itself writes. */
const unchanged = unavailable('Busy.', 'unchanged', undefined).message
const unknown = unavailable('Busy.', 'unknown', undefined).message
const busy = (detail: string) => problem(503, 'temporarily_unavailable', { detail })

function scripted(...script: Scripted[]) {
  const { fetch, sent } = scriptedFetch(...script)
  return { client: createClient({ url: 'http://vault.test/', token: 't', fetch }), sent }
}

async function failureOf(call: Promise<unknown>): Promise<VaultError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof VaultError, String(error))
  return error
}

const keysOf = (sent: readonly Sent[]) => sent.map(({ key }) => key)
const create = (client: VaultClient) => client.createTransfer(TRANSFER)
const update = (client: VaultClient) => client.updateFboAccount({ id: 'a', phone: null })
const read = (client: VaultClient) => client.getFboAccount({ id: 'a' })

for (const [what, failure] of [
  ['a 503 after which it may have been made', () => busy(unknown)],
  ['a 503 that changed nothing', () => busy(unchanged)],
  ['a 500', () => problem(500, 'internal_error')],
  ['a 429', () => problem(429, 'rate_limited')],
  ['a request with its key in progress', () => problem(409, 'idempotency_in_progress')],
  ['a broken connection', () => new TypeError('fetch failed')],
  [
    "a proxy's page",
    () => new Response('<html>', { status: 502, headers: { 'retry-after': '0' } }),
  ],
] as const) {
  test(`a change with a key is sent again after ${what}, with the same key`, async () => {
    const { client, sent } = scripted(failure(), success())
    await create(client)
    assert.deepEqual([sent.length, new Set(sent.map(({ key }) => key)).size], [2, 1])
    assert.match(sent[0]?.key ?? '', /^[0-9a-f]{32}$/)
  })
}

test('each call has a key of its own, and a caller can bring one', async () => {
  const { client, sent } = scripted(success(), success(), busy(unknown), success())
  await create(client)
  await create(client)
  await client.createTransfer(TRANSFER, { idempotencyKey: 'order-7' })
  const keys = sent.map(({ key }) => key)
  assert.equal(new Set(keys).size, 3)
  assert.deepEqual(keys.slice(2), ['order-7', 'order-7'])
})

test('a change without a key is sent again only where nothing was changed', async () => {
  const { client, sent } = scripted(busy(unchanged), problem(429, 'rate_limited'), busy(unknown))
  const error = await failureOf(update(client))
  assert.ok(error instanceof ProblemError)
  assert.equal(error.problem.code, 'temporarily_unavailable')
  assert.deepEqual([error.mayHaveChanged, error.attempts, sent.length], [true, 3, 3])
  assert.deepEqual(keysOf(sent), [null, null, null])
  const broken = scripted(new TypeError('fetch failed'))
  assert.equal((await failureOf(update(broken.client))).mayHaveChanged, true)
  assert.equal(broken.sent.length, 1)
})

test('a refusal is not sent again, and says that nothing was changed', async () => {
  const { client, sent } = scripted(problem(409, 'item_not_in_vault'))
  const error = await failureOf(create(client))
  assert.deepEqual([error.mayHaveChanged, error.attempts, sent.length], [false, 1, 1])
  assert.match(error.message, /^409 item_not_in_vault: Why\.$/)
})

test('what an earlier attempt may have changed is not forgotten by a later refusal', async () => {
  const { client, sent } = scripted(busy(unknown), problem(401, 'invalid_token'))
  const error = await failureOf(create(client))
  assert.deepEqual([error.mayHaveChanged, error.attempts], [true, 2])
  assert.equal(error.idempotencyKey, sent[0]?.key)
})

test('reads and dry runs are sent again, never with a key, and change nothing', async () => {
  const { client, sent } = scripted(busy(unknown), success(), busy(unknown), success())
  await read(client)
  await client.createTransfer({ ...TRANSFER, validateOnly: true })
  assert.deepEqual(keysOf(sent), [null, null, null, null])
  assert.equal(sent[2]?.url, 'http://vault.test/v1/transfers?validateOnly=true')
  const last = scripted(busy(unknown))
  const error = await failureOf(last.client.getCaller({}, { retries: 0 }))
  assert.deepEqual([error.mayHaveChanged, last.sent.length], [false, 1])
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Mocks timers. @returns what waits until that many were set: a response takes some turns */
function mockTimers(t: TestContext): (count: number) => Promise<void> {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { setTimeout: mocked } = globalThis
  const { mock } = t.mock.method(globalThis, 'setTimeout', mocked)
  return async (count) => {
    while (mock.callCount() < count) await turn()
  }
}

test('it waits as long as Retry-After says, and gives up where that is over a minute', async (t) => {
  const areSet = mockTimers(t)
  const { client, sent } = scripted(problem(429, 'rate_limited', { retryAfter: '7' }), success())
  const call = read(client)
  // The limit of the attempt, and the pause after it.
  await areSet(2)
  t.mock.timers.tick(6_999)
  await turn()
  assert.equal(sent.length, 1)
  t.mock.timers.tick(1)
  await call
  assert.equal(sent.length, 2)
  const late = scripted(problem(429, 'rate_limited', { retryAfter: '61' }))
  assert.equal((await failureOf(read(late.client))).attempts, 1)
})

test('each attempt has a timeout; with wait it is longer by that', async (t) => {
  const areSet = mockTimers(t)
  const { client, sent } = scripted('silence', 'silence')
  const call = client.getCaller({}, { timeoutMs: 5, retries: 1 })
  for (const [place, ms] of [5, 1_000, 5].entries()) {
    await areSet(place + 1)
    t.mock.timers.tick(ms)
  }
  const error = await failureOf(call)
  assert.ok(error instanceof NoResponseError)
  assert.match(error.message, /^No response to GET http.*: none within 5 ms$/)
  assert.deepEqual([error.attempts, sent.length], [2, 2])
  const feed = client.listEvents({ wait: 30 }, { timeoutMs: 5, retries: 0 })
  await areSet(4)
  t.mock.timers.tick(30_005)
  assert.match((await failureOf(feed)).message, /none within 30005 ms$/)
})

test('a signal ends the attempt or the pause between two, with its reason', async () => {
  for (const during of ['silence', problem(503, 'x', { retryAfter: '30' })] as const) {
    const { client, sent } = scripted(during)
    const ends = new AbortController()
    const call = client.getFboAccount({ id: 'a' }, { signal: ends.signal })
    await turn()
    ends.abort('enough')
    await assert.rejects(call, (reason) => reason === 'enough')
    assert.equal(sent.length, 1)
  }
  const { client, sent } = scripted()
  const late = client.getFboAccount({ id: 'a' }, { signal: AbortSignal.abort('before') })
  await assert.rejects(late, (reason) => reason === 'before')
  assert.deepEqual(sent, [])
})

test('a response of another server is no success', async () => {
  const { client } = scripted(new Response('<html>Welcome</html>'))
  const error = await failureOf(create(client))
  assert.ok(error instanceof UnexpectedResponseError)
  assert.deepEqual(
    [error.status, error.text, error.mayHaveChanged],
    [200, '<html>Welcome</html>', true],
  )
})

test('a function has the token of each attempt', async () => {
  const { fetch, sent } = scriptedFetch(busy(unknown), success())
  const tokens = ['t1', 't2']
  const token = () => tokens.shift() ?? ''
  const client = createClient({ url: 'http://vault.test', token, fetch })
  await read(client)
  assert.deepEqual(
    sent.map(({ authorization }) => authorization),
    ['Bearer t1', 'Bearer t2'],
  )
})

test('a function that has no token for a later attempt takes no fact away', async () => {
  const { fetch, sent } = scriptedFetch(busy(unknown), success())
  const none = new Error('no token today')
  const tokens = ['t1']
  const token = async () => tokens.shift() ?? Promise.reject(none)
  const client = createClient({ url: 'http://vault.test', token, fetch })
  const error = await failureOf(client.createTransfer(TRANSFER, { retries: 1 }))
  assert.ok(error instanceof NoResponseError)
  assert.match(error.message, /POST .*, which got no token: no token today$/)
  assert.deepEqual([error.cause, error.mayHaveChanged, error.attempts], [none, true, 1])
  assert.equal(error.idempotencyKey, sent[0]?.key)
})

test('a function that never has a token ends with the timeout or the signal', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { fetch, sent } = scriptedFetch()
  const token = () => new Promise<string>(() => undefined)
  const client = createClient({ url: 'http://vault.test', token, fetch, retries: 0 })
  const late = client.createTransfer(TRANSFER, { timeoutMs: 5 })
  t.mock.timers.tick(5)
  const error = await failureOf(late)
  assert.match(error.message, /no token: none within 5 ms$/)
  assert.deepEqual([error.mayHaveChanged, error.attempts], [false, 0])
  const ends = new AbortController()
  const ended = client.createTransfer(TRANSFER, { signal: ends.signal })
  ends.abort('enough')
  await assert.rejects(ended, (reason) => reason === 'enough')
  assert.deepEqual(sent, [])
})

test('headers of a caller have any case: a key is that of the call, a token is none', async () => {
  const { client, sent } = scripted(busy(unknown), success(), success(), success())
  for (const name of ['Idempotency-Key', 'idempotency-key']) {
    const headers = { [name]: 'stored', authorization: 'Basic x' }
    await client.createTransfer(TRANSFER, { headers })
  }
  await client.updateFboAccount({ id: 'a' }, { headers: { 'idempotency-key': 'stored' } })
  assert.deepEqual(keysOf(sent), ['stored', 'stored', 'stored', null])
  assert.deepEqual(new Set(sent.map(({ authorization }) => authorization)), new Set(['Bearer t']))
})
