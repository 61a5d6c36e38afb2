import { once } from 'node:events'
import { existsSync, statfsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureCluster, hasCluster } from './create-cluster.ts'
import {
  type DataDirectory,
  diskIsFull,
  EmbeddedServerFailed,
  explainingFileErrors,
  readOrMakePassword,
} from './data-directory.ts'
import { type KernelLock, tryKernelLock, waitForKernelLock } from './kernel-lock.ts'
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import { chooseServerAccount, chownCluster } from './server-account.ts'
import { prepareBinaries } from './server-binaries.ts'
import { connectToServer, type ServerConnection, socketPath } from './server-connection.ts'

/** A pino logger fits. */
interface EmbeddedServerLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface EmbeddedServerOptions {
  /** DATA_DIR; may be relative and need not exist. */
  dataDir: string
  /** Only one service may hold the directory; commands share it with all others. */
  role: 'service' | 'command'
  log: EmbeddedServerLog
  /** Further settings of PostgreSQL. */
  settings?: Record<string, string>
  /** Folder of PostgreSQL's programs, if not the installed package's; for the tests. */
  nativeDir?: string
}

// Crash recovery replays at most max_wal_size; minutes on a slow disk.
const ANSWER_MAX_MS = 10 * 60_000
const POLL_MS = 10
const AFTER_FAILURE_MS = 100
const RETRY_MS = 1_000

/** Whether PostgreSQL was created, started or joined, for the log. */
type Origin = 'joined' | 'started' | 'created'

/** Keeps the PostgreSQL of a data directory running for as long as this process uses it. */
export class Supervisor {
  readonly #directory: DataDirectory
  readonly #options: EmbeddedServerOptions
  readonly #closing = new AbortController()
  #inUse: KernelLock | null = null
  #password = ''
  #connection: ServerConnection | undefined
  #supervision: Promise<void> | undefined

  constructor(directory: DataDirectory, options: EmbeddedServerOptions) {
    this.#directory = directory
    this.#options = options
  }

