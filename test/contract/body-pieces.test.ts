import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { requestText } from '../support/load/raw-client.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openVault } from '../support/vault/vault.ts'

const { app, records, url } = await openVault()
const { token } = await records.owner()
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const PIECES = 60_000
const CHUNKS = '1\r\nx\r\n'.repeat(PIECES)
/** As a list of pieces these bodies took 12 to 16 MB. */
const GROWTH_MAX_MB = 8

function heapMb(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1_048_576
}

for (const [what, head] of [
  ['A body', ['PATCH /v1/fbo-accounts/x HTTP/1.1', `Authorization: Bearer ${token}`]],
  ['The body of a public read', ['GET /openapi.json HTTP/1.1']],
] as const) {
  test(`${what} of one-byte chunks is not kept as a list of them`, async () => {
    const lines = [...head, 'Host: vault', 'Content-Type: application/json']
    const bytes = requestText([...lines, 'Transfer-Encoding: chunked'], CHUNKS)
    const before = heapMb()
    const sockets = Array.from({ length: 3 }, () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
      socket.on('error', () => undefined).write(bytes)
      after(() => socket.destroy())
      return socket
    })
    await eventually(async () => {
      const counts = await new Promise<number>((resolve) => {
        app.server.getConnections((_, count) => resolve(count))
      })
      return counts >= 3 && sockets.every(({ writableLength }) => writableLength === 0)
    }, 'all to be sent')
    const grown = heapMb() - before
    assert.ok(grown < GROWTH_MAX_MB, `${grown.toFixed(1)} MB`)
    for (const socket of sockets) socket.resetAndDestroy()
  })
}
