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
  'a response lost after COMMIT is returned to a retry under its key, by every process',
  'a proxy before PostgreSQL, clients that hang up, kill -9',
  async ({ seed, size }) => {
    const random = randomNumbers(seed)
    const changes = await KeyedChanges.open(vault, random)
    const rounds = size(5, 600)
    const ways = Object.entries(WAYS)
    for (let round = 0; round < rounds; round += 1) {
      const sent = await some(changes)
      const [way, lose] = ways[round % ways.length] as (typeof ways)[number]
      await changes.assertOnce(sent, async () => {
        await lose(changes, sent, random() * 20)
        await Promise.all(
          sent.map((change) => assertKept(changes, change, way !== 'at any moment')),
        )
      })
    }
    return {
      count: `${rounds} rounds, ${rounds * AT_ONCE} responses of every POST operation`,
      result: `lost ${Object.keys(WAYS).join(', ')}: each carried out once, same bytes`,
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

type Lose = (changes: KeyedChanges, sent: readonly KeyedChange[], afterMs: number) => Promise<void>

const WAYS: Readonly<Record<string, Lose>> = {
  /** The service loses PostgreSQL, and responds that the change may have been made. */
  'at the database': async (changes, sent) => {
    const api = clientOf(behindProxy)
    const lost = await heldCommits(changes, sent, (change) => changes.send(api, change))
    await proxy.disconnect()
    for (const { status, body, headers, text } of await Promise.all(lost)) {
      assert.deepEqual([status, body.code], [503, 'temporarily_unavailable'], text)
      assert.match(body.detail, /may have been made/)
      assert.equal(headers.get('retry-after'), '1')
    }
    await proxy.restore()
  },
  /** The client hangs up while the service waits for the response to its COMMIT. */
  'at the client': async (changes, sent) => {
    const hangUp = new AbortController()
    const lost = await heldCommits(changes, sent, (one) => sendUntil(hangUp.signal, changes, one))
    hangUp.abort()
    for (const outcome of await Promise.all(lost)) assert.equal(outcome, 'hung up')
    proxy.releaseResponses()
  },
  /** The service is killed with -9 between COMMIT and its response. */
  'with their process': async (changes, sent) => {
    const service = await startBehindProxy()
    const api = clientOf(service)
    const lost = await heldCommits(changes, sent, async (change) => {
      await assert.rejects(changes.send(api, change), 'no response came')
    })
    service.signal('SIGKILL')
    await service.exited
    proxy.releaseResponses()
    await Promise.all(lost)
  },
  /** The client hangs up before, during or after the work. */
  'at any moment': async (changes, sent, afterMs) => {
    const hangUp = new AbortController()
    const lost = sent.map((change) => sendUntil(hangUp.signal, changes, change))
    await pause(afterMs)
    hangUp.abort()
    await Promise.all(lost)
  },
}

/** Sends all of them; resolves when each is committed, and PostgreSQL's response is held back. */
async function heldCommits<T>(
  changes: KeyedChanges,
  sent: readonly KeyedChange[],
  send: (change: KeyedChange) => Promise<T>,
): Promise<Promise<T>[]> {
  proxy.holdResponsesWith(COMMITTED)
  const lost = sent.map(send)
  await eventually(
    async () => (await changes.kept(sent)).length === sent.length,
    'all of them to be committed',
  )
  return lost
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