  /**
   * Connects to the directory's PostgreSQL, which it starts or creates where it has to. Call close()
   * afterwards, also when this fails.
   * @throws {EmbeddedServerFailed}
   */
  async open(): Promise<{ connection: ServerConnection; password: string; origin: Origin }> {
    const opened = await this.#acquire()
    this.#supervision = this.#supervise(opened.connection)
    return { ...opened, password: this.#password }
  }

  /** Stops PostgreSQL, unless another process uses it. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#supervision
    await this.#connection?.close()
    if (this.#inUse === null) return
    const { root, startLock, usersLock, cluster } = this.#directory
    const lock = await waitForKernelLock(startLock)
    try {
      this.#inUse.release()
      this.#inUse = null
      const last = tryKernelLock(usersLock)
      if (last === null) return
      last.release()
      await stopPostmaster(cluster)
      this.#options.log.info({ dataDir: root }, 'embedded PostgreSQL stopped')
    } finally {
      lock.release()
    }
  }

  // All of this happens under start.lock: of any number of openers, one does the work.
  async #acquire(): Promise<{ connection: ServerConnection; origin: Origin }> {
    const { startLock, usersLock } = this.#directory
    const lock = await waitForKernelLock(startLock, this.#closing.signal)
    try {
      this.#inUse ??= tryKernelLock(usersLock, 'shared')
      this.#password = readOrMakePassword(this.#directory)
      const origin = await this.#connectOrStart()
      return { connection: this.#connection!, origin }
    } finally {
      lock.release()
    }
  }

  async #connectOrStart(): Promise<Origin> {
    const { log, cluster } = this.#directory
    let origin: Origin = 'joined'
    let ended: Promise<string> | null = null
    for (const deadline = Date.now() + ANSWER_MAX_MS; Date.now() < deadline; ) {
      this.#closing.signal.throwIfAborted()
      const response = await this.#tryConnection()
      if (response === 'connected') return origin
      if (response === 'absent' && ended === null) {
        origin = hasCluster(cluster) ? 'started' : 'created'
        const start = await this.#prepare()
        ended = startPostmaster(start)
        // The driver is loaded while PostgreSQL starts.
        void import('pg')
      }
      const failure = await Promise.race([pause(POLL_MS), ...(ended ? [ended] : [])])
      if (failure === undefined) continue
      await this.#judge(failure)
      ended = null
    }
    throw new EmbeddedServerFailed(`PostgreSQL in ${cluster} does not answer; see ${log}.`)
  }

  /** Makes everything that a start needs, the cluster too. */
  async #prepare(): Promise<Parameters<typeof startPostmaster>[0]> {
    const directory = this.#directory
    const { nativeDir, settings = {} } = this.#options
    const { root, cluster } = directory
    const account = chooseServerAccount(directory)
    const forInitdb = !hasCluster(cluster)
    const binaries = prepareBinaries({ dataRoot: root, account, nativeDir, forInitdb })
    await ensureCluster({ directory, account, binaries, password: this.#password })
    if (account) explainingFileErrors(root, () => chownCluster(cluster, account))
    return { directory, account, binaries, settings }
  }

  /** @throws {EmbeddedServerFailed} unless another start may succeed */
  async #judge(failure: string): Promise<void> {
    const { root, log } = this.#directory
    // Children of a killed server still hold its memory, until their statements end.
    if (failure.includes('shared memory block')) return await pause(AFTER_FAILURE_MS)
    if (failure.includes('No space left on device')) throw diskIsFull(root)
    throw new EmbeddedServerFailed(`PostgreSQL did not start (see ${log}): ${failure}`)
  }

  // 'not yet' comes from a live server, even one in another container, whose process we cannot see.
  // Starting a second server on the same directory would destroy the data. Only 'absent' permits a
  // start: no server at the socket, none in the process table.
  async #tryConnection(): Promise<'connected' | 'not yet' | 'absent'> {
    const { cluster, password } = this.#directory
    if (!hasCluster(cluster)) return 'absent'
    // A server on its way up or down would only log the refused connection.
    if (findPostmaster(cluster)?.isReady === false) return 'not yet'
    try {
      const socket = socketPath(cluster)
      // Without it, the driver need not be loaded.
      if (!existsSync(socket)) return findPostmaster(cluster) ? 'not yet' : 'absent'
      this.#connection = await connectToServer(socket, this.#password)
      return 'connected'
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      if (code === 'ENOENT' || code === 'ECONNREFUSED') {
        return findPostmaster(cluster) ? 'not yet' : 'absent'
      }
      if (NOT_YET.test(code) || (code === '' && GONE.test(message))) return 'not yet'
      throw new EmbeddedServerFailed(
        code === '28P01'
          ? `The database in ${cluster} refuses the password in ${password}: put back the file ` +
              'that belongs to it.'
          : `The embedded PostgreSQL refuses connections: ${message}`,
      )
    }
  }

  // Never rejects. Tries without end: a full disk is freed, a slow one recovers. Until then the
  // service reports that its database is unavailable.
  async #supervise(connection: ServerConnection): Promise<void> {
    const { log } = this.#options
    const { signal } = this.#closing
    const closing = once(signal, 'abort')
    for (let current: ServerConnection | null = connection; ; ) {
      if (current !== null) await Promise.race([current.closed, closing])
      if (signal.aborted) return
      try {
        if (current !== null) {
          const { bavail, bsize } = statfsSync(this.#directory.root)
          const diskFreeMegabytes = Math.floor((bavail * bsize) / 2 ** 20)
          const facts = { log: this.#directory.log, diskFreeMegabytes }
          log.error(facts, 'lost the embedded PostgreSQL; bringing it back')
          await current.close()
        }
        const again = await this.#acquire()
        current = again.connection
        log.warn({}, `embedded PostgreSQL ${again.origin} again`)
      } catch (error) {
        if (signal.aborted) return
        log.error({ err: error }, 'the embedded PostgreSQL does not come back yet')
        current = null
        await pause(RETRY_MS, undefined, { signal }).catch(() => {})
      }
    }
  }
}

// Starting, stopping, recovering, every connection taken, or gone in the middle of the log-in: what
// the driver says of that, or of a server without processor time, has no code.
const NOT_YET = /^(57P0[123]|53300|ECONNRESET|EPIPE)/
const GONE = /timeout|terminated/
