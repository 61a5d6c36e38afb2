import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import {
  type DataDirectory,
  EmbeddedServerFailed,
  openDataDirectory,
  readText,
} from './data-directory.ts'
import { type KernelLock, tryKernelLock } from './kernel-lock.ts'
import { applicationDatabase, socketPath, superuser } from './server-connection.ts'
import { type EmbeddedServerOptions, Supervisor } from './supervisor.ts'

export interface EmbeddedServer {
  /** Stays valid until release(), also when PostgreSQL has to be started again. */
  connection: { path: string }
  /** The role that owns everything. */
  username: string
  password: string
  /** Password of the role that requests run as, while this service runs; null for a command. */
  servicePassword: string | null
  database: string
  /** PostgreSQL's own number, such as '18.4'. */
  version: string
  /** Close the pool first. The last holder to release stops PostgreSQL. May be called twice. */
  release(): Promise<void>
}

/**
 * Starts the directory's own PostgreSQL, or joins the one that runs, and keeps it running until
 * release().
 * @throws {EmbeddedServerFailed} for a second service, and when PostgreSQL cannot be started
 */
export async function openEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  if (process.platform === 'win32') {
    throw new EmbeddedServerFailed(
      'There is no embedded PostgreSQL for Windows: run the service in WSL, or set DATABASE_URL to ' +
        'a PostgreSQL of yours.',
    )
  }
  const begun = Date.now()
  const directory = openDataDirectory(options.dataDir)
  const service = options.role === 'service' ? lockAsService(directory) : null
  const supervisor = new Supervisor(directory, options)
  let released: Promise<void> | undefined
  const release = () => {
    released ??= supervisor.close().finally(() => service?.release())
    return released
  }
  try {
    const { connection, password, origin } = await supervisor.open()
    const servicePassword = service && randomBytes(24).toString('base64url')
    // Only this process knows it, and it is written nowhere: one service holds the directory.
    if (servicePassword !== null) await connection.setServicePassword(servicePassword)
    const { version } = connection
    const fields = { version, dataDir: directory.root, tookMs: Date.now() - begun }
    options.log.info(fields, `embedded PostgreSQL ${origin}`)
    return {
      connection: { path: socketPath(directory.cluster) },
      username: superuser,
      password,
      servicePassword,
      database: applicationDatabase,
      version,
      release,
    }
  } catch (error) {
    await release()
    throw error
  }
}

function lockAsService(directory: DataDirectory): KernelLock {
  const lock = tryKernelLock(directory.serviceLock)
  if (lock) {
    writeFileSync(directory.serviceHolder, `${process.pid}\n`, { mode: 0o600 })
    return lock
  }
  const holder = readText(directory.serviceHolder).trim()
  throw new EmbeddedServerFailed(
    `Another service${holder && ` (process ${holder})`} uses the data directory ${directory.root}: ` +
      'stop it first, or set another DATA_DIR for this one.',
  )
}
