import { randomBytes, randomUUID } from 'node:crypto'
import { connectionOf, openCluster } from '../../../src/database/cluster/cluster.ts'
import { type Database, openDatabase } from '../../../src/database/database.ts'
import type { ConnectionAddress } from '../../../src/database/postgres/open-address.ts'
import { makeFirstSigningKey } from '../../../src/history/sealed-log/signing-keys.ts'
import type { Readiness } from '../../../src/http/transport/health.ts'
import { type Config, readConfig } from '../../../src/runtime/config/config.ts'
import { createLog } from '../../../src/runtime/log/log.ts'
import { Metrics } from '../../../src/runtime/metrics/metrics.ts'
import { startApp } from '../../../src/server/start-app.ts'
import { type Proxy as NodeProxy, openProxy } from '../chaos/proxy.ts'
import { type ClusterNode, createClusterVault, dropClusterDatabase } from '../processes/cluster.ts'
import { REPORTING_SETTINGS, RemoteCommands } from '../processes/remote-commands.ts'
import { atEndOfProcess } from '../runner/end-of-process.ts'
import { ApiClient } from './api-client.ts'
import { makeDatabase } from './databases.ts'
import { inTheEnd } from './in-the-end.ts'
import { Records } from './records.ts'
import { connectionTo, connectTo, serviceConnectionTo, testServer } from './server.ts'
import type { Sql } from './sql.ts'

export type TestVault = Awaited<ReturnType<typeof makeVault>>

/** A copy of the migrated template; dropped after the test file, unless `cleanup` does it later. */
export async function freshDatabase(
  cleanup: Cleanup = inTheEnd,
  template = testServer().template,
): Promise<{ name: string; sql: Sql }> {
  const server = testServer()
  if (server.nodes === undefined) return await makeDatabase({ template, cleanup })
  const name = `vault_test_${process.pid}_${randomUUID().slice(0, 8)}`
  await createClusterVault(server, name)
  const sql = connectTo(server, name)
  cleanup(async () => {
    await sql.end()
    await dropClusterDatabase(server, name)
  })
  return { name, sql }
}

export interface VaultOptions {
  /** The database to copy, if not the migrated one. */
  readonly template?: string
  /** Address of PostgreSQL for the service, if not the fresh database. */
  readonly connection?: string | ConnectionAddress
  readonly readiness?: Readiness
  /** False for a vault without a key to sign with. */
  readonly signingKey?: false
  /** Settings of the service's own connections, of which not every server knows. */
  readonly serverSettings?: Readonly<Record<string, string>>
  /** True for a service that notes the words of searches by itself. */
  readonly notesWords?: true
  /** A built console, if not that of this package. */
  readonly consoleFolder?: string
}

let shared: Promise<TestVault> | undefined

/**
 * The vault that all files of this process share: the service as production builds it, listening on
 * a free port. Organizations keep its tests apart: what a test changes, it changes in its own.
 */
export async function openVault(): Promise<TestVault> {
  shared ??= makeVault({}, {}, atEndOfProcess)
  return await shared
}

/** A vault of the test's own, for settings of its own, or where a test looks at all of a vault. */
export async function openOwnVault(
  overrides: Partial<Config> = {},
  options: VaultOptions = {},
): Promise<TestVault> {
  return await makeVault(overrides, options, inTheEnd)
}

type Cleanup = (undo: () => Promise<void>) => void

