import PQueue from 'p-queue'

export interface StatementQueueOptions {
  /** Statements that run at the same time: one per connection. */
  readonly runningMax: number
  /** Statements that may wait; one more is refused at once. */
  readonly waitingMax: number
  /** How long a statement may wait for its turn. */
  readonly waitTimeoutMs: number
}

/** A statement was not started, because too many were ahead of it. */
export class QueueOverrun extends Error {
  readonly reason: 'queue_full' | 'queue_timeout'

  constructor(reason: 'queue_full' | 'queue_timeout') {
    super(`the statement was not started: ${reason}`)
    this.reason = reason
  }
}

/**
 * Lets as many statements run as there are connections; the rest wait in line, bounded in number
 * and time. The driver alone would take any number, for any time, and send them down busy
 * connections, where one that waits for a lock holds back all behind it. What is refused here was
 * never started, so it cannot take effect after its request was answered.
 */
export class StatementQueue {
  readonly #queue: PQueue
  readonly #options: StatementQueueOptions

  constructor(options: StatementQueueOptions) {
    this.#queue = new PQueue({ concurrency: options.runningMax })
    this.#options = options
  }

  /** Statements that run or wait. */
  get size(): number {
    return this.#queue.size + this.#queue.pending
  }

  /** @throws {QueueOverrun} where the statement was not started; else whatever it throws itself */
  async run<T>(statement: () => Promise<T>): Promise<T> {
    if (this.#queue.pending < this.#options.runningMax) return await this.#queue.add(statement)
    if (this.#queue.size >= this.#options.waitingMax) throw new QueueOverrun('queue_full')
    const waiting = new AbortController()
    const timer = setTimeout(() => {
      waiting.abort(new QueueOverrun('queue_timeout'))
    }, this.#options.waitTimeoutMs)
    const started = () => {
      clearTimeout(timer)
      return statement()
    }
    return await this.#queue.add(started, { signal: waiting.signal })
  }
}
