import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { newBearer } from '../../src/access/tokens/token-secret.ts'
import { STRANGERS_HELD_BYTES_MAX } from '../../src/domain/limits.ts'
import { STRANGERS } from '../../src/http/transport/held-bytes.ts'
import { requestText, statuses } from '../support/load/raw-client.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app, records, sql, url } = await openOwnVault()
const { organizationId, token } = await records.owner()
const account = await records.fboAccount(organizationId)
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

const PATCH = 'PATCH /v1/fbo-accounts/x HTTP/1.1'
/** Nobody has it, which is not known while its table is locked. */
const LOOKED_UP = `Authorization: Bearer ${newBearer('org_x', 'live')}`
const WAITING = requestText(['GET /v1/caller HTTP/1.1', 'Host: vault', LOOKED_UP])

for (const [what, pending, ahead, head] of [
  ['A body', 0, '', [PATCH, `Authorization: Bearer ${token}`]],
  ['The body of a public read', 0, '', ['GET /openapi.json HTTP/1.1']],
  ['A body that waits for a look-up', 8, '', [PATCH, LOOKED_UP]],
  ['A body that waits for its turn', 16, WAITING, [PATCH]],
] as const) {
  test(`${what} of one-byte chunks is not kept as a list of them`, async () => {
    const lines = [...head, 'Host: vault', 'Content-Type: application/json']
    const bytes = ahead + requestText([...lines, 'Transfer-Encoding: chunked'], CHUNKS)
    await sql.begin(async (tx) => {
      await tx`lock table session_bearers in access exclusive mode`
      const before = heapMb()
      const sockets = Array.from({ length: pending === 0 ? 3 : 8 }, () => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
        socket.on('error', () => undefined).write(bytes)
        after(() => socket.destroy())
        return socket
      })
      await eventually(async () => {
        const counts = await new Promise<number>((resolve) => {
          app.server.getConnections((_, count) => resolve(count))
        })
        const areSent =
          counts >= sockets.length && sockets.every(({ writableLength }) => writableLength === 0)
        return areSent && app.connections.pending >= pending
      }, 'all to be sent')
      const grown = heapMb() - before
      assert.ok(grown < GROWTH_MAX_MB, `${grown.toFixed(1)} MB`)
      for (const socket of sockets) socket.resetAndDestroy()
    })
  })
}

test("What came of a body before its turn counts as a stranger's; without room, small pieces are refused", async () => {
  const body = JSON.stringify({ firstName: 'Eve' })
  const patch = (length: number, isInPieces = false) => {
    const line = `PATCH /v1/fbo-accounts/${account} HTTP/1.1`
    const lines = [
      'Host: vault',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
    ]
    const sent = body.padEnd(length)
    if (!isInPieces) return requestText([line, ...lines, `Content-Length: ${length}`], sent)
    const pieces = [...sent].map((piece) => `1\r\n${piece}\r\n`).join('')
    return requestText([line, ...lines, 'Transfer-Encoding: chunked'], `${pieces}0\r\n\r\n`)
  }
  const held = app.heldBytes
  const almostAll = { holder: `${STRANGERS}192.0.2.1`, body: 0, response: 0, sentAt: 0 }
  for (const [others, isInPieces, expected] of [
    [0, false, [200, 200]],
    [0, true, [200, 200]],
    [STRANGERS_HELD_BYTES_MAX - 17_000, false, [200, 200]],
    [STRANGERS_HELD_BYTES_MAX - 17_000, true, [200, 503]],
  ] as const) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    await sql.begin(async (tx) => {
      await tx`select from fbo_accounts where id = ${account} for update`
      held.holdBody(almostAll, others)
      socket.write(patch(100) + patch(9_000, isInPieces))
      const isHeld = () => others > 0 || held.bodies >= 100 + 9_000
      await eventually(() => app.connections.pending === 2 && isHeld(), 'both')
    })
    await eventually(() => statuses(received).length === 2, 'the responses')
    assert.deepEqual(statuses(received), expected)
    held.release(almostAll)
    socket.destroy()
    await eventually(() => held.bodies === 0 && app.connections.pending === 0, 'nothing to be held')
  }
})

test('What waited for its turn stays counted while its token is looked up', async () => {
  const line = `PATCH /v1/fbo-accounts/${account} HTTP/1.1`
  const lines = ['Host: vault', LOOKED_UP, 'Content-Type: application/json']
  const patch = requestText([line, ...lines, 'Content-Length: 9000'], '{}'.padEnd(9_000))
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await sql.begin(async (tx) => {
    await tx`lock table session_bearers in access exclusive mode`
    socket.write(requestText(['GET /v1/caller HTTP/1.1', 'Host: vault']) + patch)
    await eventually(() => statuses(received).length === 1, 'the first response')
    await eventually(() => app.connections.pending === 1, 'the look-up')
    assert.equal(app.heldBytes.bodies, 9_000)
  })
  await eventually(() => statuses(received).length === 2, 'the second response')
  assert.deepEqual(statuses(received), [401, 401])
  assert.equal(app.heldBytes.bodies, 0)
  socket.destroy()
})
