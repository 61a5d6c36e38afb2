import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { type DataDirectory, explainingFileErrors } from './data-directory.ts'
import { EmbeddedServerFailed } from './embedded-errors.ts'
import { clusterName } from './postmaster.ts'
import type { ServerAccount } from './server-account.ts'
import { type ServerBinaries, serverEnvironment } from './server-binaries.ts'
import { viewForServer } from './server-view.ts'

/** A postmaster that was started by us and may still be on its way up. */
export interface StartedPostmaster {
  /** Null while it runs; then what its log says last. */
  failure(): string | null
}

/**
 * Starts PostgreSQL on the cluster and returns at once. It outlives us: its own session (Ctrl-C in
 * our terminal must not stop it before the service has drained), its log a file and not a pipe
 * that would break with us. Call it under start.lock.
 */
export function startPostmaster(options: {
  directory: DataDirectory
  account: ServerAccount | null
  binaries: ServerBinaries
  /** Where TCP is needed; a Unix socket in the cluster otherwise. */
  port: number | null
  settings: Record<string, string>
}): StartedPostmaster {
  const { directory, account, binaries } = options
  const log = openLog(directory)
  const logStart = fstatSync(log).size
  const view = viewForServer(directory.cluster, account)
  try {
    const settings = settingArguments(directory.cluster, options)
    if (process.platform === 'win32') return startOnWindows(options, settings)
    const child = spawn(binaries.postgres, ['-D', view.path, ...settings], {
      ...account,
      cwd: '/',
      env: serverEnvironment,
      detached: true,
      stdio: ['ignore', log, log, ...view.descriptors],
    })
    child.unref()
    return watch(child, directory.log, logStart)
  } finally {
    view.close()
    closeSync(log)
  }
}

function settingArguments(
  cluster: string,
  options: { port: number | null; settings: Record<string, string> },
): string[] {
  const place: Record<string, string> = options.port
    ? { listen_addresses: '127.0.0.1', port: String(options.port) }
    : // Relative to the cluster, the server's working directory: no path is too long for it, and
      // whoever has the data directory has the socket, in another container too.
      { listen_addresses: '', unix_socket_directories: '.' }
  const all = {
    ...serverSettings,
    ...place,
    cluster_name: clusterName(cluster),
    ...options.settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

// On the command line rather than in a file: a new version of the service brings its own.
const serverSettings = {
  // Acknowledged means on disk. These are the defaults; no configuration file may weaken them.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  restart_after_crash: 'on',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  wal_compression: 'on',
  huge_pages: 'off',
  // The statements are short; compiling one would cost more than running it.
  jit: 'off',
  // A killed client's statement must not run on and keep its locks.
  client_connection_check_interval: '1s',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_messages: 'warning',
}

const logBytesMax = 10_000_000

// Turned over only here, while no server has the file open: one earlier file is kept.
function openLog(directory: DataDirectory): number {
  return explainingFileErrors(directory.root, () => {
    const size = statSync(directory.log, { throwIfNoEntry: false })?.size ?? 0
    if (size > logBytesMax) renameSync(directory.log, `${directory.log}.1`)
    const log = openSync(directory.log, 'a', 0o600)
    // Root starting somebody's server must not leave files which that somebody cannot use.
    const owner = statSync(directory.root)
    if (process.geteuid?.() === 0) chownSync(directory.log, owner.uid, owner.gid)
    return log
  })
}

function watch(child: ChildProcess, logPath: string, logStart: number): StartedPostmaster {
  let ended: string | null = null
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended = lastLines(logPath, logStart) || `it ended with ${code ?? signal} and wrote no log`
  })
  return { failure: () => ended }
}

// Called from an event: a log that somebody removed must not bring the service down.
function lastLines(logPath: string, logStart: number): string {
  try {
    const log = readFileSync(logPath).subarray(logStart)
    return log.toString('utf8').trim().split('\n').slice(-5).join('\n')
  } catch {
    return ''
  }
}

// postgres.exe refuses an administrator's account; pg_ctl sheds the rights first, then starts it.
function startOnWindows(
  options: { directory: DataDirectory; binaries: ServerBinaries },
  settings: string[],
): StartedPostmaster {
  const { cluster, log } = options.directory
  const quoted = settings.map((argument) => `"${argument}"`).join(' ')
  const { status, stderr } = spawnSync(
    options.binaries.pgCtl,
    ['start', '-w', '-D', cluster, '-l', log, '-o', quoted],
    { env: serverEnvironment, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  )
  if (status !== 0) {
    throw new EmbeddedServerFailed(`PostgreSQL did not start: ${stderr.trim()} (see ${log}).`)
  }
  return { failure: () => (readPid(cluster) ? null : 'it ended') }
}

function readPid(cluster: string): string | null {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return null
  }
}
