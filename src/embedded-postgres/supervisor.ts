import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { chownCluster } from './chown-cluster.ts'
import { ensureCluster, hasCluster } from './create-cluster.ts'
import {
  type DataDirectory,
  diskIsFull,
  EmbeddedServerFailed,
  explainingFileErrors,
  readOrMakePassword,
} from './data-directory.ts'
import type { EmbeddedServerOptions } from './embedded-options.ts'
import { type KernelLock, tryKernelLock, waitForKernelLock } from './kernel-lock.ts'
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import { chooseServerAccount, type ServerAccount } from './server-account.ts'
import { prepareBinaries } from './server-binaries.ts'
import { connectToServer, type ServerConnection } from './server-connection.ts'
import { crashLog, freeMegabytes, logEnd } from './server-log.ts'
import { socketPath } from './socket-path.ts'

// Crash recovery replays at most max_wal_size; minutes on a slow disk.
const START_MAX_MS = 10 * 60_000
const POLL_MS = 10
const REPORT_EVERY_POLLS = 300
const AFTER_FAILURE_MS = 100
const RETRY_MIN_MS = 50
const RETRY_MAX_MS = 5_000

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
    const { connection, origin } = await this.#acquire()
    this.#supervision = this.#supervise(connection)
    return { connection, password: this.#password, origin }
  }

  /** Stops PostgreSQL, unless another process uses it. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#supervision
    await this.#connection?.close()
    if (this.#inUse === null) return
    const { root, startLock, usersLock, cluster } = this.#directory
    const lock = await waitForKernelLock(startLock, {
      waitMs: 60_000,
      describe: `The database in ${root} was left running: another process has been starting it for a long time.`,
    })
    try {
      this.#inUse.release()
      this.#inUse = null
      const last = tryKernelLock(usersLock)
      if (last === null) return
      last.release()
      const postmaster = findPostmaster(cluster)
      if (postmaster === undefined) return
      await stopPostmaster(postmaster)
      this.#options.log.info({ dataDir: root }, 'embedded PostgreSQL stopped')
    } finally {
      lock.release()
    }
  }

  // All of this happens under start.lock: of any number of openers, one does the work.
  async #acquire(): Promise<{ connection: ServerConnection; origin: Origin }> {
    const { root, startLock, usersLock, log } = this.#directory
    const lock = await waitForKernelLock(startLock, {
      waitMs: START_MAX_MS,
      describe:
        `Another process has been starting or stopping the database in ${root} for ten minutes: ` +
        `see ${log}, or end that process.`,
      signal: this.#closing.signal,
    })
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
    const { log: logFile, cluster } = this.#directory
    const account = chooseServerAccount(this.#directory)
    const begun = Date.now()
    let origin: Origin = 'joined'
    let failureOfStart: (() => string | null) | null = null
    for (let poll = 1; ; poll += 1) {
      this.#closing.signal.throwIfAborted()
      const response = await this.#tryConnection()
      if (response === 'connected') return origin
      const failure = failureOfStart?.() ?? null
      if (failure !== null) {
        // Children of a killed server still hold its memory, but not for long.
        if (!failure.includes('shared memory block')) throw this.#startFailed(failure)
        failureOfStart = null
        await pause(AFTER_FAILURE_MS)
      }
      const waitedMs = Date.now() - begun
      if (waitedMs > START_MAX_MS) {
        throw new EmbeddedServerFailed(
          `PostgreSQL in ${cluster} does not answer; see ${logFile}. ${failure ?? ''}`,
        )
      }
      if (response === 'absent' && failureOfStart === null) {
        if (!hasCluster(cluster)) origin = 'created'
        else if (origin === 'joined') origin = 'started'
        failureOfStart = await this.#start(account)
      }
      if (poll % REPORT_EVERY_POLLS === 0) {
        this.#options.log.info({ response, waitedMs, log: logFile }, 'waiting for PostgreSQL')
      }
      await pause(POLL_MS)
    }
  }

  async #start(account: ServerAccount | null): Promise<() => string | null> {
    const directory = this.#directory
    const { nativeDir, settings = {} } = this.#options
    const { root, cluster } = directory
    const forInitdb = !hasCluster(cluster)
    const binaries = prepareBinaries({ dataRoot: root, account, nativeDir, forInitdb })
    await ensureCluster({ directory, account, binaries, password: this.#password })
    if (account) explainingFileErrors(root, () => chownCluster(cluster, account))
    return startPostmaster({ directory, account, binaries, settings })
  }

  // 'not yet' comes from a live server, even one in another container, whose process we cannot see.
  // Starting a second server on the same directory would destroy the data. Only 'absent' permits a
  // start: no server at the socket, none in the process table. The socket is tried before any
  // process number is believed: numbers are reused, but only this directory's server listens there.
  async #tryConnection(): Promise<'connected' | 'not yet' | 'absent'> {
    const { cluster, password } = this.#directory
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

  #startFailed(failure: string): EmbeddedServerFailed {
    const { root, log } = this.#directory
    if (failure.includes('No space left on device')) return diskIsFull(root)
    return new EmbeddedServerFailed(`PostgreSQL did not start (see ${log}): ${failure}`)
  }

  // Never rejects.
  async #supervise(first: ServerConnection): Promise<void> {
    const { log } = this.#options
    const { signal } = this.#closing
    const closing = once(signal, 'abort')
    for (let connection: ServerConnection | undefined = first; connection !== undefined; ) {
      const logStart = logEnd(this.#directory.log)
      await Promise.race([connection.closed, closing])
      if (signal.aborted) return
      const fields = {
        postgres: crashLog(this.#directory.log, logStart),
        diskFreeMegabytes: freeMegabytes(this.#directory.root),
      }
      log.error(fields, 'lost the embedded PostgreSQL; bringing it back')
      await connection.close()
      connection = await this.#bringBack()
    }
  }

  // Tries without end: a full disk is freed, a slow one recovers. Until then the service reports
  // that its database is unavailable.
  async #bringBack(): Promise<ServerConnection | undefined> {
    const { log } = this.#options
    const { signal } = this.#closing
    const lostAt = Date.now()
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        const { connection, origin } = await this.#acquire()
        log.warn({ awayMs: Date.now() - lostAt, attempt }, `embedded PostgreSQL ${origin} again`)
        return connection
      } catch (error) {
        if (signal.aborted) return undefined
        log.error({ err: error, attempt }, 'the embedded PostgreSQL does not come back yet')
      }
      const pauseMs = Math.min(RETRY_MIN_MS * 2 ** attempt, RETRY_MAX_MS)
      await pause(pauseMs, undefined, { signal }).catch(() => {})
    }
    return undefined
  }
}

// Starting, stopping, recovering, every connection taken, or gone in the middle of the log-in: what
// the driver says of that, or of a server without processor time, has no code.
const NOT_YET = /^(57P0[123]|53300|ECONNRESET|EPIPE)/
const GONE = /timeout|terminated/
