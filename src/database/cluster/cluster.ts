import type { Caller } from '../../domain/caller.ts'
import type { Config } from '../../runtime/config/config.ts'
import { withFirstHost } from '../../runtime/config/database-url.ts'
import { type Database, openDatabase } from '../database.ts'
import type { ConnectionAddress } from '../postgres/open-address.ts'
import type { OrganizationSql, Sql } from '../postgres/sql.ts'
import type { DatabaseOptions, RequestDatabase } from '../request-database.ts'
import { ClusterNodes } from './cluster-nodes.ts'
import { organizationRouter } from './organization-router.ts'
import { statementsOnNode } from './shard-sql.ts'
import { COORDINATOR, PLANNED_EACH_TIME } from './topology.ts'

type Organization = Pick<Caller, 'organizationId'>

interface ClusterOptions extends DatabaseOptions {
  readonly entry: ClusterEntry
}

/** A server with Citus, as the service meets it. */
interface ClusterEntry {
  /** 0 is the coordinator. */
  readonly groupId: number
  /** Whether the vault is distributed so that the service can send statements to each node. */
  readonly isServing: boolean
  /** The coordinator's address in the catalogue, where the server is another node. */
  readonly coordinator?: { readonly host: string; readonly port: number }
}

/** Undefined where the server has no Citus. */
export async function entryAt(sql: Sql): Promise<ClusterEntry | undefined> {
  const [row] = await sql.query<{ has: boolean }[]>(`
    select exists (select from pg_extension where extname = 'citus') as has`)
  if (row?.has !== true) return undefined
  const [{ host, port, ...facts }] = await sql.query<
    [{ groupId: number; isServing: boolean; host: string | null; port: number }]
  >(
    `
    select local.groupid as group_id, nodename as host, nodeport as port,
      to_regproc('check_shards') is not null and exists (
        select from pg_dist_partition where logicalrelid = to_regclass('schema_migrations')
      ) and (
        select bool_and(proconfig is not null)
        from unnest($1::text[]) as name
        join pg_proc on pg_proc.oid = to_regproc(name)
      ) as is_serving
    from pg_dist_local_group as local
    left join pg_dist_node as coordinator
      on coordinator.groupid = 0 and noderole = 'primary' and local.groupid <> 0`,
    [PLANNED_EACH_TIME],
  )
  return { ...facts, ...(host !== null && { coordinator: { host, port } }) }
}

/** Why the service cannot work at that entry; undefined where it can. */
export function unservable({ groupId, isServing }: ClusterEntry): string | undefined {
  if (isServing || groupId === 0) return undefined
  return (
    'DATABASE_URL leads to a node of a Citus cluster whose vault is not distributed for this version: ' +
    'run vault-inventory distribute as the owner of the database.'
  )
}

/** Opens the coordinator: commands change the catalogue, or read all nodes. */
export function openCoordinator(
  config: Config,
  connection: string | ConnectionAddress,
  { entry: { coordinator }, ...options }: ClusterOptions,
): Database {
  const address = coordinator && connectionOf(coordinator, connection, config.DATABASE_NODES)
  return openDatabase(config, address ?? connection, {
    ...options,
    topology: COORDINATOR,
    serverSettings: {
      // Citus finds the node by the values of the parameters: a generic plan would go to all.
      plan_cache_mode: 'auto',
      // A setting of one transaction, such as its lock timeout, applies on the nodes too.
      'citus.propagate_set_commands': 'local',
      ...options.serverSettings,
    },
  })
}

/**
 * Opens a database whose organizations are on several nodes. It sends the statements of an
 * organization straight to its node, so that a node in trouble stops no other one, and the
 * coordinator plans nothing. One place decides here; no operation knows.
 * @param connection of the coordinator or any other node
 */
export async function openCluster(
  config: Config,
  connection: string | ConnectionAddress,
  { entry: { groupId }, ...options }: ClusterOptions,
): Promise<Database> {
  const open = (address?: Parameters<ClusterNodes['at']>[0]) =>
    openDatabase(
      config,
      address === undefined ? connection : connectionOf(address, connection, config.DATABASE_NODES),
      { ...options, ...statementsOnNode((organizationId) => router.shardOf(organizationId)) },
    )
  const nodes = new ClusterNodes({ groupId, open })
  const router = organizationRouter(nodes, options.observer)
  // If it fails, the nodes of requests are found when they come, and the others a little later.
  await nodes.find().catch(() => undefined)
  const sent = (
    lane: 'page' | 'slow' | 'search' | 'stranger' | 'readMany',
  ): RequestDatabase['stranger'] => {
    return (caller, statement) => router.send(caller, (node) => node[lane](caller, statement))
  }
  const sentToAny = (lane: 'run' | 'read') => {
    return <T>(caller: Organization | null, statement: (sql: OrganizationSql) => PromiseLike<T>) =>
      caller === null
        ? nodes.any((each) => each[lane](null, statement))
        : router.send(caller, (node) => node[lane](caller, statement))
  }
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
    run: sentToAny('run'),
    read: sentToAny('read'),
    page: sent('page'),
    slow: sent('slow'),
    search: sent('search'),
    stranger: sent('stranger'),
    readMany: sent('readMany'),
    change: (change, request) =>
      router.send(request.caller, (node) => node.change(change, request)),
    long: (caller, work) => router.send(caller, (node) => node.long(caller, work)),
    singleFlight: (key, kind, work) => nodes.entry.database.singleFlight(key, kind, work),
    ping: () => pingAny(nodes.all),
    close: () => nodes.close(),
  }
}

/** A service that reaches one node serves its organizations. @throws where none responds */
async function pingAny(nodes: ClusterNodes['all']): ReturnType<Database['ping']> {
  const pings = nodes.map((node) => node.database.ping())
  const writable = pings.map(async (ping) => {
    if ((await ping) === 'not_writable') throw new Error('not writable')
    return 'writable' as const
  })
  return await Promise.any(writable).catch(() => Promise.any(pings))
}

/**
 * The connection of another node: the same role, database and TLS.
 * @param seenAs the addresses of nodes that the service reaches by others, as `host:port`
 */
export function connectionOf(
  { host, port }: { readonly host: string; readonly port: number },
  connection: string | ConnectionAddress,
  seenAs: ReadonlyMap<string, string>,
): string | ConnectionAddress {
  const named = host.includes(':') ? `[${host}]` : host
  const place = seenAs.get(`${named}:${port}`) ?? `${named}:${port}`
  if (typeof connection !== 'string') {
    const { path: _, ...rest } = connection
    const { hostname, port: number } = new URL(`postgres://${place}`)
    return { ...rest, host: hostname.replace(/^\[|\]$/g, ''), port: Number(number) }
  }
  const url = new URL(withFirstHost(connection))
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.host = place
  return url.href
}
