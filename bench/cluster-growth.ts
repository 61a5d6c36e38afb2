/**
 * Compares clusters of 1, 2 and 4 nodes, whose processors are bounded so that they and not the
 * machine are the limit: responses a second of the same load over HTTP, in turns in alternating
 * order. Each of them is a database on so many nodes of one cluster, with a coordinator that serves
 * nothing and has no bound. Each node is in a cgroup (version 1 or 2) with a share of a processor:
 * run it as root, on the machine of the cluster, and leave the machine alone.
 *
 *   npm run cluster -- build --folder DIR --nodes 4
 *   CLUSTER_URL=postgres://... npx node bench/cluster-growth.ts --share 0.1 --services 1
 *
 * The load is even by organization: ids are chosen so that each node has as many organizations, and
 * each connection asks for organizations of one node, as callers ask for their own. A turn without
 * bound, of `--warm` seconds, precedes each operation: connections prepare their statements in it.
 * Autovacuum and the search for deadlocks rest meanwhile: they cost by database, and the first node
 * has three. `--only Update,Create` takes the operations whose names begin so.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  type ClusterNode,
  clusterNodes,
  createClusterVault,
  dropClusterDatabase,
  onNode,
  placeOf,
} from '../test/support/processes/cluster.ts'
import { databaseUrlOf, startServiceProcess } from '../test/support/processes/service-process.ts'
import { adminConnection, connectionTo, type TestServer } from '../test/support/vault/server.ts'
import { Cleanups } from './measure/cleanups.ts'
import { fillOrganizations, LOADS, type Load, loadsNamed } from './measure/cluster-load.ts'
import { alone, runTurn, type Served, type Turn } from './measure/cluster-turn.ts'
import { Connection } from './measure/connection.ts'
import { ProcessorBound } from './measure/processor-bound.ts'
import { postmasterOf } from './measure/server-use.ts'
import { grouped, median, spread } from './measure/statistics.ts'

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1,2,4' },
    share: { type: 'string', default: '0.1' },
    services: { type: 'string', default: '1' },
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    warm: { type: 'string', default: '5' },
    organizations: { type: 'string', default: '24' },
    shards: { type: 'string', default: '32' },
    only: { type: 'string', default: '' },
  },
})
/** Servers do so for each database, and the first node has all of them. */
const OWN_WORK = { autovacuum: 'off', 'citus.distributed_deadlock_detection_factor': '-1' }
const SHARE = Number(values.share)
/** A node with a tenth of a processor is too slow for the limits of a service. */
const PATIENT = { DATABASE_QUEUE_TIMEOUT_MS: '30000' }

interface Vault {
  readonly nodes: number
  /** The coordinator and these nodes. */
  readonly server: TestServer
  readonly name: string
}

interface Subject extends Served {
  readonly nodes: number
}

interface Machines {
  readonly postmasters: readonly number[]
  readonly bounds: readonly ProcessorBound[]
}

const cleanups = new Cleanups()
await cleanups.around(main)

async function main(): Promise<void> {
  const url = process.env.CLUSTER_URL
  if (url === undefined) throw new Error('set CLUSTER_URL to the coordinator of a cluster')
  const unprepared: TestServer = { url, template: '', serviceRole: '' }
  const admin = adminConnection(unprepared)
  cleanups.add(() => admin.end())
  const server = { ...unprepared, nodes: await clusterNodes(admin) }
  const sizes = values.nodes.split(',').map(Number)
  const most = Math.max(...sizes)
  if (server.nodes.length <= most) throw new Error(`CLUSTER_URL has fewer than ${most} nodes`)
  const vaults: Vault[] = []
  for (const nodes of sizes) vaults.push(await create(server, nodes))
  const subjects = await Promise.all(vaults.map(open))
  const machines = await bind(server, server.nodes.slice(0, most + 1))
  const heads = sizes.map((nodes) => `${nodes === 1 ? '1 node' : `${nodes} nodes`}, a second`)
  const uses = ["Use of the nodes' shares", 'us of the coordinator', 'Services, of a processor']
  console.info(`| ${['Operation', ...heads, ...uses].join(' | ')} |`)
  console.info(`|${'---|'.repeat(1 + heads.length + uses.length)}`)
  for (const [name, load] of loadsNamed(values.only)) {
    console.info(rowOf(name, await compare(subjects, load, machines)))
  }
}

/** The turns of each cluster. */
async function compare(
  subjects: readonly Subject[],
  load: Load,
  machines: Machines,
): Promise<ReadonlyMap<Subject, Turn[]>> {
  const turns = new Map<Subject, Turn[]>(subjects.map((subject) => [subject, []]))
  const connections = Number(values.connections)
  const turnOf = (subject: Subject, seconds: number) => {
    const postmasters = machines.postmasters.slice(0, subject.nodes + 1)
    return alone(
      subjects.filter((each) => each !== subject),
      async () => {
        await responds(subject)
        return await runTurn(subject, load, { connections, seconds, postmasters })
      },
    )
  }
  for (const bound of machines.bounds) bound.set(null)
  for (const subject of subjects) await turnOf(subject, Number(values.warm))
  for (const bound of machines.bounds) bound.set(SHARE)
  const seconds = Number(values.seconds)
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      turns.get(subject)?.push(await turnOf(subject, seconds))
    }
  }
  for (const bound of machines.bounds) bound.set(null)
  return turns
}

