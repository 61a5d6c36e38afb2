/**
 * Compares a Citus cluster with one server of the same PostgreSQL without Citus, by operation: over
 * HTTP, requests of many organizations, at 1 and at 64 connections, in turns: responses a second,
 * median time, and processor time of a request by process. Both get databases of their own on the
 * coordinator's server. docs/SCALING.md says how to build a cluster.
 *
 *   CLUSTER_URL=postgres://... npx node bench/cluster.ts --rounds 5 --seconds 3
 *
 * `--only Get,List` takes the operations whose names begin so, `--connections 64` one number of
 * them, `--warm 5` the seconds before each operation in which connections prepare its statements.
 */
import { parseArgs } from 'node:util'
import {
  clusterNodes,
  createClusterVault,
  dropClusterDatabase,
  onNode,
} from '../test/support/processes/cluster.ts'
import { databaseUrlOf, startServiceProcess } from '../test/support/processes/service-process.ts'
import { adminConnection, connectionTo, type TestServer } from '../test/support/vault/server.ts'
import { Cleanups } from './measure/cleanups.ts'
import { fillOrganizations, loadsNamed, numberedIds } from './measure/cluster-load.ts'
import { alone, runTurn, type Served, type Turn } from './measure/cluster-turn.ts'
import { postmasterOf } from './measure/server-use.ts'
import { grouped, median, spread } from './measure/statistics.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    organizations: { type: 'string', default: '24' },
    shards: { type: 'string', default: '32' },
    connections: { type: 'string', default: '1,64' },
    only: { type: 'string', default: '' },
    warm: { type: 'string', default: '5' },
  },
})

const cleanups = new Cleanups()
await cleanups.around(main)

async function main(): Promise<void> {
  const url = process.env.CLUSTER_URL
  if (url === undefined) throw new Error('set CLUSTER_URL to the coordinator of a cluster')
  const unprepared: TestServer = { url, template: '', serviceRole: '' }
  const admin = adminConnection(unprepared)
  cleanups.add(() => admin.end())
  const server: TestServer = { ...unprepared, nodes: await clusterNodes(admin) }
  const postmasters = await Promise.all(
    (server.nodes ?? []).map((node) => onNode(server, node, 'postgres', postmasterOf)),
  )
  const subjects = [await open(server, 'single'), await open(server, 'cluster')] as const
  console.info(
    '| Operation | Connections | One server, a second | Cluster, a second | Ratio | p50 ms | ' +
      'us of one server | us of the coordinator | us of all nodes | Ratio | us of the service |',
  )
  console.info(`|${'---|'.repeat(11)}`)
  for (const [name, load] of loadsNamed(values.only)) {
    const turnOf = (place: 0 | 1, connections: number, seconds: number) =>
      alone([subjects[1 - place] as Served], () =>
        runTurn(subjects[place], load, { connections, seconds, postmasters }),
      )
    for (const place of [0, 1] as const) await turnOf(place, 64, Number(values.warm))
    for (const connections of values.connections.split(',').map(Number)) {
      const turns: [Turn[], Turn[]] = [[], []]
      for (let round = 0; round < Number(values.rounds); round += 1) {
        for (const place of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          turns[place].push(await turnOf(place, connections, Number(values.seconds)))
        }
      }
      console.info(rowOf(name, connections, turns))
    }
  }
}

function rowOf(name: string, connections: number, [single, cluster]: [Turn[], Turn[]]): string {
  const of = (turns: Turn[], figure: (turn: Turn) => number) => median(turns.map(figure))
  const one = of(single, ({ use }) => use.coordinator)
  const nodes = of(cluster, ({ use }) => use.nodes + use.coordinator)
  const rates = [single, cluster].map((turns) => turns.map(({ perSecond }) => perSecond))
  const cells = [
    name,
    connections,
    ...rates.map((each) => spread(each, 0)),
    grouped(median(rates[1] ?? []) / median(rates[0] ?? []), 2),
    [single, cluster]
      .map((turns) =>
        grouped(
          of(turns, ({ medianMs }) => medianMs),
          2,
        ),
      )
      .join(', '),
    grouped(one, 0),
    grouped(
      of(cluster, ({ use }) => use.coordinator),
      1,
    ),
    grouped(nodes, 0),
    grouped(nodes / one, 2),
    [single, cluster]
      .map((turns) =>
        grouped(
          of(turns, ({ use }) => use.service),
          0,
        ),
      )
      .join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

async function open(server: TestServer, kind: 'single' | 'cluster'): Promise<Served> {
  const name = `vault_bench_${process.pid}_${kind}`
  const [coordinator] = server.nodes ?? []
  if (coordinator === undefined) throw new Error('the cluster has no coordinator')
  cleanups.add(() => dropClusterDatabase(server, name))
  if (kind === 'cluster') await createClusterVault(server, name, Number(values.shards))
  else await onNode(server, coordinator, 'postgres', (sql) => sql`create database ${sql(name)}`)
  const env = { DATABASE_URL: databaseUrlOf(connectionTo(server, name)), SERVICE_ROLE: '' }
  const organizations = await fillOrganizations(numberedIds(Number(values.organizations)), env)
  const cleanup = (undo: () => unknown) => cleanups.add(undo)
  return { services: [await startServiceProcess({ env, cleanup })], organizations }
}
