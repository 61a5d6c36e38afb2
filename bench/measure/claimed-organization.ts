import { PERMISSIONS } from '../../src/domain/permissions.ts'
import { placeOf } from '../../test/support/processes/cluster.ts'
import type { Random } from '../../test/support/vault/random.ts'
import type { ClaimCluster } from './claim-cluster.ts'
import type { ClaimRequests, ClaimResponse } from './claim-requests.ts'
import { outputOf } from './commands.ts'

const ITEMS = 8
/** The status that each verb gives a transfer. */
const ENDS = { approve: 'completed', reject: 'rejected', cancel: 'cancelled' } as const
type Verb = keyof typeof ENDS

/** A transfer that was acknowledged. */
export interface Claim {
  readonly id: string
  readonly key: string
  readonly itemIds: readonly string[]
  readonly to: string
  status: 'pending' | (typeof ENDS)[Verb]
}

/** An organization whose callers want the same items, and what the responses alone say of it. */
export class ClaimedOrganization {
  readonly id: string
  readonly manager: string
  /** The account of each item. */
  readonly items = new Map<string, string>()
  /** Every acknowledged claim, by its id. */
  readonly claims = new Map<string, Claim>()
  readonly accounts: string[] = []
  readonly #requests: ClaimRequests
  readonly #random: Random
  readonly #tokens: Record<'creator' | 'approver', string> = { creator: '', approver: '' }
  /** Claims that nobody has asked to end, and the items that they hold. */
  readonly #open = new Set<Claim>()
  readonly #held = new Map<string, Claim>()

  constructor(id: string, manager: string, using: { requests: ClaimRequests; random: Random }) {
    this.id = id
    this.manager = manager
    this.#requests = using.requests
    this.#random = using.random
  }

  /** Makes accounts, items and tokens. */
  async fill(): Promise<void> {
    for (const name of ['creator', 'approver'] as const) {
      this.#tokens[name] = (await this.issueToken(name)).token
    }
    for (const firstName of ['Ada', 'Ben']) {
      this.accounts.push((await this.#made('Create FBO Account', 'fbo-accounts', { firstName })).id)
    }
    for (let made = 0; made < ITEMS; made += 1) {
      const fboAccountId = this.accounts[made % 2] as string
      const body = { fboAccountId, description: 'A watch', declaredValueCents: '100' }
      const item = await this.#made('Create Inventory Item', 'inventory-items', body)
      this.items.set(item.id, fboAccountId)
    }
  }

  async issueToken(owner: string): Promise<{ id: string; token: string }> {
    const body = { permissions: [...PERMISSIONS], owner }
    return await this.#made('Issue Access Token', 'access-tokens', body)
  }

  /** A request of one of the claimers, whichever the records suggest. */
  async step(): Promise<void> {
    if (this.#random.chance(0.2)) return await this.#read()
    const [claim] = this.#open
    if (claim !== undefined && this.#random.chance(0.5)) await this.#end(claim)
    else await this.#claim()
  }

  async ask(operation: string, path: string, token: string, body?: object, key?: string) {
    const request = { operation, organizationId: this.id, path, token, ...(body && { body }) }
    return await this.#requests.insist(request, key)
  }

  async #made(operation: string, path: string, body: object) {
    const response = await this.ask(operation, path, this.manager, body)
    if (response.status !== 201) throw new Error(`${operation}: ${JSON.stringify(response)}`)
    return response.body.data
  }

  async #read(): Promise<void> {
    const account = this.#random.pick(this.accounts)
    const [operation, path] = this.#random.pick([
      ['Get FBO Account', `fbo-accounts/${account}`],
      ['List Transfers', 'transfers?limit=20'],
      ['List Inventory Items', 'inventory-items?limit=20'],
    ] as const)
    this.#expect(await this.ask(operation, path, this.#tokens.creator), operation, [200])
  }