async function makeVault(overrides: Partial<Config>, options: VaultOptions, cleanup: Cleanup) {
  const { name, sql } = await freshDatabase(cleanup, options.template)
  const given = options.connection ?? serviceConnectionTo(testServer(), name)
  const nodes = testServer().nodes ?? []
  const { connection, seenAs, proxies } = await countingProxies(given, nodes, cleanup)
  // Tests often send bad tokens.
  const settings = {
    DATABASE_URL: '',
    PORT: '0',
    AUTH_FAILURES_PER_MINUTE: '0',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    // It would look for work while a test counts statements, or breaks connections.
    WEBHOOK_DELIVERY: 'off',
  }
  const config = { ...readConfig(settings), DATABASE_NODES: seenAs, ...overrides }
  const metrics = new Metrics()
  const isCluster = nodes.length > 0
  const opening = {
    applicationName: 'vault-inventory test',
    observer: metrics,
    serverSettings: { ...(isCluster && REPORTING_SETTINGS), ...options.serverSettings },
  }
  const database: Database = isCluster
    ? await openCluster(config, connection, { ...opening, entry: { groupId: 0, isServing: true } })
    : openDatabase(config, connection, opening)
  const logLines: string[] = []
  const log = createLog(
    { LOG_LEVEL: 'info', LOG_FORMAT: 'json' },
    { write: (line) => void logLines.push(line) },
  )
  const app = await startApp({
    config,
    database,
    metrics,
    log,
    readiness: options.readiness ?? (async () => 'ready'),
    consoleFolder: options.consoleFolder,
    // It would wait for locks, and be counted, where a test looks who does. Tests of searches note.
    notesWords: options.notesWords === true ? undefined : false,
  })
  const isFresh = options.connection === undefined
  if (isFresh && options.signingKey !== false && app.secrets !== null) {
    await makeFirstSigningKey(database, app.secrets)
  }
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  cleanup(async () => {
    await app.close()
    await database.close()
  })
  return {
    app,
    database,
    /** A connection of the test's own, to arrange and to look. */
    sql,
    records: new Records(sql, database),
    api: new ApiClient(url, app),
    url,
    logLines,
    metrics,
    /** The service's connection to this file's database, for processes started by the test. */
    connection: given,
    /** The owner's, for what the service's role may not. */
    ownerConnection: connectionTo(testServer(), name),
    /** In front of each node of a cluster, by its `host:port`. */
    proxies: proxies as ReadonlyMap<string, NodeProxy>,
  }
}

/** Statements that may go to several nodes, or end with a two-phase commit. */
const NOT_OF_ONE_NODE: readonly (readonly [why: string, text: RegExp])[] = [
  ['the webhooks to be sent, of all organizations', /^select [^$]* from webhook_endpoints\b[^$]*$/],
  ['the organizations of the vault, for its operator', /^select .* from organizations order by/],
  [
    'the organizations that the sealing job has work for',
    /\sfrom event_seals as seal\s+where seal.organization_id = organization.id/,
  ],
  [
    'the organizations that the job which notes words for searches has work for',
    /\sleft join search_progress as progress\s/,
  ],
  [
    'the organization of a new token, which every node knows',
    /^(commit after \s*)?insert into access_token_organizations/,
  ],
  ['the last backup and verify, which every node knows', /\scommand_runs\b/],
  ['the first signing key, which every node knows', /^insert into signing_keys/],
  ['the ANALYZE after an import', /^(commit after )?analyze /],
  ['the number of organizations, which verify says', /^select count\(\*\) from organizations$/],
  [
    'a token of which only the id is known',
    /select organization_id from access_tokens where id = /,
  ],
]

/** They go wherever their transaction went: its statements say whether that was right. */
const OF_TRANSACTIONS = /^(set local|commit) /

type Connection = string | ConnectionAddress

/** A proxy for each node of a cluster, and the addresses that the service reaches them by. */
async function countingProxies(given: Connection, nodes: readonly ClusterNode[], cleanup: Cleanup) {
  const [seenAs, proxies] = [new Map<string, string>(), new Map<string, NodeProxy>()]
  let connection = given
  for (const [index, { host, port }] of nodes.entries()) {
    const isEntry = index === 0
    const proxy = await countNodes(
      isEntry ? given : connectionOf({ host, port }, given, seenAs),
      cleanup,
    )
    proxies.set(`${host}:${port}`, proxy)
    if (isEntry) connection = proxy.url
    else seenAs.set(`${host}:${port}`, new URL(proxy.url).host)
  }
  return { connection, seenAs, proxies }
}

/**
 * A proxy to a node that counts how many nodes each statement goes to: after the test
 * file, none may have gone to more than one, and none may have ended with a two-phase commit.
 */
async function countNodes(connection: Connection, cleanup: Cleanup): Promise<NodeProxy> {
  const commands = new RemoteCommands()
  const proxy = await openProxy(connection, {
    watch: (client, chunk) => commands.asked(client, chunk),
    watchResponses: (client, chunk) => commands.responded(client, chunk),
  })
  cleanup(async () => {
    await proxy.close()
    const invalid = [...commands.routed.values()]
      .filter(
        ({ text, nodes, isTwoPhase }) =>
          isTwoPhase || (nodes.size > 1 && !OF_TRANSACTIONS.test(text)),
      )
      .filter(({ text }) => !NOT_OF_ONE_NODE.some(([, exception]) => exception.test(text.trim())))
    console.info(`${commands.statements} statements, ${invalid.length} not of one node`)
    if (invalid.length === 0) return
    // An error thrown here would stop the other cleanups.
    console.error(invalid)
    process.exitCode = 1
  })
  return proxy
}
