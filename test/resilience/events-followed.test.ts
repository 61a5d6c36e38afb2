import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isSoak, soakTest } from '../support/chaos/soak-test.ts'
import { sendingWith, verified } from '../support/operations/webhook-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { type KilledVault, openKilledVault } from '../support/processes/killed-vault.ts'
import { openReceiver } from '../support/vault/receiver.ts'
import { newKey } from '../support/vault/replays.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app } = await openOwnVault()

/** An organization, its writers, and what the service acknowledged to each, in order. */
interface Organization {
  readonly token: string
  readonly acknowledged: string[][]
}

interface Page {
  readonly data: readonly { id: string; type: string; subject: { id: string } }[]
  readonly pagination: { readonly cursor: string; readonly hasMore: boolean }
}

soakTest(
  'A follower of the feed reads each acknowledged change once, over kills',
  'two services, PostgreSQL, SIGKILL',
  async ({ t, size }) => {
    const vault = await openKilledVault(t, app, sendingWith(randomBytes(32)))
    const total = size(600, 100_000)
    const large = await organizationOf(vault, 64)
    const small = await organizationOf(vault, 10)
    const sent = await receive(t, vault, large)
    let left = total
    let isDone = false
    const write = async ({ token, acknowledged }: Organization, writer: number) => {
      while (left > 0) {
        left -= 1
        const request = { path: '/v1/fbo-accounts', token, body: {}, key: newKey() }
        const response = await vault.send(request)
        assert.equal(response.status, 201, response.text)
        acknowledged[writer]?.push(response.body.data.id)
      }
    }
    const followers = [large, small].map(({ token }) => follow(vault, token, () => isDone))
    const kills = killNowAndThen(vault, {
      written: () => total - left,
      total,
      receiver: sent.restart,
    })
    await Promise.all(
      [large, small].flatMap((organization) =>
        organization.acknowledged.map((_, writer) => write(organization, writer)),
      ),
    )
    await kills
    isDone = true
    const read = await Promise.all(followers)
    for (const [index, organization] of [large, small].entries()) {
      const { ids, restarts } = read[index] as Followed
      assertOnce(organization, ids)
      t.diagnostic(`${ids.length} events read, ${restarts} times from the stored cursor`)
    }
    const areSent = () => sent.ids.size === large.acknowledged.flat().length
    const look = async () => areSent() || (isSoak ? undefined : await makeDue(vault))
    await eventually(look, 'all webhooks', 600_000)
    assert.deepEqual(new Set(large.acknowledged.flat()), sent.ids)
    const { services, servers, withoutResponse, unavailable } = vault.seen
    return {
      count:
        `${total} changes by 74 writers; ${services} services, ${servers} servers and ` +
        `${sent.counts.restarts} receivers killed`,
      result:
        `each change read once, in order; each of ${sent.ids.size} webhooks verified, ` +
        `${sent.counts.requests - sent.ids.size} sent again; ${withoutResponse} requests without a response, ` +
        `${unavailable} refused with 503, all sent again`,
    }
  },
)

/** As if the killed processes had been silent for long enough, and the time of retries had come. */
async function makeDue({ sql }: KilledVault): Promise<undefined> {
  await sql`
    update webhook_deliveries set claimed_until = null, next_attempt_at = now()
    where status = 'pending'`
  await pause(500)
}

async function organizationOf({ records }: KilledVault, writers: number): Promise<Organization> {
  const { token } = await records.owner()
  return { token, acknowledged: Array.from({ length: writers }, () => []) }
}

interface Followed {
  /** The subjects of the events, in the order of the feed. */
  readonly ids: readonly string[]
  readonly restarts: number
}

/** Follows the feed; after a failed request it begins again from the cursor that it stored. */
async function follow(vault: KilledVault, token: string, isDone: () => boolean): Promise<Followed> {
  const ids: string[] = []
  let restarts = 0
  let cursor = ''
  for (;;) {
    const isLast = isDone()
    const page = await vault.get<Page>(
      `/v1/events?limit=1000&wait=1${cursor && `&cursor=${cursor}`}`,
      token,
    )
    if (page === undefined) {
      restarts += 1
      continue
    }
    for (const { type, subject } of page.data) {
      if (type === 'fbo_account.created') ids.push(subject.id)
    }
    cursor = page.pagination.cursor
    if (isLast && page.data.length === 0 && !page.pagination.hasMore) return { ids, restarts }
  }
}

interface Received {
  /** The subjects of the events that were received, each with a signature that holds. */
  readonly ids: Set<string>
  readonly counts: { requests: number; restarts: number }
  /** Kills the receiver, which comes back at the same address. */
  readonly restart: () => Promise<void>
}

/** Receives the webhooks of an organization, beside an endpoint that nobody listens to. */
async function receive(
  t: TestContext,
  vault: KilledVault,
  { token }: Organization,
): Promise<Received> {
  const open = (port = 0) => openReceiver((undo) => t.after(undo), { port })
  let receiver = await open()
  const { port } = receiver
  const endpoint = async (url: string): Promise<string> => {
    const body = { url, types: ['fbo_account.created'] }
    const request = { path: '/v1/webhook-endpoints', token, body, key: newKey() }
    const response = await vault.send(request)
    assert.equal(response.status, 201, response.text)
    return response.body.data.secret
  }
  await endpoint('http://127.0.0.1:9/dead')
  const secret = await endpoint(receiver.url)
  const ids = new Set<string>()
  const counts = { requests: 0, restarts: 0 }
  const listen = () =>
    receiver.respond((response, webhook) => {
      counts.requests += 1
      ids.add(verified(secret, webhook).subject.id)
      response.writeHead(204).end()
    })
  listen()
  const restart = async () => {
    counts.restarts += 1
    await receiver.close()
    await pause(500)
    receiver = await open(port)
    listen()
  }
  return { ids, counts, restart }
}

interface Killed {
  readonly written: () => number
  readonly total: number
  readonly receiver: () => Promise<void>
}

/** Kills a service, PostgreSQL or the receiver now and then, until all has been written. */
async function killNowAndThen(
  vault: KilledVault,
  { written, total, receiver }: Killed,
): Promise<void> {
  const rounds = Math.max(3, Math.floor(total / 5_000))
  for (let round = 1; round <= rounds; round += 1) {
    while (written() < (total * round) / (rounds + 1)) await pause(20)
    vault.kill(round % 3 === 0 ? 'server' : ((round % 2) as 0 | 1))
    if (round % 2 === 0) await receiver()
    await vault.whole()
  }
}

function assertOnce({ acknowledged }: Organization, ids: readonly string[]): void {
  const places = new Map(ids.map((id, place) => [id, place]))
  assert.equal(places.size, ids.length, 'an event was read twice')
  assert.equal(acknowledged.flat().length, ids.length, 'an event was missed, or is of no change')
  for (const own of acknowledged) {
    const order = own.map((id) => places.get(id) ?? -1)
    assert.ok(!order.includes(-1), 'an acknowledged change has no event')
    assert.deepEqual(
      order,
      order.toSorted((one, other) => one - other),
    )
  }
}
