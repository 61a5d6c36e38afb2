import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { inspect } from 'node:util'
import { authorityPath } from '../../../../test/support/processes/tls-front.ts'
import { openReceiver, status } from '../../../../test/support/vault/receiver.ts'
import { WebhookAgent, type WebhookAgentOptions } from './webhook-agent.ts'

const LOOPBACK = ['127.0.0.0/8']
const NOT_PUBLIC = /is unknown or not public/

function openAgent(t: TestContext, options: Partial<WebhookAgentOptions> = {}): WebhookAgent {
  const agent = new WebhookAgent({ allowHttp: true, allowedNetworks: [], ...options })
  t.after(() => agent.close())
  return agent
}

function post(agent: WebhookAgent, url: string) {
  return agent.post({ url, headers: { 'content-type': 'application/json' }, body: '{}' })
}

const HOSTS_OF_LOOPBACK = [
  ...['127.0.0.1', '2130706433', '017700000001', '0x7f000001', '0177.0.0.1', '0x7f.0.0.0x1'],
  ...['127.1', '127.0.1', '127.0.0.1.', '%31%32%37.0.0.1', '①②⑦.⓪.⓪.①', '127。0。0。1'],
  ...['localhost', 'LOCALHOST', 'hooks@127.0.0.1', '8.8.8.8@localhost'],
]

for (const host of HOSTS_OF_LOOPBACK) {
  test(`http://${host} reaches nothing`, async (t) => {
    const { port, received, ...receiver } = await openReceiver((undo) => t.after(undo))
    const url = `http://${host}:${port}/hooks`
    const refused = await post(openAgent(t), url)
    assert.match(refused.error ?? '', NOT_PUBLIC)
    assert.equal(refused.status, null)
    assert.equal(receiver.connections, 0)
    // The receiver is there: where its network is allowed, the same URL arrives.
    const allowed = openAgent(t, { allowedNetworks: [...LOOPBACK, '::1'] })
    assert.equal((await post(allowed, url)).status, 204)
    assert.equal(received.length, 1)
  })
}

