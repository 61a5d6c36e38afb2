import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { mock, test } from 'node:test'
import { Connections } from './connections.ts'

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
