import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { acquireServer } from './acquire-server.ts'
import { superuser } from './create-cluster.ts'
import { type DataDirectory, openDataDirectory } from './data-directory.ts'
import { DataDirectoryInUse, EmbeddedServerFailed } from './embedded-errors.ts'
import { type KernelLock, tryKernelLock, waitForKernelLock } from './kernel-lock.ts'
import { applicationDatabase, type Lease } from './lease.ts'
import { postmasterState, stopPostmaster } from './postmaster.ts'
import { readText } from './read-text.ts'
import { SocketAddress } from './server-address.ts'
import type { EmbeddedServerOptions, ServerOptions } from './server-options.ts'
import { superviseServer } from './supervise-server.ts'

export interface EmbeddedServer {
  /** Stays valid until release(), also when PostgreSQL has to be started again. */
  connection: { path: string }
  /** The role that owns everything. */
  username: string
  password: string
  /** Of the role that requests run as, valid while this service runs; null for a command. */
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
 * @throws {DataDirectoryInUse} for a second service
 * @throws {EmbeddedServerFailed} when PostgreSQL cannot be started
 */
export async function openEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  if (process.platform === 'win32') {
    throw new EmbeddedServerFailed(
      'There is no embedded PostgreSQL for Windows: run the service in WSL, or set DATABASE_URL to ' +
        'a PostgreSQL of yours.',
    )
  }
  const directory = openDataDirectory(options.dataDir)
  const serviceLock = options.role === 'service' ? lockAsService(directory) : null
  const socket = new SocketAddress(directory.cluster)
  const letGo = () => {
    socket.close()
    serviceLock?.release()
  }
  try {
    const released = new AbortController()
    const serverOptions: ServerOptions = {
      ...options,
      directory,
      socketPath: () => socket.path(),
      signal: released.signal,
    }
    const begun = Date.now()
    const { lease, password, how } = await acquireServer(serverOptions)
    const servicePassword = await newServicePassword(options.role, lease).catch(async (error) => {
      await leave(serverOptions, lease)
      throw error
    })
    const { version } = lease
    const fields = { version, dataDir: directory.root, tookMs: Date.now() - begun }
    options.log.info(fields, `embedded PostgreSQL ${how}`)
    const supervision = superviseServer(serverOptions, lease)
    let release: Promise<void> | undefined
    return {
      connection: { path: socket.path() },
      username: superuser,
      password,
      servicePassword,
      database: applicationDatabase,
      version,
      release() {
        released.abort()
        release ??= supervision.then((last) => leave(serverOptions, last)).finally(letGo)
        return release
      },
    }
  } catch (error) {
    letGo()
    throw error
  }
}

/** Only this process knows it, and it is written nowhere: one service holds the directory. */
async function newServicePassword(
  role: EmbeddedServerOptions['role'],
  lease: Lease,
): Promise<string | null> {
  if (role !== 'service') return null
  const password = randomBytes(24).toString('base64url')
  await lease.setServicePassword(password)
  return password
}

function lockAsService(directory: DataDirectory): KernelLock {
  const lock = tryKernelLock(directory.serviceLock)
  if (lock) {
    writeFileSync(directory.serviceHolder, `${process.pid}\n`, { mode: 0o600 })
    return lock
  }
  const holder = readText(directory.serviceHolder).trim()
  throw new DataDirectoryInUse(
    `Another service${holder && ` (process ${holder})`} uses the data directory ${directory.root}: ` +
      'stop it first, or set another DATA_DIR for this one.',
  )
}

// Holds start.lock while it counts the leases and stops the server. Another opener waits meanwhile:
// it then finds a server that still has leases, or no server.
async function leave({ directory, log }: ServerOptions, lease: Lease | null): Promise<void> {
  const lock = await waitForKernelLock(directory.startLock, {
    waitMs: 60_000,
    describe: `The database in ${directory.root} was left running: another process has been starting it for a long time.`,
  })
  try {
    const othersRemain = lease ? await lease.othersRemain() : true
    await lease?.close().catch(() => {})
    if (othersRemain || postmasterState(directory.cluster).kind !== 'running') return
    await stopPostmaster(directory.cluster)
    log.info({ dataDir: directory.root }, 'embedded PostgreSQL stopped')
  } finally {
    lock.release()
  }
}
