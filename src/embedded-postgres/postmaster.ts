import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type DataDirectory,
  EmbeddedServerFailed,
  explainingFileErrors,
  readText,
} from './data-directory.ts'
import { type ServerAccount, serverEnvironment, spawnProgram } from './server-account.ts'
import type { ServerBinaries } from './server-binaries.ts'

interface Postmaster {
  pid: number
  isReady: boolean
}

/** The cluster's postmaster, if it runs where this process can see it. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readText(join(cluster, 'postmaster.pid')).split('\n')
  // Absent, being written, or left empty by a crash: then 0 or no number.
  const pid = Number(lines[0])
  if (!(pid > 1)) return undefined
  // A process id alone proves nothing: ids are reused. A zombie has no command line.
  const options = { env: serverEnvironment, encoding: 'utf8' } as const
  const commandLine =
    process.platform === 'linux'
      ? readText(`/proc/${pid}/cmdline`)
      : spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], options).stdout
  if (!commandLine.includes(clusterName(cluster))) return undefined
  return { pid, isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Starts PostgreSQL on the cluster and returns at once. It outlives this process and has its own
 * session: Ctrl-C in the terminal must not stop it before the service has drained. It logs to a
 * file: a pipe would break with this process. Call it under start.lock, when no server runs. Not by
 * pg_ctl, which looks only ten times a second and so delays each start.
 * @returns the last lines of its log, when it has ended
 */
export function startPostmaster(options: {
  directory: DataDirectory
  account: ServerAccount | null
  binaries: ServerBinaries
  settings: Record<string, string>
}): Promise<string> {
  const { directory, account, binaries } = options
  // PostgreSQL would refuse to start where another program has the number of a dead postmaster.
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    rmSync(join(directory.cluster, name), { force: true })
  }
  const log = openLog(directory)
  const logStart = fstatSync(log).size
  try {
    const settings = settingArguments(directory.cluster, options.settings)
    const child = spawnProgram(binaries.postgres, {
      account,
      directory: directory.cluster,
      argumentsFor: (cluster) => ['-D', cluster, ...settings],
      stdout: log,
      stderr: log,
      detached: true,
    })
    child.unref()
    return once(child, 'exit').then(
      () => logSince(directory.log, logStart).trim().split('\n').slice(-5).join('\n'),
      (error: Error) => error.message,
    )
  } finally {
    closeSync(log)
  }
}

const STOP_MAX_MS = 60_000

/** Stops the postmaster: clients are disconnected, everything is written out. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const pid = findPostmaster(cluster)?.pid
  if (pid === undefined) return
  process.kill(pid, 'SIGINT')
  for (const deadline = Date.now() + STOP_MAX_MS; Date.now() < deadline; await pause(10)) {
    if (findPostmaster(cluster)?.pid !== pid) return
  }
  throw new EmbeddedServerFailed(`PostgreSQL (process ${pid}) does not stop.`)
}

/** Unique to the directory. PostgreSQL shows it in the command line of its postmaster. */
function clusterName(cluster: string): string {
  return `vault-inventory-${createHash('sha256').update(cluster).digest('hex').slice(0, 8)}`
}

function settingArguments(cluster: string, settings: Record<string, string>): string[] {
  const all = { ...SERVER_SETTINGS, cluster_name: clusterName(cluster), ...settings }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const LOG_BYTES_MAX = 10_000_000

/** Opens the log for appending. Rotates it: only here, because no server has the file open. */
export function openLog(directory: DataDirectory): number {
  return explainingFileErrors(directory.root, () => {
    const size = statSync(directory.log, { throwIfNoEntry: false })?.size ?? 0
    if (size > LOG_BYTES_MAX) renameSync(directory.log, `${directory.log}.1`)
    const log = openSync(directory.log, 'a', 0o600)
    // When root starts another user's server, that user must still be able to use the file.
    const owner = statSync(directory.root)
    if (process.geteuid?.() === 0) chownSync(directory.log, owner.uid, owner.gid)
    return log
  })
}

/** The log from a position on, or the beginning of that. */
export function logSince(path: string, from: number): string {
  const log = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(100_000)
    return buffer.toString('utf8', 0, readSync(log, buffer, 0, buffer.length, from))
  } finally {
    closeSync(log)
  }
}

// On the command line and not in a file: a new version of the service brings its own.
const SERVER_SETTINGS = {
  // Acknowledged means on disk. These are the defaults; no configuration file may weaken them.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  restart_after_crash: 'on',
  listen_addresses: '',
  // Relative to the cluster, the server's working directory: no path is too long for it, and every
  // container that has the data directory has the socket.
  unix_socket_directories: '.',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  // These binaries know pglz alone, which takes longer than writing a page of the log as it is.
  wal_compression: 'off',
  huge_pages: 'off',
  // The statements are short: compiling one would cost more than running it.
  jit: 'off',
  // A killed client's statement must not run on and keep its locks.
  client_connection_check_interval: '300ms',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_messages: 'warning',
}
