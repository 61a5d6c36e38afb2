import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type DataDirectory, EmbeddedServerFailed, readText } from './data-directory.ts'
import { type ServerAccount, serverEnvironment, spawnProgram } from './server-account.ts'
import type { ServerBinaries } from './server-binaries.ts'
import { logSince, openLog } from './server-log.ts'

interface Postmaster {
  pid: number
  isReady: boolean
}

/** The cluster's postmaster, if it runs where this process can see it. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readText(pidFile(cluster)).split('\n')
  // Absent, being written, or left empty by a crash: then 0 or no number.
  const pid = Number(lines[0])
  if (!(pid > 1) || !isServerOf(cluster, pid)) return undefined
  return { pid, isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Starts PostgreSQL on the cluster and returns at once. PostgreSQL outlives this process. It has
 * its own session: Ctrl-C in the terminal must not stop it before the service has drained. It logs
 * to a file: a pipe would break with this process. Call it under start.lock, when no server runs.
 * @returns null while it runs; then the last lines of its log
 */
export function startPostmaster(options: {
  directory: DataDirectory
  account: ServerAccount | null
  binaries: ServerBinaries
  settings: Record<string, string>
}): () => string | null {
  const { directory, account, binaries } = options
  endRemains(directory.cluster)
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
    let ended: string | null = null
    child.once('error', (error) => {
      ended = error.message
    })
    child.once('exit', (code, signal) => {
      const lines = logSince(directory.log, logStart).trim().split('\n').slice(-5).join('\n')
      ended = lines || `it ended with ${code ?? signal} and wrote no log`
    })
    return () => ended
  } finally {
    closeSync(log)
  }
}

/**
 * Ends the children of a killed postmaster: they hold its shared memory, and PostgreSQL refuses to
 * start meanwhile. One in the middle of a long statement does not notice. Nothing committed is
 * lost: it is in the log on disk. Its pid file goes, too, and the lock of its socket: PostgreSQL
 * would refuse to start where another program has the number now, or its remains keep it.
 */
function endRemains(cluster: string): void {
  for (const file of [pidFile(cluster), join(cluster, '.s.PGSQL.5432.lock')]) {
    rmSync(file, { force: true })
  }
  if (process.platform !== 'linux') return
  const pids = readdirSync('/proc').map(Number)
  for (const pid of pids) if (pid > 1 && isServerOf(cluster, pid)) sendSignal(pid, 'SIGKILL')
}

/** Stops the postmaster: clients are disconnected, everything is written out. */
export async function stopPostmaster({ pid }: Postmaster): Promise<void> {
  for (const [signal, waitMs] of STOP_STEPS) {
    sendSignal(pid, signal)
    for (const deadline = Date.now() + waitMs; Date.now() < deadline; await pause(10)) {
      if (!isAlive(pid)) return
    }
  }
  throw new EmbeddedServerFailed(`PostgreSQL (process ${pid}) does not stop.`)
}

// SIGINT ends statements and checkpoints; SIGQUIT skips the checkpoint, the next start recovers.
const STOP_STEPS = [
  ['SIGINT', 60_000],
  ['SIGQUIT', 10_000],
] as const

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // A zombie keeps its number, for good in a container whose first process reaps no children.
  return !/\) [ZX]/.test(readText(`/proc/${pid}/stat`))
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

/**
 * PostgreSQL shows its cluster_name, unique to the directory, in the command line of the postmaster
 * and in the title of each of its children. A process id alone proves nothing: ids are reused.
 */
function isServerOf(cluster: string, pid: number): boolean {
  const options = { env: serverEnvironment, encoding: 'utf8' } as const
  const commandLine =
    process.platform === 'linux'
      ? readText(`/proc/${pid}/cmdline`)
      : spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], options).stdout
  return /^[^\0]*postgres[\0 :]/.test(commandLine) && commandLine.includes(clusterName(cluster))
}

function clusterName(cluster: string): string {
  return `vault-inventory ${createHash('sha256').update(cluster).digest('hex').slice(0, 8)}`
}

function settingArguments(cluster: string, settings: Record<string, string>): string[] {
  const all = { ...SERVER_SETTINGS, cluster_name: clusterName(cluster), ...settings }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
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
