import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after } from 'node:test'
import { isSoak, soakTest } from '../support/chaos/soak-test.ts'
import { parseResponse, requestText } from '../support/load/raw-client.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openVault } from '../support/vault/vault.ts'

// Each of the service's limits is short, and all of them are met at the same time.
const { app, api, records, url } = await openVault({
  HEADERS_TIMEOUT_MS: 700,
  REQUEST_TIMEOUT_MS: 1_500,
  IDLE_TIMEOUT_MS: 2_000,
  KEEP_ALIVE_TIMEOUT_MS: 2_000,
})
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const id = await records.fboAccount(organizationId)
const before = await records.fingerprint()

const CLIENTS = isSoak ? 200 : 20
const DRIP_MS = 50
/** A look at the limits comes once a second, and the machine has other work to do. */
const PATIENCE_MS = 30_000

const HEADERS = 'GET /v1/fbo-accounts HTTP/1.1\r\nHost: x\r\nX-Slow: '
const BODY = requestText(
  [
    'POST /v1/fbo-accounts HTTP/1.1',
    ...['Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json'],
    'Content-Length: 60000',
  ],
  '{"firstName":"',
)
/** Responses larger than the buffers of both kernels. */
const READS = requestText(['GET /docs/js/scalar.js HTTP/1.1', 'Host: x']).repeat(5)

interface SlowClient {
  readonly kind: 'headers' | 'body' | 'reading'
  readonly received: () => Buffer
  isEnded: boolean
}

/** Sends these bytes, then one more at a time; or reads as slowly, a little at a time. */
function slowClient(kind: SlowClient['kind'], bytes: string): SlowClient {
  const chunks: Buffer[] = []
  const client = { kind, received: () => Buffer.concat(chunks), isEnded: false }
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({ host: hostname, port: Number(port) })
  socket.write(bytes)
  if (kind === 'reading') socket.pause()
  else socket.on('data', (chunk) => chunks.push(chunk as Buffer))
  const drip = setInterval(() => {
    if (kind === 'reading') socket.read(1_024)
    else if (!socket.writableEnded) socket.write('x')
  }, DRIP_MS)
  const end = () => {
    clearInterval(drip)
    client.isEnded = true
  }
  socket.on('error', end)
  socket.on('close', end)
  after(() => socket.destroy())
  return client
}

function connections(): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))
}

soakTest('slow headers, bodies and reading at once', 'raw sockets', async () => {
  let arrived = 0
  app.server.on('connection', () => {
    arrived += 1
  })
  const clients = Array.from({ length: CLIENTS }, () => [
    slowClient('headers', HEADERS),
    slowClient('body', BODY),
    slowClient('reading', READS),
  ]).flat()
  await eventually(() => arrived >= clients.length, 'all of them to be there', PATIENCE_MS)
  let responded = 0
  const drips = clients.filter(({ kind }) => kind !== 'reading')
  await eventually(
    async () => {
      const { status, body } = await api.get(`/v1/fbo-accounts/${id}`, { token })
      assert.deepEqual([status, body.data.id], [200, id])
      responded += 1
      // Check the service's side: a client that reads nothing does not notice the disconnection.
      return drips.every(({ isEnded }) => isEnded) && (await connections()) <= 2
    },
    'the service to end every slow connection',
    PATIENCE_MS,
  )
  for (const { kind, received } of drips) {
    const response = parseResponse(received(), false)
    assert.deepEqual([kind, response?.status, response?.body.code], [kind, 408, 'request_timeout'])
  }
  assert.equal(await records.fingerprint(), before)
  return {
    count: `${clients.length} connections, a third of each kind`,
    result: `all ended, ${responded} normal requests served meanwhile`,
  }
})
