import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { soakTest } from '../support/chaos/soak-test.ts'
import { runCommand } from '../support/processes/command.ts'
import {
  type KeyedRequest,
  type KilledVault,
  openKilledVault,
} from '../support/processes/killed-vault.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { randomNumbers, shuffled } from '../support/vault/random.ts'
import { assertReplayed, newKey } from '../support/vault/replays.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app } = await openOwnVault()
const CLIENTS = 4

const ITEMS = 12
/** The status that each verb gives a transfer. */
const ENDS = { approve: 'completed', reject: 'rejected', cancel: 'cancelled' } as const
type Verb = keyof typeof ENDS
const PATHS = { transfer: '/v1/transfers', shipment: '/v1/outbound-shipments' } as const

/** A claim that was acknowledged. */
interface Holder {
  readonly kind: 'transfer' | 'shipment'
  readonly id: string
  readonly itemIds: readonly string[]
  readonly to: string
  status: string
}

interface Own {
  readonly organizationId: string
  readonly creator: string
  readonly approver: string
  readonly accounts: readonly [string, string]
}

interface Asked {
  readonly request: KeyedRequest
  readonly response: ApiResponse
}

/**
 * One organization whose callers want the same items at once, round after round, and what the
 * responses alone say about their holders.
 */
class ConflictingChanges {
  readonly #vault: KilledVault
  readonly #random: () => number
  readonly #own: Own
  /** The account of each item. */
  readonly #accounts: Map<string, string>
  readonly #held = new Map<string, Holder>()
  readonly #open = new Set<Holder>()
  readonly #holders: Holder[] = []
  readonly #acknowledged: Asked[] = []

  private constructor(vault: KilledVault, random: () => number, own: Own, itemIds: string[]) {
    this.#vault = vault
    this.#random = random
    this.#own = own
    this.#accounts = new Map(itemIds.map((id) => [id, own.accounts[0]]))
  }

  static async open(vault: KilledVault, random: () => number): Promise<ConflictingChanges> {
    const { records } = vault
    const { organizationId, token: creator } = await records.owner()
    const { token: approver } = await records.token(organizationId)
    const one = await records.fboAccount(organizationId)
    const accounts = [one, await records.fboAccount(organizationId)] as const
    const itemIds = await records.inventoryItems(organizationId, one, ITEMS)
    const own = { organizationId, creator, approver, accounts }
    return new ConflictingChanges(vault, random, own, itemIds)
  }

