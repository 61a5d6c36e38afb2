import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { migrate } from '../../../src/database/migrations.ts'
import { serviceRole as EMBEDDED } from '../../../src/embedded-postgres/server-connection.ts'
import { clusterNodes } from '../processes/cluster.ts'
import { reportOn, SeenStatements, statementFacts } from '../schema/seen-statements.ts'
import { openServer } from '../vault/open-server.ts'
import {
  adminConnection,
  connectTo,
  createDatabase,
  createRole,
  dropDatabase,
  type TestServer,
} from '../vault/server.ts'
import type { FileResult } from './reporter.ts'
import { TestProcess } from './test-process.ts'

export interface TestRun {
  /** In the order in which they begin. */
  readonly files: readonly string[]
  /** Files that need a process of their own. */
  readonly isAlone?: (file: string) => boolean
  /** Processes at a time; as many as there are processors. */
  readonly processes?: number
  /** What one file may take. */
  readonly fileTimeoutMs?: number
  /** Settings over the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether statements that were sent are judged, as some of those there are or as all. */
  readonly statements?: 'some' | 'all'
  /** Is told each result as it comes. */
  readonly onResult?: (result: FileResult) => void
  /** Coordinator of a cluster, where that is to be tested: each vault is distributed. */
  readonly clusterUrl?: string
}

export interface TestOutcome {
  readonly results: readonly FileResult[]
  /** Whether every test passed, and every statement that was judged. */
  readonly isGood: boolean
}

/**
 * Runs test files over one PostgreSQL: that of DATABASE_URL (whose user may create databases and
 * roles), or an embedded one in a temporary folder. A migrated template is made once; vaults are
 * copies of it, their services a role that has only what `migrate` grants. Then the statements that
 * these have sent are judged (CONTRIBUTING.md, Statements).
 */
export async function runTests(run: TestRun): Promise<TestOutcome> {
  const missing = run.files.filter((name) => globSync(name).length === 0)
  if (missing.length > 0) throw new Error(`no such test: ${missing.join(', ')}`)
  const { clusterUrl } = run
  return clusterUrl === undefined ? await runOnServer(run) : await runOnCluster(run, clusterUrl)
}

async function runOnCluster(run: TestRun, url: string): Promise<TestOutcome> {
  const serviceRole = `vault_test_service_${process.pid}`
  const unprepared: TestServer = { url, template: '', serviceRole }
  const admin = adminConnection(unprepared)
  try {
    const nodes = await clusterNodes(admin)
    await createRole(admin, serviceRole)
    await admin`grant ${admin(serviceRole)} to current_user`
    const outcome = await runFiles(run, { ...unprepared, nodes })
    await admin`drop role ${admin(serviceRole)}`.catch(() => undefined)
    return outcome
  } finally {
    await admin.end()
  }
}

async function runOnServer(run: TestRun): Promise<TestOutcome> {
  const { server, stop } = await openServer()
  const template = `vault_template_${process.pid}`
  const serviceRole = `vault_test_service_${process.pid}`
  const seen = run.statements === undefined ? undefined : new SeenStatements()
  try {
    const admin = adminConnection(server)
    await createDatabase(admin, template)
    const sql = connectTo(server, template)
    await createRole(admin, serviceRole)
    // Tests end connections of services.
    await admin`grant ${admin(serviceRole)} to current_user`
    await migrate(sql, { serviceRole })
    const facts = await statementFacts(sql)
    await sql.end()
    const env = { ...run.env, ...seen?.env }
    const outcome = await runFiles({ ...run, env }, { ...server, template, serviceRole })
    const isWhole = run.statements === 'all'
    const report = await reportOn(seen?.of(serviceRole, EMBEDDED) ?? [], facts, { isWhole })
    if (report.length > 0) {
      const title = 'Statements break rules (CONTRIBUTING.md, Statements):'
      console.error(['', title, ...report, ''].join('\n\n'))
    }
    await dropDatabase(admin, template)
    // A process that crashed has left a database in which it is granted something.
    await admin`drop role ${admin(serviceRole)}`.catch(() => undefined)
    await admin.end()
    return { ...outcome, isGood: outcome.isGood && report.length === 0 }
  } finally {
    seen?.remove()
    await stop()
  }
}

/** In a few processes, each of which takes the next file when it has run one. */
async function runFiles(run: TestRun, server: TestServer): Promise<TestOutcome> {
  const { processes = availableParallelism(), fileTimeoutMs = 300_000, isAlone } = run
  // The tests find the server here; the service under test must not find DATABASE_URL itself.
  const env = { ...run.env, DATABASE_URL: '', VAULT_TEST_SERVER: JSON.stringify(server) }
  const left = [...run.files]
  const results: FileResult[] = []
  const ends: boolean[] = []
  const running = new Set<TestProcess>()
  const stop = () => {
    left.length = 0
    for (const each of running) each.kill()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const lane = async () => {
    let shared: TestProcess | undefined
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      const isOwn = isAlone?.(file) === true
      if (shared?.isAlive !== true) shared = undefined
      const each: TestProcess = isOwn ? new TestProcess(env) : (shared ?? new TestProcess(env))
      running.add(each)
      const result = await each.run(file, fileTimeoutMs)
      running.delete(each)
      results.push(result)
      run.onResult?.(result)
      if (isOwn) ends.push(await each.end())
      else shared = each
    }
    if (shared !== undefined) ends.push(await shared.end())
  }
  await Promise.all(Array.from({ length: processes }, lane))
  process.off('SIGINT', stop).off('SIGTERM', stop)
  return { results, isGood: !ends.includes(false) && results.every(({ failed }) => failed === 0) }
}
