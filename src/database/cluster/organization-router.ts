import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '../../domain/caller.ts'
import type { Database } from '../database.ts'
import type { DatabaseOptions } from '../request-database.ts'
import { isUnavailable, unavailable } from '../unavailable.ts'
import { type ClusterNodes, LISTS_MISSED_MAX } from './cluster-nodes.ts'
import { isShardAway, type Shard, shardAway } from './shards.ts'

/** Attempts to find where an organization has moved, within a good second. */
const ATTEMPTS = 15

const AWAY = 'The database of the organization does not respond.'
const MOVING = 'The records of the organization are moving to another node.'

type FoundPlace = { readonly shardId: string } & Parameters<ClusterNodes['at']>[0]

/**
 * Finds the node and the shard of an organization, which need not exist. Each node knows it. In the
 * moment of a split there may be none: the shard is of one state, its placement of the other.
 */
const PLACE = `
  select shardid::text as shard_id, groupid as group_id, nodename as host, nodeport as port
  from pg_dist_placement
  join pg_dist_node using (groupid)
  where shardid = get_shard_id_for_distribution_column('organizations', $1::text)
    and noderole = 'primary'`

/** Organizations whose places are remembered; some 200 bytes each. */
const REMEMBERED_MAX = 100_000

/** A node that does not respond is asked for again so often: it may have another address now. */
const DOUBTED_EVERY_MS = 1_000

interface Place {
  readonly node: ClusterNodes['entry']
  readonly shard: Shard
  readonly foundAt: number
  /** Whether the organization was not there, or its node did not respond. */
  isStale: boolean
}

/**
 * Sends statements to the node of their organization, and after it where that has moved. It
 * remembers the node until a statement says otherwise: each transaction checks it there, so a place
 * that is out of date costs a look-up and does no harm.
 */
export function organizationRouter(nodes: ClusterNodes, observer: DatabaseOptions['observer']) {
  const remembered = new Map<string, Place>()
  const asking = new Map<string, Promise<Place>>()

  const ask = async (organizationId: string): Promise<Place> => {
    const foundAt = performance.now()
    const [found] = await nodes.any((node) =>
      node.read(null, (sql) => sql.query<FoundPlace[]>(PLACE, [organizationId])),
    )
    if (found === undefined) throw shardAway('no node has the organization right now')
    const { shardId, ...address } = found
    const shard = await nodes.findShard(shardId)
    const place = { node: nodes.at(address), shard, foundAt, isStale: false }
    remembered.delete(organizationId)
    remembered.set(organizationId, place)
    const [oldest] = remembered.keys()
    if (remembered.size > REMEMBERED_MAX) remembered.delete(oldest as string)
    return place
  }

  /** A remembered place needs no promise. */
  const find = (organizationId: string): Place | Promise<Place> => {
    const place = remembered.get(organizationId)
    if (place !== undefined && !place.isStale) return place
    const underWay = asking.get(organizationId)
    if (underWay !== undefined) return underWay
    const asked = ask(organizationId).finally(() => asking.delete(organizationId))
    asking.set(organizationId, asked)
    return asked
  }
  return {
    /** The shard of an organization that something was sent for. @throws what `isShardAway` knows */
    shardOf(organizationId: string): Shard {
      const place = remembered.get(organizationId)
      if (place === undefined) throw shardAway('the place of the organization is not known')
      return place.shard
    },
    /** @throws {Refusal} `temporarily_unavailable` where its node is away; else what the work throws */
    async send<T>(
      { organizationId }: Pick<Caller, 'organizationId'>,
      work: (database: Database) => Promise<T>,
    ): Promise<T> {
      for (let attempt = 1; ; attempt += 1) {
        let place: Place | undefined
        try {
          const found = find(organizationId)
          place = found instanceof Promise ? await found : found
          const { node } = place
          if (node.missed >= LISTS_MISSED_MAX) {
            place.isStale = true
            continue
          }
          if (node.isAway) {
            observer?.refused('node_away')
            throw unavailable(AWAY, 'unchanged', undefined)
          }
          return await nodes.watched(node, () => work(node.database))
        } catch (error) {
          if (place !== undefined) {
            const isOld = performance.now() - place.foundAt > DOUBTED_EVERY_MS
            if (isShardAway(error) || (isOld && isUnavailable(error))) place.isStale = true
          }
          if (!isShardAway(error)) throw error
          if (attempt === ATTEMPTS) throw unavailable(MOVING, 'unchanged', error)
          await delay(attempt * attempt)
        }
      }
    },
  }
}
