import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { DatabaseReach } from '../database/connect.ts'
import type { Database } from '../database/database.ts'
import { openReached } from '../database/open-reached.ts'
import { Metrics } from '../http/metrics.ts'
import type { FromWorker } from './worker-messages.ts'

interface Parts {
  readonly app: FastifyInstance
  readonly database: Database
}

/** What a worker does: it answers on the connections that it is given. */
export class AnsweringWorker {
  readonly #options: { number: number; config: Config; log: Logger }
  readonly #metrics: Metrics
  readonly #connections = new Set<Socket>()
  readonly #noneLeft = Promise.withResolvers<void>()
  #parts: Parts | undefined
  #stopping = false
  #isDone = false
  #closed: Promise<void> | undefined

  constructor(options: { number: number; config: Config; log: Logger }) {
    this.#options = options
    this.#metrics = new Metrics(`${options.number}`)
  }

  async open(reach: DatabaseReach): Promise<void> {
    const { config, log } = this.#options
    const metrics = this.#metrics
    const database = await openReached(config, reach, {
      applicationName: 'vault-inventory service',
      observer: metrics,
    })
    metrics.watchDatabase(() => database.pending)
    const app = await buildApp({
      config,
      database,
      metrics,
      log,
      readiness: async () => {
        if (this.#stopping) return 'stopping'
        return database.ping().then(
          () => 'ready' as const,
          () => 'database_unavailable' as const,
        )
      },
    })
    await app.ready()
    await database.ping()
    // It listens nowhere, but Node's server watches over slow requests only once it does.
    app.server.emit('listening')
    this.#parts = { app, database }
    tell({ act: 'ready' })
  }

  /** Answers on a connection; none comes along where its client has closed it already. */
  take(id: number, connection: Socket | undefined): void {
    if (this.#isDone) {
      // Not told: the leader still has it, and gives it to another.
      connection?.destroy()
      return
    }
    // Before anything is read: from here on nobody else may have it.
    tell({ act: 'took', id })
    if (connection === undefined || this.#parts === undefined) {
      connection?.destroy()
      tell({ act: 'closed' })
      return
    }
    this.#connections.add(connection)
    connection.once('close', () => {
      this.#connections.delete(connection)
      tell({ act: 'closed' })
      if (this.#closed !== undefined && this.#connections.size === 0) this.#noneLeft.resolve()
    })
    // As the connections of a server of node:http are.
    connection.allowHalfOpen = true
    this.#parts.app.server.emit('connection', connection)
  }

  announceStop(): void {
    this.#stopping = true
  }

  async report(): Promise<void> {
    tell({ act: 'report', report: await this.#metrics.report() })
  }

  /** Finishes what it took, says what it counted, and lets go of everything. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#stopping = true
    tell({ act: 'leaving' })
    const { config, log } = this.#options
    if (this.#parts !== undefined) {
      const { app, database } = this.#parts
      await app.drain.close(app.server, () => this.#noConnections(), config.SHUTDOWN_TIMEOUT_MS)
      this.#isDone = true
      await app.close()
      await database.close()
    }
    const report = await this.#metrics.report()
    await new Promise<void>((resolve) => tell({ act: 'report', report }, resolve))
    await new Promise<void>((resolve) => log.flush(() => resolve()))
  }

  async #noConnections(): Promise<void> {
    if (this.#connections.size > 0) await this.#noneLeft.promise
  }
}

/** Says it to the leader, if there is one left. */
function tell(message: FromWorker, told: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, undefined, {}, () => told())
  else told()
}
