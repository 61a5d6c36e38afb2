import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Database, openDatabase } from '../../../src/database/database.ts'
import {
  applicationDatabase,
  socketPath,
  superuser,
} from '../../../src/embedded-postgres/server-connection.ts'
import { readConfig } from '../../../src/runtime/config/config.ts'
import { Records } from '../vault/records.ts'
import type { Sql } from '../vault/sql.ts'
import { withTemplates } from '../vault/sql.ts'
import { afterTest } from './embedded-directory.ts'
import { preparedDirectory } from './prepared-directory.ts'
import { CLI } from './program.ts'
import { type ProcessOptions, type ServiceProcess, startServiceProcess } from './service-process.ts'

/** A service process with a PostgreSQL of its own, as one gets it without any setting. */
export interface EmbeddedVault {
  readonly dataDir: string
  readonly service: ServiceProcess
  /** A connection of the test's own, to arrange and to look. */
  readonly sql: Sql
  readonly records: Records
  /** Starts `serve` on the same data directory, after the first one is gone. */
  restart(): Promise<ServiceProcess>
}

/** Node's limits and the program, as the container of compose.yaml with 768 MB starts it. */
export const BOUNDED = ['--max-semi-space-size=16', '--max-old-space-size=512', CLI]
/** The most memory that it takes under any load. */
export const RSS_MAX_MB = 450

/** The memory of a process that is resident now. */
export function rssMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1024
}

export interface EmbeddedVaultOptions extends Pick<ProcessOptions, 'command'> {
  /** Folder of its data, if not a prepared one. */
  readonly dataDir?: string
}

/**
 * Starts a service, by default on a data directory with the schema and no row. After the test it
 * and all that it started are gone.
 */
export async function openEmbeddedVault(
  t: TestContext,
  env: Readonly<Record<string, string>> = {},
  options: EmbeddedVaultOptions = {},
): Promise<EmbeddedVault> {
  const { dataDir = await preparedDirectory(t), command = [CLI] } = options
  const cleanup = (undo: () => unknown) => afterTest(t, undo)
  const restart = async () => {
    const settings = { ...env, DATA_DIR: dataDir }
    const service = await startServiceProcess({ env: settings, command, cleanup })
    // In Node since 24.0, and not yet in its types.
    afterTest(t, () => (t as { passed?: boolean }).passed || reportWhatItSaid(t, service))
    return service
  }
  const service = await restart()
  const database = await connectToDirectory(dataDir)
  afterTest(t, () => database.sql.end(0))
  const { sql } = database
  return { dataDir, service, sql, records: new Records(sql, database), restart }
}

/** Prints what explains a failed test: the service is another process, and gone after it. */
function reportWhatItSaid(t: TestContext, { pid, log, complaints }: ServiceProcess): void {
  const reported = log.filter(({ msg }) => msg !== 'request completed').slice(-30)
  t.diagnostic(`service ${pid} said at last:`)
  for (const line of reported) t.diagnostic(JSON.stringify(line))
  t.diagnostic(complaints())
}

/** A connection to the PostgreSQL of a data directory, as the service makes them. */
export async function connectToDirectory(dataDir: string): Promise<Database & { sql: Sql }> {
  const config = readConfig({
    DATABASE_POOL_SIZE: '3',
    DATABASE_QUEUE_TIMEOUT_MS: '20000',
    DATABASE_STATEMENT_TIMEOUT_MS: '20000',
    DATABASE_LOCK_TIMEOUT_MS: '20000',
  })
  const connection = {
    path: socketPath(join(dataDir, 'postgres')),
    username: superuser,
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
    database: applicationDatabase,
  }
  const database = openDatabase(config, connection, { applicationName: 'test' })
  return { ...database, sql: withTemplates(database.sql) }
}
