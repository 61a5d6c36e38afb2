import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/database/migrations.ts'
import { serviceRole as EMBEDDED } from '../../src/embedded-postgres/server-connection.ts'
import { clusterNodes } from './processes/cluster.ts'
import { reportOn, SeenStatements, statementFacts } from './schema/seen-statements.ts'
import { openServer } from './vault/open-server.ts'
import {
  adminConnection,
  connectTo,
  createDatabase,
  createRole,
  dropDatabase,
  type TestServer,
} from './vault/server.ts'

export interface TestRun {
  readonly files: readonly string[]
  /** Options of `node --test`. */
  readonly options: readonly string[]
  /** Settings over the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether statements that were sent are judged, as some of those there are or as all. */
  readonly statements?: 'some' | 'all'
  /** Coordinator of a cluster, where that is to be tested: each file's vault is distributed. */
  readonly clusterUrl?: string
}

/**
 * Runs test files over one PostgreSQL: that of DATABASE_URL (whose user may create databases and
 * roles), or an embedded one in a temporary folder. A migrated template is made once; each file
 * works on a copy, its services as a role that has only what `migrate` grants. Then the statements
 * that these have sent are judged (CONTRIBUTING.md, Statements).
 * @returns the exit status of node:test; 1 where a statement breaks a rule
 */
export async function runTests(run: TestRun): Promise<number> {
  // Node.js leaves out names of no file without a word. The value of an option has no slash.
  const missing = run.files.filter((name) => name.includes('/') && globSync(name).length === 0)
  if (missing.length > 0) throw new Error(`no such test: ${missing.join(', ')}`)
  return run.clusterUrl === undefined
    ? await runOnServer(run)
    : await runOnCluster(run, run.clusterUrl)
}

async function runOnCluster(run: TestRun, url: string): Promise<number> {
  const serviceRole = `vault_test_service_${process.pid}`
  const unprepared: TestServer = { url, template: '', serviceRole }
  const admin = adminConnection(unprepared)
  try {
    const nodes = await clusterNodes(admin)
    await createRole(admin, serviceRole)
    await admin`grant ${admin(serviceRole)} to current_user`
    const status = await spawnTests(run, { ...unprepared, nodes })
    await admin`drop role ${admin(serviceRole)}`.catch(() => undefined)
    return status
  } finally {
    await admin.end()
  }
}

async function runOnServer(run: TestRun): Promise<number> {
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
    const status = await spawnTests({ ...run, env }, { ...server, template, serviceRole })
    const isWhole = run.statements === 'all'
    const report = await reportOn(seen?.of(serviceRole, EMBEDDED) ?? [], facts, { isWhole })
    if (report.length > 0) {
      const title = 'Statements break rules (CONTRIBUTING.md, Statements):'
      console.error(['', title, ...report, ''].join('\n\n'))
    }
    await dropDatabase(admin, template)
    // A file that crashed has left a database in which it is granted something.
    await admin`drop role ${admin(serviceRole)}`.catch(() => undefined)
    await admin.end()
    return report.length > 0 ? status || 1 : status
  } finally {
    seen?.remove()
    await stop()
  }
}

async function spawnTests({ files, options, env }: TestRun, server: TestServer): Promise<number> {
  const child = spawn(process.execPath, ['--test', ...options, ...files], {
    stdio: 'inherit',
    // The tests find the server here; the service under test must not find DATABASE_URL itself.
    env: {
      ...process.env,
      // Some 200 processes load the same files: compiled once, a sixth of their time is saved.
      NODE_COMPILE_CACHE: join(tmpdir(), 'vault-inventory-compile-cache'),
      ...env,
      DATABASE_URL: '',
      VAULT_TEST_SERVER: JSON.stringify(server),
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return await new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
