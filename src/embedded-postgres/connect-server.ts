import { setTimeout as pause } from 'node:timers/promises'
import { diskIsFull } from './data-directory.ts'
import { EmbeddedServerFailed } from './embedded-errors.ts'
import { type Lease, openLease } from './lease.ts'
import { postmasterState, stopPostmaster } from './postmaster.ts'
import type { ServerOptions } from './server-options.ts'
import type { StartedPostmaster } from './start-postmaster.ts'

// Crash recovery replays at most max_wal_size; minutes on a slow disk.
const RESPONSE_MAX_MS = 10 * 60_000
const REPORT_EVERY_MS = 3_000
const AFTER_FAILURE_MS = 100

/** Connects to the running server, or to one that it starts. Call it under start.lock. */
export async function connectServer(
  options: ServerOptions,
  password: string,
  start: () => Promise<StartedPostmaster>,
): Promise<{ lease: Lease; how: 'adopted' | 'started' }> {
  const { log, directory } = options
  const begun = Date.now()
  let reportAt = begun + REPORT_EVERY_MS
  let child: StartedPostmaster | null = null
  let how: 'adopted' | 'started' = 'adopted'
  try {
    for (;;) {
      options.signal.throwIfAborted()
      const response = await requestLease(options, password)
      if (typeof response === 'object') return { lease: response, how }

      const failure = child?.failure() ?? null
      if (failure !== null && !isPassing(failure)) throw startFailed(options, failure)
      if (failure !== null) child = null
      if (Date.now() - begun > RESPONSE_MAX_MS) throw neverResponded(options, failure)
      if (response === 'nobody' && child === null) {
        if (failure !== null) await pause(AFTER_FAILURE_MS)
        child = await start()
        options.launched?.()
        how = 'started'
      }
      if (Date.now() > reportAt) {
        const fields = { response, waitedMs: Date.now() - begun, log: directory.log }
        log.info(fields, 'waiting for PostgreSQL')
        reportAt = Date.now() + REPORT_EVERY_MS
      }
      await pause(10)
    }
  } catch (error) {
    // We hold start.lock, so nobody else has a lease on what we started.
    if (how === 'started') await stopPostmaster(directory.cluster)
    throw error
  }
}

// 'not yet' comes from a live server, even one in another container, whose process we cannot see.
// Starting a second server on the same directory would destroy the data. Only 'nobody' permits a
// start: no server at the socket, none in the process table. The socket is tried before any process
// number is believed: numbers are reused, but only this directory's server listens on its socket.
async function requestLease(
  { directory, socketPath, role }: ServerOptions,
  password: string,
): Promise<Lease | 'not yet' | 'nobody'> {
  const { cluster } = directory
  const state = postmasterState(cluster)
  // A server on its way up or down would only log the refused connection.
  if (state.kind === 'running' && state.status !== 'ready') return 'not yet'
  try {
    return await openLease({ path: socketPath(), password, role })
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (code === 'ENOENT' || code === 'ECONNREFUSED') {
      return postmasterState(cluster).kind === 'running' ? 'not yet' : 'nobody'
    }
    if (NOT_YET.has(code)) return 'not yet'
    if (code !== '28P01') {
      throw new EmbeddedServerFailed(`The embedded PostgreSQL refuses connections: ${message}`)
    }
    throw new EmbeddedServerFailed(
      `The database in ${cluster} refuses the password in ${directory.password}: ` +
        'put back the file that belongs to it.',
    )
  }
}

const NOT_YET = new Set([
  'ECONNRESET',
  'EPIPE',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  '57P01', // being stopped
  '57P02', // another backend crashed
  '57P03', // starting, stopping or recovering
  '53300', // every connection taken
])

// Children of a killed server still hold its memory, or its lock file is not yet gone.
function isPassing(failure: string): boolean {
  return failure.includes('shared memory block') || failure.includes('lock file "postmaster.pid"')
}

function startFailed({ directory }: ServerOptions, failure: string): EmbeddedServerFailed {
  if (failure.includes('No space left on device')) return diskIsFull(directory.root)
  return new EmbeddedServerFailed(`PostgreSQL did not start (see ${directory.log}): ${failure}`)
}

function neverResponded(
  { directory }: ServerOptions,
  failure: string | null,
): EmbeddedServerFailed {
  return new EmbeddedServerFailed(
    `PostgreSQL in ${directory.cluster} does not answer; see ${directory.log}. ${failure ?? ''}`,
  )
}
