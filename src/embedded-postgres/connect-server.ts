import { setTimeout as pause } from 'node:timers/promises'
import { diskIsFull } from './data-directory.ts'
import { EmbeddedServerFailed } from './embedded-errors.ts'
import { type Lease, openLease, type ServerAddress } from './lease.ts'
import { postmasterState, stopPostmaster } from './postmaster.ts'
import type { ServerOptions } from './server-options.ts'
import type { StartedPostmaster } from './start-postmaster.ts'

export interface ServerMeans {
  password: string
  pgCtl: string
  start(address: ServerAddress): Promise<StartedPostmaster>
}

/** Connects to the server that runs, or to one it starts. Call it under start.lock. */
export async function connectServer(
  options: ServerOptions,
  means: ServerMeans,
): Promise<{ lease: Lease; how: 'adopted' | 'started' }> {
  const begun = Date.now()
  let sayAt = begun + sayEveryMs
  let child: StartedPostmaster | null = null
  let how: 'adopted' | 'started' = 'adopted'
  try {
    for (;;) {
      options.signal.throwIfAborted()
      const address = await options.address()
      const response = await askForLease(options, address, means.password)
      if (typeof response === 'object') return { lease: response, how }

      const failure = child?.failure() ?? null
      if (failure !== null && !isPassing(failure)) throw startFailed(options, failure)
      if (failure !== null) child = null
      if (Date.now() - begun > responseMaxMs) throw neverResponded(options, failure)
      if (response === 'nobody' && child === null) {
        if (failure !== null) await pause(afterFailureMs)
        child = await means.start(address)
        options.launched?.()
        how = 'started'
      }
      if (Date.now() > sayAt) {
        const { log, directory } = options
        log.info(
          { response, waitedMs: Date.now() - begun, log: directory.log },
          'waiting for PostgreSQL',
        )
        sayAt = Date.now() + sayEveryMs
      }
      await pause(10)
    }
  } catch (error) {
    // We hold start.lock, so nobody else has a lease on what we started.
    if (how === 'started') await stopPostmaster(options.directory.cluster, means.pgCtl)
    throw error
  }
}

// Crash recovery replays at most max_wal_size; minutes on a slow disk.
const responseMaxMs = 10 * 60_000
const sayEveryMs = 3_000
const afterFailureMs = 100

// 'not yet' comes from a live server, even one whose process is out of our sight in another
// container: starting a second one beside it would destroy the data. Only 'nobody', neither at the
// socket nor in the process table, permits a start. The socket is asked before any process number
// is believed: numbers are reused, but who answers on this directory's socket is its server.
async function askForLease(
  options: ServerOptions,
  address: ServerAddress,
  password: string,
): Promise<Lease | 'not yet' | 'nobody'> {
  const { cluster, password: passwordFile } = options.directory
  const state = postmasterState(cluster)
  // A server on its way up or down would only log the refused connection.
  if (state.kind === 'running' && state.status !== 'ready') return 'not yet'
  try {
    return await openLease({ address, password, role: options.role })
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (code === 'ENOENT' || code === 'ECONNREFUSED') {
      return postmasterState(cluster).kind === 'running' ? 'not yet' : 'nobody'
    }
    if (notYet.has(code)) return 'not yet'
    if (code !== '28P01') {
      throw new EmbeddedServerFailed(`The embedded PostgreSQL refuses connections: ${message}`)
    }
    throw new EmbeddedServerFailed(
      `The database in ${cluster} refuses the password in ${passwordFile}: ` +
        'put back the file that belongs to it.',
    )
  }
}

const notYet = new Set([
  'ECONNRESET',
  'EPIPE',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  '57P01', // being stopped
  '57P02', // a neighbour crashed
  '57P03', // starting, stopping or recovering
  '53300', // every connection taken
])

// The children of a killed server that still hold its memory, or its lock file not yet gone.
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
