import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '../domain/caller.ts'
import {
  type ClusterNode,
  type ClusterNodes,
  isUnavailable,
  LISTS_MISSED_MAX,
} from './cluster-nodes.ts'
import type { Database } from './database.ts'
import type { DatabaseObserver } from './database-options.ts'
import { PLACE, type Place, Places } from './places.ts'
import type { Shard } from './postgres/shard.ts'
import { isShardAway, ShardAway } from './postgres/shard-sql.ts'
import { unavailable } from './unavailable.ts'

/** Attempts to find where an organization has moved, within a good second. */
const ATTEMPTS = 15

const AWAY = 'The database of the organization does not respond.'
const MOVING = 'The records of the organization are moving to another node.'

/** Sends statements to the node of their organization, and after it where that has moved. */
export class OrganizationRouter {
  readonly #nodes: ClusterNodes
  readonly #places: Places<ClusterNode>
  readonly #observer: DatabaseObserver | undefined

  constructor(nodes: ClusterNodes, observer: DatabaseObserver | undefined) {
    this.#nodes = nodes
    this.#observer = observer
    this.#places = new Places(async (organizationId) => {
      const found = await nodes.any((database) => database.read(PLACE, null, organizationId))
      if (found === undefined) throw new ShardAway('no node has the organization right now')
      return { node: nodes.at(found.address), shard: await nodes.shards.find(found.shardId) }
    })
  }

  /** The shard of an organization that something was sent for. @throws {ShardAway} */
  shardOf(organizationId: string): Shard {
    return this.#places.shardOf(organizationId)
  }

  /** @throws {Refusal} `temporarily_unavailable` where its node is away; else what the work throws */
  async send<T>(
    { organizationId }: Pick<Caller, 'organizationId'>,
    work: (database: Database) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      let place: Place<ClusterNode> | undefined
      try {
        const found = this.#places.find(organizationId)
        place = found instanceof Promise ? await found : found
        const { node } = place
        if (node.missed >= LISTS_MISSED_MAX) {
          this.#places.forget(organizationId, place)
          continue
        }
        if (node.isAway) {
          this.#observer?.refused('node_away')
          throw unavailable(AWAY, 'unchanged', undefined)
        }
        return await this.#nodes.watched(node, () => work(node.database))
      } catch (error) {
        if (place !== undefined && isUnavailable(error)) this.#places.doubt(organizationId, place)
        if (!isShardAway(error)) throw error
        if (attempt === ATTEMPTS) throw unavailable(MOVING, 'unchanged', error)
        if (place !== undefined) this.#places.forget(organizationId, place)
        await delay(attempt * attempt)
      }
    }
  }
}
