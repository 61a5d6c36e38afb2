import assert from 'node:assert/strict'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openProxy } from '../support/chaos/proxy.ts'
import { soakTest } from '../support/chaos/soak-test.ts'
import { type KeyedChange, KeyedChanges } from '../support/load/keyed-changes.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { randomNumbers } from '../support/vault/random.ts'
import { assertReplayed } from '../support/vault/replays.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// Responses that never arrive, and retries under the key. Two processes of the service; the
// connection of a third one to the database can be interrupted.
const vault = await openOwnVault()
const { clients } = await startTwoProcesses(vault)
const [one, other] = clients as [ApiClient, ApiClient]

/** At most so many of one organization run at once: others would wait behind those held back. */
const AT_ONCE = 3

/** Operations whose response has a secret, or personal data. */
const ENCRYPTED =
  /^((issue|rotate)AccessToken|create(FboAccount|OutboundShipment|Webhook.*)|.*Person|rotateWeb.*)$/

/** The batched changes: one batch of an organization runs at a time, held ones too. */
const BATCHED = new Set(['createTransfer', 'approveTransfer', 'rejectTransfer', 'cancelTransfer'])

/** PostgreSQL's response to a commit. */
const COMMITTED = 'COMMIT\0'

const proxy = await openProxy(vault.connection)
after(() => proxy.close())
const startBehindProxy = () => startServiceProcess({ env: { DATABASE_URL: proxy.url } })
const behindProxy = await startBehindProxy()

soakTest(
  'a response lost after COMMIT is returned to a retry under its key',
  'a proxy before PostgreSQL, clients that hang up',
  async ({ seed, size }) => {
    const random = randomNumbers(seed)
    const changes = await KeyedChanges.open(vault, random)
    const rounds = size(3, 500)
    const lost = { database: 0, client: 0, anywhere: 0 }
    for (let round = 0; round < rounds; round += 1) {
      const sent = await some(changes)
      const ways = ['database', 'client', 'anywhere'] as const
      const way = ways[round % ways.length] as (typeof ways)[number]
      lost[way] += sent.length
      await changes.assertOnce(sent, async () => {
        if (way === 'database') await interruptAtDatabase(changes, sent)
        if (way === 'client') await interruptAtClient(changes, sent)
        if (way === 'anywhere') await interruptAnywhere(changes, sent, random() * 20)
        await Promise.all(sent.map((change) => assertKept(changes, change, way !== 'anywhere')))
      })
    }
    return {
      count: `${rounds} rounds, ${rounds * AT_ONCE} responses of every POST operation`,
      result:
        `lost at the database ${lost.database}, held after COMMIT while the client hung up ` +
        `${lost.client}, hung up at any moment ${lost.anywhere}: each carried out once, same bytes`,
    }
  },
)

soakTest(
  'fifty simultaneous requests under one key at two processes change one thing',
  'fetch from one process',
  async ({ seed, size }) => {
    const changes = await KeyedChanges.open(vault, randomNumbers(seed))
    const rounds = size(3, 500)
    let inProgress = 0
    for (let round = 0; round < rounds; round += 1) {
      const change = await changes.next()
      await changes.assertOnce([change], async () => {
        const responses = await Promise.all(
          Array.from({ length: 50 }, (_, turn) => changes.send(turn % 2 ? one : other, change)),
        )
        const first = responses.filter(
          ({ status, headers }) => status < 300 && !headers.has('idempotent-replayed'),
        )
        assert.equal(first.length, 1, `${change.operationId}: carried out once`)
        for (const response of responses) {
          if (response === first[0]) continue
          if (response.status === change.success)
            assertReplayed(response, first[0] as typeof response)
          else {
            assert.equal(response.body.code, 'idempotency_in_progress', response.text)
            assert.equal(response.headers.get('retry-after'), '1')
            inProgress += 1
          }
        }
        assertReplayed(await changes.insist(one, change), first[0] as (typeof responses)[0])
      })
    }
    return {
      count: `${rounds} keys of every POST operation, 50 requests each`,
      result: `each carried out once, same bytes; ${inProgress} got 409 while it ran`,
    }
  },
)

