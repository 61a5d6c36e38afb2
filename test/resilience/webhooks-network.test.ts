import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { WebhookAgent } from '../../src/history/webhooks/delivery/webhook-agent.ts'
import { openProxy } from '../support/chaos/proxy.ts'
import { openReceiver } from '../support/vault/receiver.ts'

const CLOSED = 'The connection was closed before a whole response came.'
const NOT_HTTP = 'What came back is not a valid HTTP response.'

function openAgent(t: TestContext, timeoutMs?: number): WebhookAgent {
  const allowedNetworks = ['127.0.0.0/8']
  const agent = new WebhookAgent({
    allowHttp: true,
    allowedNetworks,
    ...(timeoutMs && { timeoutMs }),
  })
  t.after(() => agent.close())
  return agent
}

function post(agent: WebhookAgent, port: number, body = '{}') {
  return agent.post({ url: `http://127.0.0.1:${port}/hooks`, headers: {}, body })
}

/** A receiver behind a proxy, which has received one webhook through it. */
async function openProxied(t: TestContext, timeoutMs?: number) {
  const receiver = await openReceiver((undo) => t.after(undo))
  const proxy = await openProxy(`http://127.0.0.1:${receiver.port}`)
  t.after(() => proxy.close())
  const agent = openAgent(t, timeoutMs)
  const send = () => post(agent, proxy.port)
  assert.equal((await send()).status, 204)
  return { receiver, proxy, send }
}

test('Behind a cut line a webhook fails, and arrives once the line is back', async (t) => {
  const { receiver, proxy, send } = await openProxied(t)
  receiver.respond(() => void proxy.disconnect())
  assert.equal((await send()).error, CLOSED)
  assert.equal((await send()).error, 'The receiver refused the connection.')
  receiver.respond((response) => void response.writeHead(204).end())
  await proxy.restore()
  assert.deepEqual([(await send()).status, receiver.received.length], [204, 3])
})

test('A slow line delays a webhook, and a silent one ends it in time', async (t) => {
  const { proxy, send } = await openProxied(t, 1_000)
  proxy.delay(100)
  const slow = await send()
  assert.equal(slow.status, 204)
  assert.ok(slow.durationMs >= 195, `${slow.durationMs} ms`)
  proxy.delay(0)
  proxy.goSilent()
  const silent = await send()
  assert.equal(silent.error, 'No whole response came within 1000 ms.')
  assert.ok(silent.durationMs < 2_000, `${silent.durationMs} ms`)
  await proxy.disconnect()
  await proxy.restore()
  assert.equal((await send()).status, 204)
})

test('A proxy that hangs up at once is a failure', async (t) => {
  const { proxy, send } = await openProxied(t)
  await proxy.hangUp()
  assert.equal((await send()).error, CLOSED)
  await proxy.restore()
})

const WRONG_ANSWERS: readonly [name: string, answer: string, error: string][] = [
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', NOT_HTTP],
  ['a broken status', 'HTTP/1.1 abc OK\r\n\r\n', NOT_HTTP],
  ['endless headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, NOT_HTTP],
  ['a response cut short', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort', CLOSED],
  ['a chunk cut short', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nab', CLOSED],
  ['nothing', '', CLOSED],
]

for (const [name, answer, expected] of WRONG_ANSWERS) {
  test(`A receiver that answers with ${name} has not got it`, async (t) => {
    const port = await openServer(t, (socket) => socket.once('data', () => socket.end(answer)))
    const { error } = await post(openAgent(t), port)
    assert.equal(error, expected)
  })
}

test('A connection that is cut during the upload is a failure', async (t) => {
  const port = await openServer(t, (socket) => socket.once('data', () => socket.destroy()))
  const { status, error } = await post(openAgent(t), port, 'x'.repeat(16_000_000))
  assert.deepEqual([status, error], [null, CLOSED])
})

async function openServer(t: TestContext, respond: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    respond(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}