  async #claim(): Promise<void> {
    const from = this.#random.pick(this.accounts)
    const there = [...this.items.keys()].filter((id) => this.items.get(id) === from)
    if (there.length === 0) return
    const count = this.#random.whole(1, 3)
    const itemIds = [...new Set(Array.from({ length: count }, () => this.#random.pick(there)))]
    const to = this.accounts.find((account) => account !== from) as string
    const items = itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
    const body = { fromFboAccountId: from, toFboAccountId: to, items }
    const key = this.#requests.newKey()
    const operation = 'Create Transfer'
    const response = await this.ask(operation, 'transfers', this.#tokens.creator, body, key)
    if (!this.#expect(response, operation, [201, 409]) || response.status === 409) return
    this.#hold({ id: response.body.data.id, key, itemIds, to, status: 'pending' })
  }

  #hold(claim: Claim): void {
    const same = this.claims.get(claim.id)
    if (same !== undefined) this.#requests.violate('doubled', `${same.key} and ${claim.key}`)
    for (const id of claim.itemIds) {
      const other = this.#held.get(id)
      if (other !== undefined) {
        this.#requests.violate('doubled', `${id} of ${this.id}: ${other.id} and ${claim.id}`)
      }
      this.#held.set(id, claim)
    }
    this.claims.set(claim.id, claim)
    this.#open.add(claim)
  }

  /** Sometimes two verbs at once, of which one decides. */
  async #end(claim: Claim): Promise<void> {
    this.#open.delete(claim)
    for (const id of claim.itemIds) this.#held.delete(id)
    const verbs: Verb[] = [this.#random.pick(['approve', 'reject', 'cancel'])]
    if (this.#random.chance(0.2)) verbs.push(verbs[0] === 'approve' ? 'cancel' : 'approve')
    const responses = await Promise.all(
      verbs.map(async (verb) => {
        const token = this.#tokens[verb === 'cancel' ? 'creator' : 'approver']
        const body = verb === 'approve' ? {} : { reason: 'Entered twice' }
        const response = await this.ask(`${verb} a transfer`, this.#path(claim, verb), token, body)
        this.#expect(response, verb, verbs.length === 1 ? [200] : [200, 409])
        return response
      }),
    )
    const done = verbs.filter((_, index) => responses[index]?.status === 200)
    if (done.length !== 1) this.#requests.violate('not ended once', `${claim.id}: ${done}`)
    claim.status = ENDS[done[0] as Verb] ?? claim.status
    for (const id of claim.itemIds) if (claim.status === 'completed') this.items.set(id, claim.to)
    if (this.#random.chance(0.25)) await this.#compare(claim)
  }

  /** Reads it from any service: what was acknowledged by one holds for all. */
  async #compare(claim: Claim): Promise<void> {
    const response = await this.ask('Get Transfer', this.#path(claim), this.#tokens.creator)
    if (!this.#expect(response, 'Get Transfer', [200])) return
    const { status } = response.body.data
    if (status === claim.status) return
    this.#requests.violate('read otherwise', `${claim.id} is ${status}, not ${claim.status}`)
  }

  #path({ id }: Claim, verb?: Verb): string {
    return verb === undefined ? `transfers/${id}` : `transfers/${id}/${verb}`
  }

  #expect(response: ClaimResponse, operation: string, statuses: readonly number[]): boolean {
    if (statuses.includes(response.status)) return true
    this.#requests.violate('unexpected', `${operation} of ${this.id}: ${JSON.stringify(response)}`)
    return false
  }
}

/** Makes organizations, as many on each node. */
export async function openOrganizations(
  cluster: ClaimCluster,
  { count, run }: { count: number; run: string },
  using: { requests: ClaimRequests; random: Random },
): Promise<ClaimedOrganization[]> {
  const made: ClaimedOrganization[] = []
  const env = { DATABASE_URL: cluster.databaseUrl }
  const { places } = using.requests
  for (let number = 1; made.length < count; number += 1) {
    const id = `org_${run}_${number}`
    const { port } = await placeOf(cluster.sql, id)
    if (port !== cluster.ports[made.length % cluster.ports.length]) continue
    await outputOf(['organization', 'create', '--name', id, '--id', id], env)
    const grant = ['--organization', id, '--permissions', PERMISSIONS.join(), '--json']
    const { token } = JSON.parse(await outputOf(['token', 'create', ...grant], env))
    places.set(id, port)
    const organization = new ClaimedOrganization(id, token, using)
    await organization.fill()
    made.push(organization)
  }
  return made
}
