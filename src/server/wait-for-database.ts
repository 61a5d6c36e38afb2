import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ConnectedDatabase } from '../database/connect/connect.ts'
import { codeOf, DatabaseUnusable, isAway } from '../database/postgres/postgres-errors.ts'
import { unavailable } from '../database/unavailable.ts'
import { drain } from '../http/transport/connections.ts'
import { newApp } from '../http/transport/fastify-app.ts'
import { serveHealth } from '../http/transport/health.ts'
import type { Config } from '../runtime/config/config.ts'
import { listenOrExplain, urlOf } from './listen.ts'

/** A running database has responded by then. */
const USUAL_MS = 250
/** Between two attempts. */
const RETRY_MS = 50
/** The limit of quick attempts, so that one without a response does not delay the next one. */
const QUICK_MS = 250
const REPORT_AGAIN_MS = 60_000

export interface DatabaseAwaited {
  readonly database: ConnectedDatabase
  /** Frees the API's port. Call it immediately before the service listens. */
  releasePort(): void
}

interface AwaitOptions {
  readonly log: Logger
  /** Aborting ends the wait. */
  readonly signal?: AbortSignal | undefined
  /** One attempt, which fails after that time without a response. */
  readonly connect: (withinMs: number) => Promise<ConnectedDatabase>
}

/**
 * Waits for the PostgreSQL of `DATABASE_URL`. Meanwhile the API's port reports that the service is
 * live but not ready, so that a supervisor lets it wait.
 * @throws errors of `connect` that waiting does not cure, {AddressUnusable}, and the reason of
 *   `signal`
 */
export async function awaitDatabase(
  config: Config,
  options: AwaitOptions,
): Promise<DatabaseAwaited> {
  const { log, signal, connect } = options
  const patientMs = config.DATABASE_CONNECT_TIMEOUT_MS
  if (config.DATABASE_URL === null) {
    return { database: await connect(patientMs), releasePort: () => undefined }
  }
  signal?.throwIfAborted()
  const found = Promise.withResolvers<ConnectedDatabase>()
  found.promise.catch(() => undefined)
  const onAbort = () => found.reject(signal?.reason)
  signal?.addEventListener('abort', onAbort)
  const report = reporterOf(log)
  let isOver = false
  const keepTrying = async (withinMs: number) => {
    while (!isOver) {
      try {
        const database = await connect(withinMs)
        // Another attempt was first, or the wait has ended.
        if (isOver) return await database.close()
        isOver = true
        found.resolve(database)
      } catch (error) {
        if (!(error instanceof DatabaseUnusable && isAway(error.cause))) found.reject(error)
        else if (!isOver) report(error)
      }
      await delay(RETRY_MS)
    }
  }
  let notReady: NotReadyServer | undefined
  try {
    void keepTrying(patientMs)
    await Promise.race([found.promise, delay(USUAL_MS)])
    if (!isOver) {
      notReady = await serveNotReady(config, log)
      void keepTrying(Math.min(QUICK_MS, patientMs))
    }
    return { database: await found.promise, releasePort: () => notReady?.releasePort() }
  } catch (error) {
    notReady?.releasePort()
    throw error
  } finally {
    isOver = true
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Logs each reason once a minute. */
function reporterOf(log: Logger): (error: DatabaseUnusable) => void {
  const reportedAt = new Map<string | undefined, number>()
  return ({ message, cause }) => {
    const code = codeOf(cause)
    const now = performance.now()
    if (now - (reportedAt.get(code) ?? Number.NEGATIVE_INFINITY) < REPORT_AGAIN_MS) return
    reportedAt.set(code, now)
    log.warn({ code, reason: message }, 'waiting for the database')
  }
}

/** Time for the last responses after the port was released. */
const LAST_RESPONSES_MS = 1_000

interface NotReadyServer {
  /** Frees the port at once. Open connections get one last response. */
  releasePort(): void
}

/**
 * Serves the API's port while there is no database: the process is live and not ready, and every
 * other request gets 503 with `Retry-After`.
 * @throws {AddressUnusable}
 */
async function serveNotReady(config: Config, log: Logger): Promise<NotReadyServer> {
  // Not counted: the metrics begin with the service.
  const app = await newApp({ config, log, metrics: { responded: () => undefined } })
  app.addHook('onSend', async (request, reply) => {
    // Closing under a client that still sends resets the connection: it would not read the
    // response.
    if (request.raw.complete) reply.header('Connection', 'close')
  })
  serveHealth(app, async () => 'database_unavailable')
  // Before the body is read: a valid request must not be refused as invalid.
  app.addHook('onRequest', async (request) => {
    if (!request.is404) return
    throw unavailable('The service is waiting for its database.', 'unchanged', undefined)
  })
  await app.ready()
  const { server } = app
  await listenOrExplain('PORT', config.PORT, async () => {
    server.listen({ host: config.HOST, port: config.PORT })
    await once(server, 'listening')
  })
  const url = urlOf(server.address() as AddressInfo)
  log.info({ url }, 'responding that the service is not ready')
  const closePort = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { releasePort: () => void drain(app, closePort, LAST_RESPONSES_MS) }
}
