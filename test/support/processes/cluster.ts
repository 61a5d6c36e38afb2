import { distribute } from '../../../src/database/cluster/distribute.ts'
import { COORDINATOR } from '../../../src/database/cluster/topology.ts'
import { migrate } from '../../../src/database/migrations.ts'
import { adminConnection, connectionTo, openConnection, type TestServer } from '../vault/server.ts'
import type { Sql } from '../vault/sql.ts'

/** Fewer than a vault should have: each costs two hundred files in each database of a test. */
const SHARDS = 4

export interface ClusterNode {
  readonly host: string
  readonly port: number
}

/** The nodes that the database of the coordinator knows, itself first. */
export async function clusterNodes(coordinator: Sql): Promise<ClusterNode[]> {
  return await coordinator<ClusterNode[]>`
    select nodename as host, nodeport as port from pg_dist_node
    where noderole = 'primary' order by groupid`
}

/** An empty database on each node, joined as the cluster's own one is. */
export async function createClusterDatabase(server: TestServer, name: string): Promise<void> {
  const nodes = server.nodes ?? []
  const admin = adminConnection(server)
  // Roles belong to all databases: two that join nodes at the same time change the same ones.
  await admin.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1)`
    await joinNodes(server, nodes, name)
  })
  await admin.end()
}

async function joinNodes(
  server: TestServer,
  nodes: readonly ClusterNode[],
  name: string,
): Promise<void> {
  // Nodes that let nobody in without a password ask for it from each other too.
  const { username, password } = new URL(server.url as string)
  for (const node of nodes) {
    await onNode(server, node, 'postgres', (sql) => sql`create database ${sql(name)}`)
    await onNode(server, node, name, async (sql) => {
      await sql`create extension citus`
      if (password === '') return
      await sql`insert into pg_dist_authinfo values (0, ${username}, ${`password=${password}`})`
    })
  }
  const [coordinator, ...workers] = nodes as [ClusterNode, ...ClusterNode[]]
  await onNode(server, coordinator, name, async (sql) => {
    await sql`select citus_set_coordinator_host(${coordinator.host}, ${coordinator.port})`
    for (const { host, port } of workers) await sql`select citus_add_node(${host}, ${port})`
  })
}

/** The same with a vault that is distributed. */
export async function createClusterVault(
  server: TestServer,
  name: string,
  shards = SHARDS,
): Promise<void> {
  await createClusterDatabase(server, name)
  const sql = openConnection(connectionTo(server, name), 1, COORDINATOR)
  const owned = { sql, migrate: () => migrate(sql, { serviceRole: server.serviceRole || null }) }
  await distribute(owned, shards, { lockTimeoutMs: 5_000 })
  // Tests rewrite the times of a log: what a transaction sets for that holds on the nodes too.
  await sql`alter database ${sql(name)} set citus.propagate_set_commands = 'local'`
  await sql.end()
}

export async function dropClusterDatabase(server: TestServer, name: string): Promise<void> {
  for (const node of server.nodes ?? []) {
    await onNode(
      server,
      node,
      'postgres',
      (sql) => sql`drop database if exists ${sql(name)} with (force)`,
    )
  }
}

/** Does something on one node itself. */
export async function onNode<T>(
  server: TestServer,
  { host, port }: ClusterNode,
  database: string,
  work: (sql: Sql) => PromiseLike<T>,
): Promise<T> {
  const url = new URL(server.url as string)
  url.host = `${host}:${port}`
  url.pathname = `/${database}`
  const sql = openConnection(url.href, 1)
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

/**
 * The node that has the organization's rows, and the shard of `organizations` that they are with.
 */
export async function placeOf(
  sql: Sql,
  organizationId: string,
): Promise<ClusterNode & { readonly shardId: string }> {
  const [place] = await sql<(ClusterNode & { shardId: string })[]>`
    select nodename as host, nodeport as port, shardid::text as shard_id
    from pg_dist_placement join pg_dist_node using (groupid)
    where noderole = 'primary'
      and shardid = get_shard_id_for_distribution_column('organizations', ${organizationId}::text)`
  if (place === undefined) throw new Error(`no node has ${organizationId}`)
  return place
}

/** New organizations, each on another node. */
export async function organizationsApart(
  sql: Sql,
  make: () => Promise<string>,
): Promise<readonly [string, string]> {
  const first = await make()
  const { port } = await placeOf(sql, first)
  for (;;) {
    const other = await make()
    if ((await placeOf(sql, other)).port !== port) return [first, other]
  }
}
