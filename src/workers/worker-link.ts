import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { environmentWithoutSettings } from '../config.ts'
import type { MetricsReport } from '../http/metrics.ts'
import type { ConnectionTaker } from './hand-out-connections.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

const WORKER = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

/** How a worker ended. */
export interface WorkerEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly error?: Error
}

/** Told of what one worker says and does. */
export interface WorkerWatcher {
  ready(worker: WorkerLink): void
  took(worker: WorkerLink, id: number): void
  closed(worker: WorkerLink): void
  gone(worker: WorkerLink, end: WorkerEnd): void
}

/** One worker as the leading process sees it, from its start to its end. */
export class WorkerLink implements ConnectionTaker {
  readonly number: number
  /** What it counted when it last said so. */
  lastReport: MetricsReport = []
  /** Settles when it is gone and all it said was heard. */
  readonly gone: Promise<WorkerEnd>
  readonly #process: ChildProcess
  readonly #watcher: WorkerWatcher
  #reporting: PromiseWithResolvers<void> | undefined
  #state: 'starting' | 'serving' | 'leaving' | 'gone' = 'starting'

  /** Starts the process, which loads the code and waits to be told the rest by `tell`. */
  constructor(number: number, watcher: WorkerWatcher) {
    this.number = number
    this.#watcher = watcher
    const compiled = getCompileCacheDir()
    this.#process = fork(WORKER, [], {
      // No secret in it: what a worker needs to know it is told over the channel.
      env: {
        ...environmentWithoutSettings(),
        ...(compiled && { NODE_COMPILE_CACHE: compiled }),
      },
    })
    this.#process.on('message', (message) => this.#heard(message as FromWorker))
    this.gone = this.#untilGone()
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  get takes(): boolean {
    return this.#state === 'serving'
  }

  get isStarting(): boolean {
    return this.#state === 'starting'
  }

  tell(message: ToWorker): void {
    // What cannot be sent is for nobody: the channel closes only with the process.
    if (this.#process.connected) this.#process.send(message, () => undefined)
  }

  give(id: number, connection: Socket): void {
    const message: ToWorker = { act: 'connection', id }
    this.#process.send(message, connection, { keepOpen: true }, () => undefined)
  }

  /** Asks what it counted; one that does not answer in time has said it before. */
  async report(waitMs: number): Promise<MetricsReport> {
    if (this.#reporting === undefined) {
      this.#reporting = Promise.withResolvers<void>()
      this.tell({ act: 'report' })
    }
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, waitMs)
    await Promise.race([this.#reporting.promise, this.gone, late])
    clearTimeout(timer)
    return this.lastReport
  }

  kill(): void {
    this.#process.kill('SIGKILL')
  }

  #heard(message: FromWorker): void {
    if (message.act === 'took') this.#watcher.took(this, message.id)
    else if (message.act === 'closed') this.#watcher.closed(this)
    else if (message.act === 'leaving') this.#state = 'leaving'
    else if (message.act === 'report') {
      this.lastReport = message.report
      this.#reporting?.resolve()
      this.#reporting = undefined
    } else {
      this.#state = 'serving'
      this.#watcher.ready(this)
    }
  }

  async #untilGone(): Promise<WorkerEnd> {
    const end = await this.#untilEnded()
    this.#state = 'gone'
    this.#watcher.gone(this, end)
    // Kept by who was told: it must not be counted twice.
    this.lastReport = []
    return end
  }

  async #untilEnded(): Promise<WorkerEnd> {
    try {
      // Not 'exit', after which the last of what it said may still come; and not 'disconnect', which
      // Node keeps back for good while a connection is on its way.
      const [code, signal] = await once(this.#process, 'close')
      return { code, signal }
    } catch (error) {
      return { code: null, signal: null, error: error as Error }
    }
  }
}
