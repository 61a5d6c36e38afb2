import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { eventually } from '../../../test/support/processes/embedded-directory.ts'
import { endSlowReaders } from './slow-readers.ts'

/** What is looked at of a connection. How much its client takes between two looks is given. */
class FakeSocket extends EventEmitter {
  readonly #taken: number
  bytesWritten = 1_000_000
  looks = 0
  isCut = false
  #waiting: number

  constructor({ waiting, taken }: { waiting: number; taken: number }) {
    super()
    this.#waiting = waiting
    this.#taken = taken
  }

  get writableLength(): number {
    this.looks += 1
    this.#waiting -= this.#taken
    return this.#waiting
  }

  get destroyed(): boolean {
    return this.isCut
  }

  resetAndDestroy(): void {
    this.isCut = true
    this.emit('close')
  }
}

// How clients read is a matter of kernels' buffers, which Node cannot set: slowhttptest does it in
// test/resilience/slow-clients.soak.ts.
test('who takes no write for the limit is cut off; who takes some, or waits for none, is not', async () => {
  const server = createServer()
  endSlowReaders(server, 500)
  const slow = new FakeSocket({ waiting: 100_000, taken: 0 })
  const steady = new FakeSocket({ waiting: 100_000, taken: 1 })
  const idle = new FakeSocket({ waiting: 0, taken: 0 })
  for (const socket of [slow, steady, idle]) server.emit('connection', socket)
  await eventually(() => slow.isCut, 'the slow one to be cut off')
  const { looks } = slow
  await eventually(() => steady.looks > looks + 2, 'more looks')
  assert.deepEqual([steady.isCut, idle.isCut], [false, false])
  assert.equal(slow.looks, looks, 'nobody looks at what is closed')
  server.emit('close')
})

test('a connection that is kept alive and not used is closed, not reset', async (t) => {
  const server = createServer((_request, response) => response.end('whole'))
  server.keepAliveTimeout = 50
  endSlowReaders(server, 60_000)
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
