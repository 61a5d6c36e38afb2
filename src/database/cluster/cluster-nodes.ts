import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, VaultPart } from '../database.ts'
import { within } from '../postgres/connection-pool.ts'
import { quietLookUps } from '../quiet-look-ups.ts'
import { isShardAway, type Shard, shardFinder } from './shards.ts'

/** New nodes are found after this time, or when an organization is there; moved shards as well. */
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
interface ClusterNode {
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

interface NodeAddress {
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
  readonly findShard: ReturnType<typeof shardFinder>
  readonly #entry: EntryNode
  readonly #nodes = new Map<string, ClusterNode>()
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(entry: EntryNode) {
    this.#entry = entry
    this.findShard = shardFinder((text, parameters) =>
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
    const part = new NodePart(database, this.findShard)
    const node = { database, part, respondedAt: 0, isAway: false, isProbed: false, missed: 0 }
    this.#nodes.set(name, node)
    return node
  }
}

/** A look-up meets a shard that has moved away, finds what is there now, and is made again. */
const ATTEMPTS = 3

const LOCAL = `
  select shardid::text as id
  from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)
  where logicalrelid = 'organizations'::regclass
  order by shardid`

/**
 * The organizations of one node. A look-up reads its shards in one statement: through Citus it
 * would ask every shard of every node, and fail where one of them does not respond.
 */
class NodePart implements VaultPart {
  readonly #node: VaultPart
  readonly #findShard: ClusterNodes['findShard']
  #local: readonly Shard[] = []
  #foundAt = Number.NEGATIVE_INFINITY
  readonly #texts = new Map<string, string>()
  readonly #quiet: ReturnType<typeof quietLookUps>

  constructor(database: Database, findShard: ClusterNodes['findShard']) {
    this.#node = database.parts[0] as VaultPart
    this.#findShard = findShard
    this.#quiet = quietLookUps(this.#node.lookUp)
  }

  async lookUp<Row extends object>(
    text: string,
    parameters?: readonly unknown[],
    idleEveryMs?: number,
  ): Promise<Row[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#lookUpOnce<Row>(text, parameters, idleEveryMs)
      } catch (error) {
        if (!isShardAway(error) || attempt === ATTEMPTS) throw error
        this.#foundAt = Number.NEGATIVE_INFINITY
      }
    }
  }

  async #lookUpOnce<Row extends object>(
    text: string,
    parameters: readonly unknown[] | undefined,
    idleEveryMs: number | undefined,
  ): Promise<Row[]> {
    if (performance.now() - this.#foundAt > FOUND_EVERY_MS) await this.#findLocal()
    if (this.#local.length === 0) return []
    const look = () => this.#node.lookUp<Row>(this.#textOf(text), parameters)
    return await this.#quiet.find(text, look, idleEveryMs)
  }

  async #findLocal(): Promise<void> {
    const rows = await this.#node.lookUp<{ id: string }>(LOCAL)
    const isSame =
      rows.length === this.#local.length && rows.every(({ id }, at) => this.#local[at]?.id === id)
    if (!isSame) {
      this.#local = await Promise.all(rows.map(({ id }) => this.#findShard(id)))
      this.#texts.clear()
      this.#quiet.forget()
    }
    this.#foundAt = performance.now()
  }

  #textOf(text: string): string {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const joined = this.#local.map((shard) => `(${shard.textOf(text)})`).join('\nunion all\n')
    this.#texts.set(text, joined)
    return joined
  }
}