for (const host of [
  ...['0', '0.0.0.0', '10.0.0.1', '169.254.169.254', '2852039166', '0xA9FEA9FE'],
  ...['0251.254.169.254', '[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['[::ffff:a9fe:a9fe]', '[64:ff9b::169.254.169.254]', '[64:ff9b::7f00:1]', '[fe80::1]'],
  ...['[2002:7f00:1::]', '[::127.0.0.1]', '[fd00:ec2::254]', '100.100.100.200'],
  ...['168.63.129.16', '224.0.0.1'],
]) {
  for (const protocol of ['http:', 'https:']) {
    test(`${protocol}//${host} is refused before a connection is made`, async (t) => {
      const { status, error } = await post(openAgent(t), `${protocol}//${host}:9/hooks`)
      assert.equal(status, null)
      assert.match(error ?? '', NOT_PUBLIC)
    })
  }
}

test('A name whose answer changes reaches what was checked, and nothing else', async (t) => {
  const receiver = await openReceiver((undo) => t.after(undo))
  let internal = 0
  const other = createServer().on('connection', () => (internal += 1))
  other.listen(receiver.port, '127.0.0.2')
  await once(other, 'listening')
  t.after(() => other.close())
  let lookups = 0
  const agent = openAgent(t, {
    allowedNetworks: ['127.0.0.1'],
    resolveHost: async () => (lookups++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']),
  })
  const url = `http://rebinding.example:${receiver.port}/hooks`
  // Closing it makes the next request connect, and look up, again.
  receiver.respond(status(204, { connection: 'close' }))
  assert.equal((await post(agent, url)).status, 204)
  assert.equal(lookups, 1)
  assert.match((await post(agent, url)).error ?? '', NOT_PUBLIC)
  assert.equal(lookups, 2)
  assert.deepEqual([receiver.received.length, internal], [1, 0])
})

test('A name is refused where one of its addresses is not public, or it has none', async (t) => {
  for (const addresses of [['8.8.8.8', '10.0.0.1'], ['8.8.8.8', '::1'], []]) {
    const agent = openAgent(t, { resolveHost: async () => addresses })
    assert.match((await post(agent, 'https://two.example/')).error ?? '', NOT_PUBLIC)
  }
})

test('An internal name, an unknown one and a silent name server give the same error', async (t) => {
  const unknown = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
  const silent = Object.assign(new Error('queryA ETIMEOUT 10.0.0.2'), { code: 'ETIMEOUT' })
  const resolvers = [
    async () => ['10.11.12.13'],
    () => Promise.reject(unknown),
    () => Promise.reject(silent),
  ]
  const errors = new Set<string | null>()
  const logged: string[] = []
  const log = { debug: (fields: object) => logged.push(inspect(fields, { depth: 5 })) } as never
  for (const resolveHost of resolvers) {
    const agent = openAgent(t, { resolveHost, log })
    errors.add((await post(agent, 'https://internal.example/?key=hidden')).error)
  }
  assert.equal(errors.size, 1)
  assert.match([...errors].join(), NOT_PUBLIC)
  assert.doesNotMatch([...errors].join(), /10\.|internal/)
  // The operator finds the reason, and no secret of the URL.
  for (const [index, text] of ['10.11.12.13', 'ENOTFOUND', 'ETIMEOUT'].entries()) {
    assert.ok(logged[index]?.includes(text), `${logged[index]}`)
    assert.ok(!logged[index]?.includes('hidden'))
  }
})

test('No error tells an address', async (t) => {
  const closed = await openReceiver((undo) => t.after(undo))
  await closed.close()
  const agent = openAgent(t, { allowedNetworks: LOOPBACK, resolveHost: async () => ['127.0.0.1'] })
  for (const url of [closed.url, `http://internal.example:${closed.port}/`, 'http://127.0.0.7:9']) {
    assert.equal((await post(agent, url)).error, 'The receiver refused the connection.')
  }
})

test('A redirect is a failure, and is not followed', async (t) => {
  const target = await openReceiver((undo) => t.after(undo))
  const receiver = await openReceiver((undo) => t.after(undo))
  const agent = openAgent(t, { allowedNetworks: LOOPBACK })
  for (const code of [301, 302, 303, 307, 308]) {
    receiver.respond(status(code, { location: target.url }))
    const answer = await post(agent, receiver.url)
    assert.equal(answer.status, code)
    assert.match(answer.error ?? '', /redirects are not followed/)
  }
  assert.equal(target.connections, 0)
})

test('A long response is cut off: a kilobyte is kept, and the connection closed', async (t) => {
  const receiver = await openReceiver((undo) => t.after(undo))
  const cut = Promise.withResolvers<number>()
  receiver.respond((response) => {
    response.writeHead(200)
    const write = () => {
      while (!response.destroyed && response.write('ä'.repeat(8_192)));
    }
    const { socket } = response
    response.on('drain', write).on('close', () => cut.resolve(socket?.bytesWritten ?? 0))
    write()
  })
  const answer = await post(openAgent(t, { allowedNetworks: LOOPBACK }), receiver.url)
  assert.deepEqual([answer.status, answer.error], [200, null])
  assert.equal(answer.response, 'ä'.repeat(512))
  // Bytes that were on their way already; the rest is never asked for.
  assert.ok((await cut.promise) < 16_000_000)
})

test('What PostgreSQL cannot store is replaced in a response', async (t) => {
  const receiver = await openReceiver((undo) => t.after(undo))
  receiver.respond(status(500, {}, 'a\0b'))
  const answer = await post(openAgent(t, { allowedNetworks: LOOPBACK }), receiver.url)
  assert.deepEqual([answer.status, answer.response], [500, 'a\ufffdb'])
  assert.equal(answer.error, 'The receiver responded with 500.')
})

test('A response that does not come, or does not end, is given up', async (t) => {
  const receiver = await openReceiver((undo) => t.after(undo))
  const agent = openAgent(t, { allowedNetworks: LOOPBACK, timeoutMs: 200 })
  receiver.respond(() => undefined)
  const silent = await post(agent, receiver.url)
  assert.deepEqual([silent.status, silent.response], [null, null])
  assert.equal(silent.error, 'No whole response came within 200 ms.')
  assert.ok(silent.durationMs >= 190)
  receiver.respond((response) => {
    response.writeHead(200).flushHeaders()
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  })
  const endless = await post(agent, receiver.url)
  assert.equal(endless.error, 'No whole response came within 200 ms.')
})

test('A connection that is cut or refused is a failure that says so', async (t) => {
  const receiver = await openReceiver((undo) => t.after(undo))
  const agent = openAgent(t, { allowedNetworks: LOOPBACK })
  receiver.respond((response) => response.destroy())
  assert.match((await post(agent, receiver.url)).error ?? '', /^The connection was closed before/)
  await receiver.close()
  assert.match(
    (await post(agent, receiver.url)).error ?? '',
    /^The receiver refused the connection\.$/,
  )
})

test('Requests that follow each other share connections', async (t) => {
  const receiver = await openReceiver((undo) => t.after(undo))
  const agent = openAgent(t, { allowedNetworks: LOOPBACK })
  for (let count = 0; count < 10; count += 1) await post(agent, receiver.url)
  assert.equal(receiver.received.length, 10)
  assert.ok(receiver.connections <= 2)
})

test('Nothing is sent by another protocol than https, or http where it is allowed', async (t) => {
  const receiver = await openReceiver((undo) => t.after(undo))
  const agent = openAgent(t, { allowHttp: false, allowedNetworks: LOOPBACK })
  for (const url of [receiver.url, 'ftp://8.8.8.8/', 'file:///etc/passwd', 'data:,x']) {
    assert.equal((await post(agent, url)).error, 'The URL must begin with https://.')
  }
  assert.equal(receiver.connections, 0)
})

test('The certificate of a receiver is verified', async (t) => {
  const before = getCACertificates('default')
  t.after(() => setDefaultCACertificates(before))
  const options = { allowHttp: false, allowedNetworks: [...LOOPBACK, '::1'] }
  const answer = async (certificate: string) => {
    const receiver = await openReceiver((undo) => t.after(undo), { certificate })
    const { error } = await post(openAgent(t, options), receiver.url)
    return { error, arrived: receiver.received.length }
  }
  const unknown = await answer('localhost')
  assert.match(unknown.error ?? '', /not by a known authority/)
  assert.equal(unknown.arrived, 0)
  setDefaultCACertificates([...before, readFileSync(authorityPath('authority'), 'utf8')])
  assert.deepEqual(await answer('localhost'), { error: null, arrived: 1 })
  assert.match((await answer('expired')).error ?? '', /has expired/)
  assert.match((await answer('elsewhere')).error ?? '', /is not for the URL's host/)
})
