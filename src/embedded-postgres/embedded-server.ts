import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { acquireServer } from './acquire-server.ts'
import { superuser } from './create-cluster.ts'
import { type DataDirectory, openDataDirectory } from './data-directory.ts'
import { DataDirectoryInUse, EmbeddedServerFailed } from './embedded-errors.ts'
import { type KernelLock, tryKernelLock, waitForKernelLock } from './kernel-lock.ts'
import { applicationDatabase, type Lease, type ServerAddress } from './lease.ts'
import { postmasterState, stopPostmaster } from './postmaster.ts'
import { addressBook } from './server-address.ts'
import type { EmbeddedServerLog, ServerOptions } from './server-options.ts'
import { superviseServer } from './supervise-server.ts'

export { DataDirectoryInUse, EmbeddedServerFailed }

export interface EmbeddedServerOptions {
  /** DATA_DIR; may be relative and need not exist. */
  dataDir: string
  /** A service holds the directory alone among services; commands share it with anyone. */
  role: 'service' | 'command'
  log: EmbeddedServerLog
  /** Further settings of PostgreSQL, for the tests. */
  settings?: Record<string, string>
  /** Called once PostgreSQL was told to start: while it does, there is time for something else. */
  launched?: (() => void) | undefined
  /** Another place than the installed package for PostgreSQL's programs, for the tests. */
  nativeDir?: string
}

export interface EmbeddedServer {
  /** Stays true for the whole life, also when PostgreSQL has to be started again. */
  connection: ServerAddress
  /** The role that owns everything. */
  username: string
  password: string
  /** Of the role that requests run as, for as long as this service does; null for a command. */
  servicePassword: string | null
  database: string
  /** PostgreSQL's own number, such as '18.4'. */
  version: string
  /** Close the pool first. The last one out stops PostgreSQL. May be called twice. */
  release(): Promise<void>
}

/**
 * Brings up the directory's own PostgreSQL, or joins the one that runs, and keeps it up until
 * release(). Raises DataDirectoryInUse for a second service, EmbeddedServerFailed otherwise.
 */
export async function openEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const directory = openDataDirectory(options.dataDir)
  const serviceLock = options.role === 'service' ? lockAsService(directory) : null
  const addresses = addressBook(directory.cluster)
  const letGo = () => {
    addresses.close()
    serviceLock?.release()
  }
  try {
    const released = new AbortController()
    const serverOptions: ServerOptions = {
      directory,
      role: options.role,
      log: options.log,
      settings: options.settings ?? {},
      nativeDir: options.nativeDir,
      address: addresses.address,
      launched: options.launched,
      signal: released.signal,
    }
    const begun = Date.now()
    const { lease, password, binaries, how } = await acquireServer(serverOptions)
    const { pgCtl } = binaries
    const servicePassword = await newServicePassword(serverOptions, lease).catch(async (error) => {
      await leave(serverOptions, { lease, pgCtl })
      throw error
    })
    const fields = { version: lease.version, dataDir: directory.root, tookMs: Date.now() - begun }
    options.log.info(fields, `embedded PostgreSQL ${how}`)
    const supervision = superviseServer(serverOptions, lease)
    let release: Promise<void> | undefined
    return {
      connection: await addresses.address(),
      username: superuser,
      password,
      servicePassword,
      database: applicationDatabase,
      version: lease.version,
      release() {
        released.abort()
        release ??= supervision
          .then((last) => leave(serverOptions, { lease: last, pgCtl }))
          .finally(letGo)
        return release
      },
    }
  } catch (error) {
    letGo()
    throw error
  }
}

/** Known to this process alone, and written nowhere: one service has the directory. */
async function newServicePassword({ role }: ServerOptions, lease: Lease): Promise<string | null> {
  if (role !== 'service') return null
  const password = randomBytes(24).toString('base64url')
  await lease.letServiceIn(password)
  return password
}

function lockAsService(directory: DataDirectory): KernelLock {
  const lock = tryKernelLock(directory.serviceLock)
  if (lock) {
    writeFileSync(directory.serviceHolder, `${process.pid}\n`, { mode: 0o600 })
    return lock
  }
  throw new DataDirectoryInUse(
    `Another service${holderName(directory)} uses the data directory ${directory.root}: ` +
      'stop it first, or set another DATA_DIR for this one.',
  )
}

function holderName(directory: DataDirectory): string {
  try {
    return ` (process ${readFileSync(directory.serviceHolder, 'utf8').trim()})`
  } catch {
    return ''
  }
}

// Under start.lock from the question to the stop: an opener that comes in between waits, and then
// finds either a server with its lease or none.
async function leave(
  options: ServerOptions,
  own: { lease: Lease | null; pgCtl: string },
): Promise<void> {
  const { directory, log } = options
  const lock = await waitForKernelLock(directory.startLock, {
    waitMs: 60_000,
    describe: `The database in ${directory.root} was left running: another process has been starting it for a long time.`,
  })
  try {
    const lease = own.lease
    const othersRemain = lease ? await lease.othersRemain() : true
    await lease?.close().catch(() => {})
    if (othersRemain || postmasterState(directory.cluster).kind !== 'running') return
    await stopPostmaster(directory.cluster, own.pgCtl)
    log.info({ dataDir: directory.root }, 'embedded PostgreSQL stopped')
  } finally {
    lock.release()
  }
}
