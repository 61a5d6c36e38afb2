import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { WebhookAgent } from './webhook-agent.ts'

/** Responses of hostile receivers, in pieces, and the outcome of the attempt. */
const ANSWERS: readonly (readonly [
  what: string,
  pieces: readonly string[],
  expected: { readonly status: number | null; readonly error: RegExp | null },
])[] = [
  [
    'a switch of protocols',
    ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    { status: null, error: /./ },
  ],
  [
    'interim responses without end',
    Array(200).fill('HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n'),
    { status: null, error: /^No whole response came within 300 ms\.$/ },
  ],
  [
    'text that is called gzip',
    ['HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain'],
    { status: 200, error: null },
  ],
  [
    'two lengths',
    ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nplain'],
    { status: null, error: /./ },
  ],
]

for (const [what, pieces, { status, error }] of ANSWERS) {
  test(`A receiver that sends ${what} holds nothing up`, async (t) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      const left = [...pieces]
      const drip = setInterval(() => {
        const piece = left.shift()
        if (piece !== undefined && !socket.destroyed) socket.write(piece)
        else clearInterval(drip)
      }, 5)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const agent = new WebhookAgent({
      allowHttp: true,
      allowedNetworks: ['127.0.0.1'],
      timeoutMs: 300,
    })
    t.after(async () => {
      await agent.close()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/`
    const answer = await agent.post({ url, headers: {}, body: '{}' })
    assert.equal(answer.status, status, answer.error ?? '')
    if (error === null) assert.deepEqual([answer.error, answer.response], [null, 'plain'])
    else assert.match(answer.error ?? '', error)
    assert.ok(answer.durationMs < 1_000)
  })
}