  /** Claims of the same items, and ends of earlier claims of the same batch. */
  async round(): Promise<void> {
    const open = shuffled([...this.#open], this.#random).slice(0, 2)
    const ends = Promise.all(open.map((holder) => this.#end(holder)))
    const claims = await Promise.all([1, 2, 3].map(() => this.#claim('transfer')))
    const shipment = this.#random() < 0.3 ? [await this.#claim('shipment')] : []
    await ends
    for (const holder of [...claims, ...shipment]) if (holder !== undefined) this.#hold(holder)
  }

  /**
   * Fails unless the database has the acknowledged changes, and each request sent again under its
   * key gets the same response.
   * @returns how many changes were acknowledged
   */
  async assertKept(): Promise<number> {
    for (const { request, response } of this.#acknowledged) {
      assertReplayed(await this.#vault.send(request), response)
    }
    const { sql } = this.#vault
    const { organizationId } = this.#own
    const found = await sql<{ id: string; status: string; itemIds: string[] }[]>`
      select id, status, array(select unnest(item_ids) order by 1) as item_ids
      from transfer_batches where organization_id = ${organizationId} order by id`
    const transfers = this.#holders.filter(({ kind }) => kind === 'transfer')
    const expected = transfers
      .map(({ id, status, itemIds }) => ({ id, status, itemIds: itemIds.toSorted() }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepEqual([...found], expected, 'one batch for each key, as it was acknowledged')
    const items = await sql`
      select id, fbo_account_id, coalesce(active_transfer_id, active_shipment_id) as holder
      from inventory_items where organization_id = ${organizationId}`
    for (const { id, fboAccountId, holder } of items) {
      assert.equal(fboAccountId, this.#accounts.get(id), id)
      assert.equal(holder ?? undefined, this.#held.get(id)?.id, id)
    }
    return this.#acknowledged.length
  }

  async #claim(kind: Holder['kind']): Promise<Holder | undefined> {
    const [first, ...more] = shuffled([...this.#accounts.keys()], this.#random)
    const from = this.#accounts.get(first as string) as string
    const together = more.filter((id) => this.#accounts.get(id) === from)
    const itemIds = [first as string, ...together.slice(0, Math.floor(this.#random() * 4))]
    const { accounts, creator: token } = this.#own
    const to = accounts.find((account) => account !== from) as string
    const isTransfer = kind === 'transfer'
    const items = itemIds.map((inventoryItemId) => ({
      inventoryItemId,
      ...(isTransfer && { reason: 'trade' }),
    }))
    const held = isTransfer
      ? { fromFboAccountId: from, toFboAccountId: to }
      : { fboAccountId: from }
    const response = await this.#ask({ path: PATHS[kind], token, body: { ...held, items } })
    assert.ok(response.status === 201 || response.status === 409, response.text)
    if (response.status === 409) return undefined
    return { kind, id: response.body.data.id, itemIds, to, status: 'pending' }
  }

  /** Two verbs at once: one of them decides. */
  async #end(holder: Holder): Promise<void> {
    const verbs: Verb[] =
      holder.kind === 'shipment'
        ? ['cancel', 'cancel']
        : (shuffled(['approve', 'reject', 'cancel'], this.#random).slice(1) as Verb[])
    const { approver, creator } = this.#own
    const responses = await Promise.all(
      verbs.map((verb) =>
        this.#ask({
          path: `${PATHS[holder.kind]}/${holder.id}/${verb}`,
          token: verb === 'approve' ? approver : creator,
          ...(verb !== 'approve' && { body: { reason: 'Entered twice' } }),
        }),
      ),
    )
    for (const { status, text } of responses) assert.ok(status === 200 || status === 409, text)
    const done = verbs.filter((_, index) => responses[index]?.status === 200)
    assert.equal(done.length, 1, responses.map(({ text }) => text).join('\n'))
    holder.status = ENDS[done[0] as Verb]
    this.#open.delete(holder)
    for (const id of holder.itemIds) {
      this.#held.delete(id)
      if (holder.status === 'completed') this.#accounts.set(id, holder.to)
    }
  }

  #hold(holder: Holder): void {
    for (const id of holder.itemIds) {
      assert.equal(this.#held.get(id), undefined, `${id} is claimed twice`)
      this.#held.set(id, holder)
    }
    this.#open.add(holder)
    this.#holders.push(holder)
  }

  async #ask(asked: Omit<KeyedRequest, 'key'>): Promise<ApiResponse> {
    const request = { ...asked, key: newKey() }
    const response = await this.#vault.send(request)
    if (response.status < 300) this.#acknowledged.push({ request, response })
    return response
  }
}

soakTest(
  'conflicting changes from two services, with kill -9 of a service and of PostgreSQL between',
  'our own requests, kill -9',
  async ({ t, seed, size }) => {
    const rounds = size(40, 10_000)
    const killEvery = size(10, 50)
    const vault = await openKilledVault(t, app)
    const random = randomNumbers(seed)
    const setups = await Promise.all(
      Array.from({ length: CLIENTS }, (_, index) =>
        ConflictingChanges.open(vault, randomNumbers(seed + 1 + index)),
      ),
    )
    let begun = 0
    await Promise.all(
      setups.map(async (setup) => {
        while (begun < rounds) {
          begun += 1
          const kills = begun / killEvery
          const round = setup.round()
          if (Number.isInteger(kills)) {
            await pause(random() * 15)
            vault.kill(kills % 3 === 0 ? 'server' : random() < 0.5 ? 0 : 1)
          }
          await round
        }
      }),
    )
    await vault.whole()
    assert.ok(vault.seen.services > 0 && vault.seen.servers > 0)
    let acknowledged = 0
    for (const setup of setups) acknowledged += await setup.assertKept()
    const { code, stdout, stderr } = await runCommand(['verify'], {
      DATABASE_URL: vault.databaseUrl,
    })
    assert.equal(code, 0, stdout + stderr)
    const { services, servers, withoutResponse, unavailable } = vault.seen
    return {
      count: `${begun} rounds, ${services} kills of a service, ${servers} of PostgreSQL`,
      result:
        `${acknowledged} changes acknowledged, each once and replayed byte for byte; ` +
        `${withoutResponse} requests without a response and ${unavailable} with 503 were retried; ` +
        'no item claimed twice, no half batch, verify clean',
    }
  },
)
