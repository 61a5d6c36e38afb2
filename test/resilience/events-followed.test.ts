import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { soakTest } from '../support/chaos/soak-test.ts'
import { type KilledVault, openKilledVault } from '../support/processes/killed-vault.ts'
import { newKey } from '../support/vault/replays.ts'
import { openVault } from '../support/vault/vault.ts'

const { app } = await openVault()

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
    const vault = await openKilledVault(t, app)
    const total = size(1_500, 100_000)
    const large = await organizationOf(vault, 64)
    const small = await organizationOf(vault, 10)
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
    const kills = killNowAndThen(vault, () => total - left, total)
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
    const { services, servers, withoutResponse, unavailable } = vault.seen
    return {
      count: `${total} changes by 74 writers, ${services} services and ${servers} servers killed`,
      result:
        `each change read once, in order; ${withoutResponse} requests without a response, ` +
        `${unavailable} refused with 503, all sent again`,
    }
  },
)

async function organizationOf({ records }: KilledVault, writers: number): Promise<Organization> {
  const { token } = await records.token(await records.organization())
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

/** Kills a service or PostgreSQL now and then, until all has been written. */
async function killNowAndThen(
  vault: KilledVault,
  written: () => number,
  total: number,
): Promise<void> {
  const rounds = Math.max(3, Math.floor(total / 5_000))
  for (let round = 1; round <= rounds; round += 1) {
    while (written() < (total * round) / (rounds + 1)) await pause(20)
    vault.kill(round % 3 === 0 ? 'server' : ((round % 2) as 0 | 1))
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
