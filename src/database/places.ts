import type { BatchedRead } from './batching/batched-read.ts'
import type { NodeAddress } from './node-address.ts'
import type { Shard } from './postgres/shard.ts'
import { ShardAway } from './postgres/shard-sql.ts'

interface FoundPlace {
  readonly shardId: string
  readonly address: NodeAddress
}

const FOUND = `
  select asked.id, shardid::text, groupid, nodename, nodeport
  from unnest($1::text[]) as asked (id)
  cross join lateral (
    select get_shard_id_for_distribution_column('organizations', asked.id) as number
  ) as shard
  join pg_dist_placement on shardid = shard.number
  join pg_dist_node using (groupid)
  where noderole = 'primary'`

/**
 * Finds the node and the shard of an organization, which need not exist. Each node knows it. In the
 * moment of a split there may be none: the shard is of one state, its placement of the other.
 */
export const PLACE: BatchedRead<FoundPlace> = {
  name: 'find_place',
  one: FOUND.replace('$1::text[]', 'array[$1::text]'),
  many: FOUND,
  toRecord: ([, shardId, groupId, host, port]) =>
    ({ shardId, address: { groupId, host, port } }) as FoundPlace,
}

/** Organizations whose places are remembered; some 200 bytes each. */
const REMEMBERED_MAX = 100_000

/** A node that does not respond is asked for again so often: it may have another address now. */
const DOUBTED_EVERY_MS = 1_000

export interface Place<Node> {
  readonly node: Node
  readonly shard: Shard
}

interface Remembered<Node> extends Place<Node> {
  readonly foundAt: number
  isStale: boolean
}

/**
 * Remembers on which node an organization is, until a statement says otherwise: each transaction
 * checks it there, so a place that is out of date costs a look-up and does no harm.
 */
export class Places<Node> {
  readonly #remembered = new Map<string, Remembered<Node>>()
  readonly #asking = new Map<string, Promise<Place<Node>>>()
  readonly #ask: (organizationId: string) => Promise<Place<Node>>

  constructor(ask: (organizationId: string) => Promise<Place<Node>>) {
    this.#ask = ask
  }

  /** A remembered place needs no promise. */
  find(organizationId: string): Place<Node> | Promise<Place<Node>> {
    const place = this.#remembered.get(organizationId)
    if (place !== undefined && !place.isStale) return place
    const underWay = this.#asking.get(organizationId)
    if (underWay !== undefined) return underWay
    const asking = this.#askAgain(organizationId).finally(() => this.#asking.delete(organizationId))
    this.#asking.set(organizationId, asking)
    return asking
  }

  /** The shard of an organization that was found. @throws {ShardAway} */
  shardOf(organizationId: string): Shard {
    const place = this.#remembered.get(organizationId)
    if (place === undefined) throw new ShardAway('the place of the organization is not known')
    return place.shard
  }

  /** To be called when the organization was not there. */
  forget(organizationId: string, place: Place<Node>): void {
    const remembered = this.#remembered.get(organizationId)
    if (remembered !== undefined && remembered === place) remembered.isStale = true
  }

  /** To be called when its node did not respond. */
  doubt(organizationId: string, place: Place<Node>): void {
    const { foundAt = 0 } = this.#remembered.get(organizationId) ?? {}
    if (performance.now() - foundAt > DOUBTED_EVERY_MS) this.forget(organizationId, place)
  }

  async #askAgain(organizationId: string): Promise<Place<Node>> {
    const foundAt = performance.now()
    const place = { ...(await this.#ask(organizationId)), foundAt, isStale: false }
    this.#remembered.delete(organizationId)
    this.#remembered.set(organizationId, place)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > REMEMBERED_MAX) this.#remembered.delete(oldest as string)
    return place
  }
}
