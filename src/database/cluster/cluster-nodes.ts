import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, VaultPart } from '../database.ts'
import { within } from '../postgres/connection-pool.ts'
import { NodePart } from './node-part.ts'
import { Shards } from './shards.ts'

/** New nodes are found after this time, or when an organization is there. */
const FOUND_EVERY_MS = 10_000

/** A node that took longer to respond is asked together with another one. */
const SLOW_MS = 500

/** Lists of the catalogue that a node may lack: another one may have opened it meanwhile. */
export const LISTS_MISSED_MAX = 2

/** A node with requests and without a response for so long is probed, and so often while away. */
const QUIET_MS = 2_000
const WATCHED_EVERY_MS = 1_000

/** Time for the response to a probe. */
const PROBE_MS = 2_000

/** A node that serves. */
export interface ClusterNode {
  readonly database: Database
  readonly part: VaultPart
  /** When it last responded, by `performance.now()`. */
  respondedAt: number
  /** Whether it did not respond to a probe: it is asked nothing else until it does. */
  isAway: boolean
  isProbed: boolean
  /** Lists in a row that lacked it; it is closed after the second. */
  missed: number
}

export interface NodeAddress {
  readonly groupId: number
  readonly host: string
  readonly port: number
}

interface EntryNode {
  readonly groupId: number
  /** Opens the connections of a node; those of the one that `DATABASE_URL` names without address. */
  readonly open: (address?: NodeAddress) => Database
}

const NODES = `
  select groupid as group_id, nodename as host, nodeport as port from pg_dist_node as node
  where noderole = 'primary' and (
    shouldhaveshards or exists (
      select from pg_dist_placement as placement join pg_dist_shard using (shardid)
      where placement.groupid = node.groupid and logicalrelid = 'organizations'::regclass))`

/** The nodes of a cluster. Each knows the catalogue and the tables that all nodes have. */
export class ClusterNodes {
  readonly shards: Shards
  readonly #entry: EntryNode
  readonly #nodes = new Map<string, ClusterNode>()
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(entry: EntryNode) {
    this.#entry = entry
    this.shards = new Shards((text, parameters) =>
      this.any(({ parts: [part] }) => (part as VaultPart).lookUp(text, parameters)),
    )
    this.#open('entry', entry.open())
    this.#timers = [
      setInterval(() => this.#watch(), WATCHED_EVERY_MS).unref(),
      setInterval(() => void this.find().catch(() => undefined), FOUND_EVERY_MS).unref(),
    ]
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.all.map(({ database }) => database.close()))
  }

  get all(): readonly ClusterNode[] {
    return [...this.#nodes.values()]
  }

  get entry(): ClusterNode {
    return this.#nodes.get('entry') as ClusterNode
  }

  at(address: NodeAddress): ClusterNode {
    const name = this.#nameOf(address)
    return this.#nodes.get(name) ?? this.#open(name, this.#entry.open(address))
  }

  /** Opens those that are new in the catalogue, and closes those that are there no more. */
  async find(): Promise<void> {
    const addresses = await this.any(({ parts: [part] }) =>
      (part as VaultPart).lookUp<NodeAddress>(NODES),
    )
    for (const address of addresses) this.at(address)
    const names = new Set(['entry', ...addresses.map((address) => this.#nameOf(address))])
    for (const [name, node] of this.#nodes) {
      node.missed = names.has(name) ? 0 : node.missed + 1
      if (node.missed < LISTS_MISSED_MAX) continue
      this.#nodes.delete(name)
      await node.database.close()
    }
  }

  #nameOf({ groupId, host, port }: NodeAddress): string {
    return groupId === this.#entry.groupId ? 'entry' : `${host}:${port}`
  }

  /**
   * Asks what each node can tell: the one of `DATABASE_URL` or, where that is in trouble, another.
   * @throws the failure of the first, where all fail
   */
  async any<T>(ask: (database: Database) => Promise<T>): Promise<T> {
    const inOrder = this.all.toSorted((one, other) => Number(one.isAway) - Number(other.isAway))
    const asked: Promise<T>[] = []
    for (const node of inOrder) {
      asked.push(this.watched(node, () => ask(node.database)))
      const first = Promise.any(asked).then(
        (value) => ({ value }),
        () => null,
      )
      const waiting = new AbortController()
      const options = { ref: false, signal: waiting.signal }
      const slow = delay(SLOW_MS, undefined, options).catch(() => undefined)
      const response = await Promise.race([first, slow]).finally(() => waiting.abort())
      if (response) return response.value
    }
    return await Promise.any(asked).catch((error: AggregateError) =>
      Promise.reject(error.errors[0]),
    )
  }

  /** Notes that the node responds. */
  async watched<T>(node: ClusterNode, ask: () => Promise<T>): Promise<T> {
    const response = await ask()
    node.respondedAt = performance.now()
    return response
  }

  /** Requests to a node that hangs would wait for it, and each for the whole time. */
  #watch(): void {
    const quietSince = performance.now() - QUIET_MS
    for (const node of this.all) {
      const isQuiet = node.database.pending > 0 && node.respondedAt < quietSince
      if ((isQuiet || node.isAway) && !node.isProbed) void this.#probe(node)
    }
  }

  async #probe(node: ClusterNode): Promise<void> {
    node.isProbed = true
    let isHere = false
    const probe = node.database.ping().then(() => {
      isHere = true
    })
    // A process that stood still finds a response that came meanwhile within a turn.
    await within(probe, PROBE_MS).catch(() => nextTurn())
    node.isAway = !isHere
    node.isProbed = false
  }

  #open(name: string, database: Database): ClusterNode {
    const part = new NodePart(database, this.shards)
    const node = { database, part, respondedAt: 0, isAway: false, isProbed: false, missed: 0 }
    this.#nodes.set(name, node)
    return node
  }
}