/** A service that was suspended first has to find that the nodes did respond meanwhile. */
async function responds({ services, organizations, nodes }: Subject): Promise<void> {
  const get = LOADS['Get FBO Account'] as Load
  for (const { url } of services) {
    const connection = await Connection.open(url)
    for (const organization of organizations.slice(0, nodes)) {
      while ((await connection.send(get(organization, 0))).status !== 200) await delay(100)
    }
    connection.close()
  }
}

function rowOf(name: string, turns: ReadonlyMap<Subject, Turn[]>): string {
  const all = [...turns]
  const [least = []] = turns.values()
  const rates = all.map(([, each], index) => {
    const ratio = median(each.map((turn, at) => turn.perSecond / (least[at]?.perSecond ?? 0)))
    const rate = spread(
      each.map(({ perSecond }) => perSecond),
      0,
    )
    return index === 0 ? rate : `${rate}, ${grouped(ratio, 2)}x`
  })
  const each = (digits: number, figure: (turn: Turn, nodes: number) => number) =>
    all
      .map(([{ nodes }, ofOne]) =>
        grouped(median(ofOne.map((turn) => figure(turn, nodes))), digits),
      )
      .join(', ')
  const cells = [
    name,
    ...rates,
    each(2, ({ use, perSecond }, nodes) => (use.nodes * perSecond) / 1e6 / (nodes * SHARE)),
    each(1, ({ use }) => use.coordinator),
    each(2, ({ use, perSecond }) => (use.service * perSecond) / 1e6),
  ]
  return `| ${cells.join(' | ')} |`
}

async function create(whole: TestServer, nodes: number): Promise<Vault> {
  const name = `vault_bench_${process.pid}_${nodes}`
  const server = { ...whole, nodes: whole.nodes?.slice(0, nodes + 1) ?? [] }
  cleanups.add(() => dropClusterDatabase(server, name))
  await createClusterVault(server, name, Number(values.shards))
  return { nodes, server, name }
}

async function open({ nodes, server, name }: Vault): Promise<Subject> {
  const env = { DATABASE_URL: databaseUrlOf(connectionTo(server, name)), SERVICE_ROLE: '' }
  const organizations = await fillOrganizations(await evenIds(server, name), env)
  // Else the servers would do so by themselves in some turns.
  for (const node of server.nodes ?? []) {
    await onNode(server, node, name, (sql) => sql`vacuum analyze`)
  }
  const services = []
  for (let number = 1; number <= Number(values.services); number += 1) {
    const cleanup = (undo: () => unknown) => cleanups.add(undo)
    services.push(await startServiceProcess({ env: { ...env, ...PATIENT }, cleanup }))
  }
  return { nodes, services, organizations }
}

/** Ids of organizations, of which each node has as many, and which take turns between nodes. */
async function evenIds(server: TestServer, name: string): Promise<string[]> {
  const [coordinator, ...nodes] = server.nodes as [ClusterNode, ...ClusterNode[]]
  const each = Number(values.organizations) / nodes.length
  if (!Number.isInteger(each)) throw new Error('--organizations must be a multiple of --nodes')
  const ids = new Map(nodes.map(({ port }) => [port, [] as string[]]))
  await onNode(server, coordinator, name, async (sql) => {
    for (let number = 1; [...ids.values()].some(({ length }) => length < each); number += 1) {
      const id = `org_bench_${number}`
      const ofNode = ids.get((await placeOf(sql, id)).port)
      if (ofNode !== undefined && ofNode.length < each) ofNode.push(id)
    }
  })
  return Array.from({ length: each }, (_, at) =>
    [...ids.values()].map((some) => some[at] as string),
  ).flat()
}

/** Bounds the nodes, and ends the work that servers do by themselves. */
async function bind(server: TestServer, machines: readonly ClusterNode[]): Promise<Machines> {
  const postmasters: number[] = []
  for (const node of machines) {
    postmasters.push(await onNode(server, node, 'postgres', postmasterOf))
    await configure(
      server,
      node,
      Object.entries(OWN_WORK).map(([name, off]) => `set ${name} = ${off}`),
    )
    const undo = Object.keys(OWN_WORK).map((name) => `reset ${name}`)
    cleanups.add(() => configure(server, node, undo))
  }
  const bounds = postmasters.slice(1).map((postmaster) => {
    const bound = new ProcessorBound(postmaster)
    cleanups.add(() => bound.remove())
    return bound
  })
  return { postmasters, bounds }
}

async function configure(
  server: TestServer,
  node: ClusterNode,
  settings: readonly string[],
): Promise<void> {
  await onNode(server, node, 'postgres', async (sql) => {
    for (const setting of settings) await sql.query(`alter system ${setting}`)
    await sql`select pg_reload_conf()`
  })
}