soakTest(
  'after kill -9 between COMMIT and the response, another process returns it to a retry',
  'kill -9',
  async ({ seed, size }) => {
    const changes = await KeyedChanges.open(vault, randomNumbers(seed))
    const kills = size(2, 100)
    for (let kill = 0; kill < kills; kill += 1) {
      const sent = await some(changes)
      const service = await startBehindProxy()
      await changes.assertOnce(sent, async () => {
        const api = clientOf(service)
        proxy.holdResponsesWith(COMMITTED)
        const lost = Promise.allSettled(sent.map((change) => changes.send(api, change)))
        await committed(changes, sent)
        service.signal('SIGKILL')
        await service.exited
        proxy.releaseResponses()
        for (const { status } of await lost) assert.equal(status, 'rejected', 'no response came')
        await Promise.all(sent.map((change) => assertKept(changes, change, true)))
      })
    }
    return {
      count: `${kills} kills, ${kills * AT_ONCE} responses of every POST operation`,
      result: 'each carried out once; the response is there at another process, same bytes',
    }
  },
)

function clientOf({ url }: ServiceProcess): ApiClient {
  return new ApiClient(url, vault.app)
}

async function some(changes: KeyedChanges): Promise<KeyedChange[]> {
  const sent: KeyedChange[] = []
  const isBatched = ({ operationId }: KeyedChange) => BATCHED.has(operationId)
  while (sent.length < AT_ONCE) {
    const change = await changes.next()
    if (!isBatched(change) || !sent.some(isBatched)) sent.push(change)
  }
  return sent
}

async function committed(changes: KeyedChanges, sent: readonly KeyedChange[]): Promise<void> {
  await eventually(
    async () => (await changes.kept(sent)).length === sent.length,
    'all of them to be committed',
  )
}

/** The service loses PostgreSQL after COMMIT, and responds that the change may have been made. */
async function interruptAtDatabase(
  changes: KeyedChanges,
  sent: readonly KeyedChange[],
): Promise<void> {
  const api = clientOf(behindProxy)
  proxy.holdResponsesWith(COMMITTED)
  const lost = Promise.all(sent.map((change) => changes.send(api, change)))
  await committed(changes, sent)
  await proxy.disconnect()
  for (const { status, body, headers, text } of await lost) {
    assert.deepEqual([status, body.code], [503, 'temporarily_unavailable'], text)
    assert.match(body.detail, /may have been made/)
    assert.equal(headers.get('retry-after'), '1')
  }
  await proxy.restore()
}

/** The client hangs up while the service waits for the response to its COMMIT. */
async function interruptAtClient(
  changes: KeyedChanges,
  sent: readonly KeyedChange[],
): Promise<void> {
  const hangUp = new AbortController()
  proxy.holdResponsesWith(COMMITTED)
  const lost = sent.map((change) => sendUntil(hangUp.signal, changes, change))
  await committed(changes, sent)
  hangUp.abort()
  for (const outcome of await Promise.all(lost)) assert.equal(outcome, 'hung up')
  proxy.releaseResponses()
}

/** The client hangs up before, during or after the work. */
async function interruptAnywhere(
  changes: KeyedChanges,
  sent: readonly KeyedChange[],
  afterMs: number,
): Promise<void> {
  const hangUp = new AbortController()
  const lost = sent.map((change) => sendUntil(hangUp.signal, changes, change))
  await pause(afterMs)
  hangUp.abort()
  await Promise.all(lost)
}

async function sendUntil(
  signal: AbortSignal,
  changes: KeyedChanges,
  { request, key }: KeyedChange,
): Promise<'responded' | 'hung up'> {
  const headers = {
    authorization: `Bearer ${changes.token}`,
    'idempotency-key': key,
    ...(request.body && { 'content-type': 'application/json' }),
  }
  const { method, path } = request
  const body = request.body ? { body: JSON.stringify(request.body) } : {}
  try {
    await fetch(`${behindProxy.url}${path}`, { method, headers, ...body, signal })
    return 'responded'
  } catch (error) {
    assert.equal((error as Error).name, 'AbortError')
    return 'hung up'
  }
}

/** Fails unless every process returns the stored response of the change from now on. */
async function assertKept(
  changes: KeyedChanges,
  change: KeyedChange,
  isCommitted: boolean,
): Promise<void> {
  const first = await changes.insist(one, change)
  assert.equal(first.status, change.success, first.text)
  if (isCommitted) assert.equal(first.headers.get('idempotent-replayed'), 'true')
  for (const api of [other, clientOf(behindProxy)]) {
    assertReplayed(await changes.insist(api, change), first)
  }
  const [kept] = await changes.kept([change])
  // A response with a secret or personal data is stored encrypted.
  if (!ENCRYPTED.test(change.operationId)) assert.equal(first.text, kept?.response)
}
