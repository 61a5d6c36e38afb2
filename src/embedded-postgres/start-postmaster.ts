import { spawn } from 'node:child_process'
import { closeSync, fstatSync } from 'node:fs'
import type { DataDirectory } from './data-directory.ts'
import { clusterName } from './postmaster.ts'
import { type ServerAccount, serverEnvironment } from './server-account.ts'
import type { ServerBinaries } from './server-binaries.ts'
import { logSince, openLog } from './server-log.ts'
import { viewForServer } from './server-view.ts'

/** A postmaster that this process started and that may still be starting. */
export interface StartedPostmaster {
  /** Null while it runs; then the last lines of its log. */
  failure(): string | null
}

/**
 * Starts PostgreSQL on the cluster and returns at once. PostgreSQL outlives this process. It has
 * its own session: Ctrl-C in the terminal must not stop it before the service has drained. It logs
 * to a file: a pipe would break with this process. Call it under start.lock.
 */
export function startPostmaster(options: {
  directory: DataDirectory
  account: ServerAccount | null
  binaries: ServerBinaries
  settings: Record<string, string>
}): StartedPostmaster {
  const { directory, account, binaries } = options
  const log = openLog(directory)
  const logStart = fstatSync(log).size
  const view = viewForServer(directory.cluster, account)
  try {
    const settings = settingArguments(directory.cluster, options.settings)
    const child = spawn(binaries.postgres, ['-D', view.path, ...settings], {
      ...account,
      cwd: '/',
      env: serverEnvironment,
      detached: true,
      stdio: ['ignore', log, log, ...view.descriptors],
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
    return { failure: () => ended }
  } finally {
    view.close()
    closeSync(log)
  }
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
  wal_compression: 'on',
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
