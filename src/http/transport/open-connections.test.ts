import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { mock, test } from 'node:test'
import { eventually } from '../../../test/support/processes/embedded-directory.ts'
import { Connections } from './connections.ts'

/** A socket as `Connections` sees it. Its client takes `taken` bytes between two checks. */
class FakeSocket extends EventEmitter {
  readonly #taken: number
  bytesWritten = 1_000_000
  checks = 0
  isReset = false
  #waiting: number

  constructor({ waiting, taken }: { waiting: number; taken: number }) {
    super()
    this.#waiting = waiting
    this.#taken = taken
  }

  get writableLength(): number {
    this.checks += 1
    this.#waiting -= this.#taken
    return this.#waiting
  }

  get destroyed(): boolean {
    return this.isReset
  }

  resetAndDestroy(): void {
    this.isReset = true
    this.emit('close')
  }
}

// Real slow clients need small kernel buffers, which Node cannot set: slowhttptest does that in
// test/resilience/slow-clients.soak.ts.
test('a client that takes no data for the limit is reset; slow and idle ones are not', async () => {
  const server = createServer()
  new Connections().watch(server, 500)
  const slow = new FakeSocket({ waiting: 100_000, taken: 0 })
  const steady = new FakeSocket({ waiting: 100_000, taken: 1 })
  const idle = new FakeSocket({ waiting: 0, taken: 0 })
  for (const socket of [slow, steady, idle]) server.emit('connection', socket)
  await eventually(() => slow.isReset, 'the slow one to be reset')
  const { checks } = slow
  await eventually(() => steady.checks > checks + 2, 'more checks')
  assert.deepEqual([steady.isReset, idle.isReset], [false, false])
  assert.equal(slow.checks, checks, 'a closed socket is not checked')
  server.emit('close')
})

test('a connection that is kept alive and not used is closed, not reset', async (t) => {
  const server = createServer((_request, response) => response.end('whole'))
  server.keepAliveTimeout = 50
  new Connections().watch(server, 60_000)
  t.after(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  // Rejects where it is reset.
  await once(socket, 'end')
  assert.match(received, /whole$/)
})

test('Requests that wait hang up also where their connection is found closed before it says so', async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  const connections = new Connections()
  const ended: string[] = []
  const arrived = Promise.withResolvers<() => void>()
  const server = createServer((request) => {
    connections.begin(request, {
      start: () => undefined,
      wait: () => () => undefined,
      hungUp: () => ended.push(request.url ?? ''),
    })
    if (request.url === '/2') arrived.resolve(() => request.socket.destroy())
  })
  connections.watch(server, 60_000)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n')
  const destroy = await arrived.promise
  destroy()
  mock.timers.tick(1_000)
  assert.deepEqual(ended, ['/2'])
  assert.deepEqual([connections.open, connections.pending], [0, 0])
  mock.timers.reset()
  client.destroy()
  server.close()
})
