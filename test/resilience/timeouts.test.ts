import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { NOTES_TABLE, noteRequest, notesChange } from '../support/load/gated-changes.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// The time limits of a client and of a transaction, with short values.
const { records, sql, url } = await openOwnVault({
  HEADERS_TIMEOUT_MS: 300,
  REQUEST_TIMEOUT_MS: 600,
  KEEP_ALIVE_TIMEOUT_MS: 300,
})
// By itself: requests that wait unread would end by the limit of a request, too.
const unread = await openOwnVault({ IDLE_TIMEOUT_MS: 500 })
const [server] = await sql`select current_setting('server_version_num')::integer as version`
const skip = server?.version < 170_000 && 'PostgreSQL 17 bounds transactions, older ones do not'

interface Seen {
  readonly text: string
  readonly afterMs: number
}

/** Sends these bytes, and sees what comes until the service closes the connection. */
function send(bytes: string, keepsSending = false): Promise<Seen> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const began = performance.now()
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
    const drip = keepsSending ? setInterval(() => socket.write('x'), 50) : undefined
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(drip)
      resolve({ text, afterMs: performance.now() - began })
    })
  })
}

const { organizationId, token } = await records.owner()
const account = await records.fboAccount(organizationId)
const BODY = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000`

for (const [what, head, leastMs] of [
  ['Headers', 'GET /v1/fbo-accounts HTTP/1.1\r\nHost: x\r\nX-Slow: ', 250],
  ['A body', `POST /v1/fbo-accounts HTTP/1.1\r\nHost: x\r\n${BODY}\r\n\r\n{`, 500],
] as const) {
  test(`${what} too late, stopped or dripping: a 408 problem, and the connection is closed`, async () => {
    for (const keepsSending of [false, true]) {
      const { text, afterMs } = await send(head, keepsSending)
      assert.match(text, /^HTTP\/1\.1 408 .*"code":"request_timeout"/s)
      assert.ok(afterMs >= leastMs && afterMs < 5_000, `${afterMs}`)
    }
  })
}

const HEAD = `Host: x\r\nAuthorization: Bearer ${token}`

function patchOf(declared: number, body: string): string {
  const lines = `Content-Type: application/json\r\nContent-Length: ${declared}`
  return `PATCH /v1/fbo-accounts/${account} HTTP/1.1\r\n${HEAD}\r\n${lines}\r\n\r\n${body}`
}

test('A body that waits behind another request is not late; in its turn it may be', async () => {
  const body = JSON.stringify({ firstName: 'Ada' })
  // More than the service keeps unread.
  const long = body.padEnd(65_536)
  for (const [last, statuses] of [
    [patchOf(long.length, long), [200, 200, 200]],
    [patchOf(100, body), [200, 200, 408]],
  ] as const) {
    let exchanged: Promise<Seen> | undefined
    const beganAt = performance.now()
    await sql.begin(async (tx) => {
      await tx`select from fbo_accounts where id = ${account} for update`
      exchanged = send(patchOf(body.length, body) + patchOf(long.length, long) + last)
      await eventually(() => performance.now() > beganAt + 2_500, 'twice the limit to pass')
    })
    const { text } = (await exchanged) as Seen
    const seen = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
    assert.deepEqual(seen, statuses)
  }
})

test('A request behind an import has the time of any other', async () => {
  const file = 'id,firstName\nfbo_1,Ada\n'
  const lines = `Content-Type: text/csv\r\nContent-Length: ${file.length}`
  const imported = `POST /v1/imports?type=fbo_accounts HTTP/1.1\r\n${HEAD}\r\n${lines}\r\n\r\n${file}`
  const first = `GET /v1/fbo-accounts HTTP/1.1\r\n${HEAD}\r\n\r\n`
  const { text } = await send(first + imported + patchOf(100, '{'))
  assert.match(text, /^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 (201|400) [\s\S]*HTTP\/1\.1 408 /)
})

test('A connection without a next request is closed', async () => {
  const { text, afterMs } = await send('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.match(text, /^HTTP\/1\.1 200 /)
  assert.doesNotMatch(text, /request_timeout/)
  assert.ok(afterMs >= 250 && afterMs < 10_000, `${afterMs}`)
})

test('A client that does not read its responses is disconnected', async () => {
  const { token } = await unread.records.owner()
  const { hostname, port } = new URL(unread.url)
  const asked = `GET /docs/js/scalar.js HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const socket: Socket = connect({ host: hostname, port: Number(port) })
  socket.pause()
  socket.on('error', () => undefined)
  // More than the buffers of both kernels hold.
  socket.write(asked.repeat(8))
  const connections = () =>
    new Promise<number>((resolve) => unread.app.server.getConnections((_, count) => resolve(count)))
  await eventually(async () => (await connections()) > 0, 'the connection to be there')
  await eventually(async () => (await connections()) === 0, 'the connection to be closed')
  socket.destroy()
})

test('PostgreSQL ends a transaction that takes too long, and nothing of it remains', {
  skip,
}, async () => {
  const held = await openOwnVault({}, { serverSettings: { transaction_timeout: '2000' } })
  await held.sql.query(NOTES_TABLE)
  const waiting = () => held.sql`
    select pid from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`
  const tooSlow = notesChange(async () => {
    let pid: number | undefined
    await eventually(async () => {
      pid = (await waiting())[0]?.pid
      return pid !== undefined
    }, 'the transaction to wait')
    // Its process, not its state: that comes and goes between two statements of a transaction.
    const process = () => held.sql`select from pg_stat_activity where pid = ${pid ?? 0}`
    await eventually(async () => (await process()).length === 0, 'the transaction to be ended')
  })
  const done = held.database.change(tooSlow, noteRequest('org_slow', { note: 'late' }))
  await assert.rejects(done, { code: 'temporarily_unavailable' })
  assert.deepEqual([...(await held.sql`select * from notes`)], [])
})
