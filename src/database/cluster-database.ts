import type { Caller } from '../domain/caller.ts'
import type { Config } from '../runtime/config/config.ts'
import { type ClusterNode, ClusterNodes } from './cluster-nodes.ts'
import { type AnyStatement, type Database, openDatabase } from './database.ts'
import type { DatabaseOptions } from './database-options.ts'
import { connectionOf, type NodeAddress } from './node-address.ts'
import { OrganizationRouter } from './organization-router.ts'
import type { ConnectionAddress } from './postgres/open-address.ts'
import type { RecordRead } from './record-read.ts'

type Organization = Pick<Caller, 'organizationId'>

/**
 * Opens a database whose organizations are on several nodes. It sends the statements of an
 * organization straight to its node, so that a node in trouble stops no other one, and the
 * coordinator plans nothing. One place decides here; no operation knows.
 * @param connection of the coordinator or any other node
 */
export async function openCluster(
  config: Config,
  connection: string | ConnectionAddress,
  { groupId, ...options }: DatabaseOptions & Pick<NodeAddress, 'groupId'>,
): Promise<Database> {
  const open = (address?: NodeAddress) =>
    openDatabase(
      config,
      address === undefined ? connection : connectionOf(address, connection, config.DATABASE_NODES),
      { ...options, shardOf: (organizationId) => router.shardOf(organizationId) },
    )
  const nodes = new ClusterNodes({ groupId, open })
  const router = new OrganizationRouter(nodes, options.observer)
  // If it fails, the nodes of requests are found when they come, and the others a little later.
  await nodes.find().catch(() => undefined)
  return {
    sql: nodes.entry.database.sql,
    get pending() {
      return nodes.all.reduce((sum, { database }) => sum + database.pending, 0)
    },
    get connections() {
      const all = nodes.all.map(({ database }) => database.connections)
      const sum = (of: 'max' | 'inUse') => all.reduce((total, each) => total + each[of], 0)
      return { max: sum('max'), inUse: sum('inUse') }
    },
    get parts() {
      return nodes.all.map(({ part }) => part)
    },
    run: <T>(caller: Organization | null, statement: AnyStatement<T>) =>
      caller === null
        ? nodes.any((each) => each.run(null, statement))
        : router.send(caller, (node) => node.run(caller, statement)),
    page: (caller, statement) => router.send(caller, (node) => node.page(caller, statement)),
    slow: (caller, statement) => router.send(caller, (node) => node.slow(caller, statement)),
    search: (caller, statement) => router.send(caller, (node) => node.search(caller, statement)),
    stranger: (caller, statement) =>
      router.send(caller, (node) => node.stranger(caller, statement)),
    read: <Found>(read: RecordRead<Found>, caller: Organization | null, id: string) =>
      caller === null
        ? nodes.any((each) => each.read(read, null, id))
        : router.send(caller, (node) => node.read(read, caller, id)),
    readMany: (caller, statement) =>
      router.send(caller, (node) => node.readMany(caller, statement)),
    change: (change, request) =>
      router.send(request.caller, (node) => node.change(change, request)),
    long: (caller, work) => router.send(caller, (node) => node.long(caller, work)),
    singleFlight: (key, kind, work) => nodes.entry.database.singleFlight(key, kind, work),
    ping: () => pingAny(nodes.all),
    close: () => nodes.close(),
  }
}

/** A service that reaches one node serves its organizations. @throws where none responds */
async function pingAny(nodes: readonly ClusterNode[]): ReturnType<Database['ping']> {
  const pings = nodes.map((node) => node.database.ping())
  const writable = pings.map(async (ping) => {
    if ((await ping) === 'not_writable') throw new Error('not writable')
    return 'writable' as const
  })
  return await Promise.any(writable).catch(() => Promise.any(pings))
}
