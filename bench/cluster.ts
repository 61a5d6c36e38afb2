/**
 * Compares a Citus cluster with one server of the same PostgreSQL without Citus, by operation: over
 * HTTP, at 1 and at 64 connections, in turns. Both get databases of their own on the coordinator's
 * server. docs/SCALING.md says how to build a cluster.
 *
 *   CLUSTER_URL=postgres://... npx node bench/cluster.ts --rounds 5 --seconds 3
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { type Environment, outputOf } from './measure/commands.ts'
import { Connection } from './measure/connection.ts'
import { grouped, median, spread } from './measure/statistics.ts'
import { accountId, FILE_KINDS, recordId, syntheticCsv } from './numbered-records.ts'

const ACCOUNTS = 1_000
const ITEMS = 120_000
const CONNECTIONS = [1, 64]
const ORGANIZATION = 'org_bench'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
})

interface Subject {
  readonly url: string
  readonly token: string
  /** Items that transfers have taken so far. */
  taken: number
}

type Request = { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: object }

const LOADS: Readonly<Record<string, (subject: Subject, n: number) => Request>> = {
  'Get FBO Account': (_, n) => ({ method: 'GET', path: `/v1/fbo-accounts/${account(n)}` }),
  'List Outbound Shipments': () => ({ method: 'GET', path: '/v1/outbound-shipments?limit=20' }),
  'Update FBO Account': (_, n) => ({
    method: 'PATCH',
    path: `/v1/fbo-accounts/${account(n)}`,
    body: { lastName: `${n}` },
  }),
  'Create Transfer, 1 item': (subject) => {
    const item = subject.taken++
    const from = (item * 7_919) % ACCOUNTS
    return {
      method: 'POST',
      path: '/v1/transfers',
      body: {
        fromFboAccountId: accountId(from),
        toFboAccountId: accountId((from + 1) % ACCOUNTS),
        items: [{ inventoryItemId: recordId('item', item), reason: 'trade' }],
      },
    }
  },
}

function account(n: number): string {
  return accountId((n * 7_919) % ACCOUNTS)
}

const cleanups = new Cleanups()
await cleanups.around(main)

async function main(): Promise<void> {
  const url = process.env.CLUSTER_URL
  if (url === undefined) throw new Error('set CLUSTER_URL to the coordinator of a cluster')
  const unprepared: TestServer = { url, template: '', serviceRole: '' }
  const admin = adminConnection(unprepared)
  cleanups.add(() => admin.end())
  const server: TestServer = { ...unprepared, nodes: await clusterNodes(admin) }
  const subjects = [await open(server, 'single'), await open(server, 'cluster')] as const
  console.info(
    '| Operation | Connections | One server, a second | Cluster, a second | Ratio | ms more |',
  )
  console.info('|---|---|---|---|---|---|')
  for (const [name, load] of Object.entries(LOADS)) {
    for (const connections of CONNECTIONS) {
      const rates: [number[], number[]] = [[], []]
      for (let round = 0; round < Number(values.rounds); round += 1) {
        for (const place of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          rates[place].push(await run(subjects[place], load, connections))
        }
      }
      const ratio = median(rates[1]) / median(rates[0])
      const more =
        (1_000 * connections) / median(rates[1]) - (1_000 * connections) / median(rates[0])
      console.info(
        `| ${name} | ${connections} | ${spread(rates[0], 0)} | ${spread(rates[1], 0)} | ` +
          `${grouped(ratio, 2)} | ${grouped(more, 2)} |`,
      )
    }
  }
}

async function open(server: TestServer, kind: 'single' | 'cluster'): Promise<Subject> {
  const name = `vault_bench_${process.pid}_${kind}`
  const [coordinator] = server.nodes ?? []
  if (coordinator === undefined) throw new Error('the cluster has no coordinator')
  cleanups.add(() => dropClusterDatabase(server, name))
  if (kind === 'cluster') await createClusterVault(server, name)
  else await onNode(server, coordinator, 'postgres', (sql) => sql`create database ${sql(name)}`)
  const env: Environment = {
    DATABASE_URL: databaseUrlOf(connectionTo(server, name)),
    SERVICE_ROLE: '',
  }
  await outputOf(['organization', 'create', '--name', 'Bench', '--id', ORGANIZATION], env)
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-'))
  cleanups.add(() => rmSync(folder, { recursive: true }))
  for (const kindOfFile of FILE_KINDS) {
    const count = kindOfFile === 'inventory-items' ? ITEMS : ACCOUNTS
    const path = join(folder, `${kindOfFile}.csv`)
    writeFileSync(path, [...syntheticCsv(kindOfFile, ACCOUNTS, { count })].join(''))
    await outputOf(['import', kindOfFile, path, '--organization', ORGANIZATION], env)
  }
  const permissions =
    'fbo_accounts:read,fbo_accounts:update,outbound_shipments:read,transfer_batches:create'
  const grant = ['--organization', ORGANIZATION, '--permissions', permissions, '--json']
  const { token } = JSON.parse(await outputOf(['token', 'create', ...grant], env))
  const cleanup = (undo: () => unknown) => cleanups.add(undo)
  const { url } = await startServiceProcess({ env, cleanup })
  return { url, token, taken: 0 }
}

/** Responses a second. @throws where one of them is no success */
async function run(
  subject: Subject,
  load: (subject: Subject, n: number) => Request,
  connections: number,
): Promise<number> {
  const headers = `authorization: Bearer ${subject.token}\r\ncontent-type: application/json\r\n`
  const opened = await Promise.all(
    Array.from({ length: connections }, () => Connection.open(subject.url)),
  )
  const begun = performance.now()
  const end = begun + 1_000 * Number(values.seconds)
  let responses = 0
  const keepBusy = async (connection: Connection, first: number) => {
    for (let n = first; performance.now() < end; n += connections) {
      const { body, ...request } = load(subject, n)
      const sent = { ...request, headers, ...(body && { body: JSON.stringify(body) }) }
      const response = await connection.send(sent)
      if (response.status < 200 || response.status >= 300) {
        throw new Error(`${response.status} ${response.body}`)
      }
      responses += 1
    }
  }
  await Promise.all(opened.map(keepBusy))
  const seconds = (performance.now() - begun) / 1_000
  for (const connection of opened) connection.close()
  return responses / seconds
}
