import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { DatabaseReach } from '../database/connect.ts'
import type { ConnectionDesk } from './hand-out-connections.ts'
import type { TeamMetrics } from './team-metrics.ts'
import { type WorkerEnd, WorkerLink, type WorkerWatcher } from './worker-link.ts'

/** The workers cannot be started; the message is one sentence. */
export class WorkersFailed extends Error {}

/** How often in a row a worker may fail before that counts as for ever. */
const FAILURES_MAX = 5
const PAUSE_MIN_MS = 100
const PAUSE_MAX_MS = 5_000
/** One that served this long and ends has not failed at once. */
const STEADY_MS = 10_000

interface Seat {
  readonly number: number
  worker: WorkerLink
  readyAt: number | undefined
  /** Ends in a row that came at once. */
  failures: number
  restart: NodeJS.Timeout | undefined
}

export interface TeamOptions {
  readonly config: Config
  readonly log: Logger
  readonly desk: ConnectionDesk
  readonly metrics: TeamMetrics
}

/** The workers, each in a seat that is filled again when its worker ends. */
export class WorkerTeam implements WorkerWatcher {
  readonly #options: TeamOptions
  readonly #seats: Seat[]
  readonly #allReady = Promise.withResolvers<void>()
  #reach: DatabaseReach | undefined
  #state: 'starting' | 'serving' | 'stopping' | 'draining' = 'starting'
  readonly #endAtOnce = () => this.#killAll()

  /** Starts the processes at once: they load the code while the database is being found. */
  constructor(options: TeamOptions) {
    this.#options = options
    // Whatever ends this process without a stop ends them too: a second signal, a stop that hangs.
    process.once('exit', this.#endAtOnce)
    this.#seats = Array.from({ length: options.config.WORKERS }, (_, index) => ({
      number: index + 1,
      worker: new WorkerLink(index + 1, this),
      readyAt: undefined,
      failures: 0,
      restart: undefined,
    }))
    this.#allReady.promise.catch(() => undefined)
  }

  /** Those that run, to ask them what they counted. */
  get workers(): WorkerLink[] {
    return this.#seats.map(({ worker }) => worker)
  }

  /** Resolves when every worker can answer requests. @throws {WorkersFailed} */
  async start(reach: DatabaseReach): Promise<void> {
    this.#reach = reach
    for (const { worker } of this.#seats) this.#tellStart(worker)
    await this.#allReady.promise
    this.#state = 'serving'
  }

  /** They say that they are not ready any more, and go on answering. */
  announceStop(): void {
    this.#state = 'stopping'
    for (const { worker } of this.#seats) worker.tell({ act: 'not ready' })
  }

  /** Each finishes what it has, then ends; who is not done by then is ended. */
  async drain(waitMs: number): Promise<void> {
    this.#state = 'draining'
    for (const { worker, restart } of this.#seats) {
      clearTimeout(restart)
      if (worker.isStarting) worker.kill()
      else worker.tell({ act: 'drain' })
    }
    const deadline = setTimeout(() => this.#killAll(), waitMs)
    await Promise.all(this.#seats.map(({ worker }) => worker.gone))
    clearTimeout(deadline)
    process.off('exit', this.#endAtOnce)
  }

  /** Ends all of them at once. */
  async abandon(): Promise<void> {
    this.#state = 'draining'
    this.#killAll()
    await this.drain(0)
  }

  ready(worker: WorkerLink): void {
    const { log, desk } = this.#options
    const seat = this.#seatOf(worker)
    seat.readyAt = performance.now()
    log.info({ worker: worker.number, workerPid: worker.pid }, 'worker is ready')
    if (this.#state === 'stopping') worker.tell({ act: 'not ready' })
    desk.add(worker)
    if (this.#seats.every(({ readyAt }) => readyAt !== undefined)) this.#allReady.resolve()
  }

  took(worker: WorkerLink, id: number): void {
    this.#options.desk.took(worker, id)
  }

  closed(worker: WorkerLink): void {
    this.#options.desk.closed(worker)
  }

  gone(worker: WorkerLink, end: WorkerEnd): void {
    const { desk, metrics, log } = this.#options
    metrics.keep(worker.lastReport)
    desk.remove(worker)
    if (this.#state === 'draining') return
    const seat = this.#seatOf(worker)
    const servedMs = seat.readyAt === undefined ? 0 : performance.now() - seat.readyAt
    seat.failures = servedMs >= STEADY_MS ? 0 : seat.failures + 1
    seat.readyAt = undefined
    const pauseMs = this.#pauseFor(seat)
    const { error: err, code, signal } = end
    const facts = { worker: worker.number, workerPid: worker.pid, code, signal, err, pauseMs }
    log.error(facts, 'worker ended: another one takes its place')
    seat.restart = setTimeout(() => this.#fill(seat), pauseMs)
    if (this.#isHopeless(seat)) this.#giveUp(seat)
  }

  #fill(seat: Seat): void {
    seat.worker = new WorkerLink(seat.number, this)
    if (this.#reach !== undefined) this.#tellStart(seat.worker)
  }

  #tellStart(worker: WorkerLink): void {
    const { config } = this.#options
    const reach = this.#reach as DatabaseReach
    worker.tell({ act: 'start', number: worker.number, config, reach })
  }

  #pauseFor({ failures }: Seat): number {
    // The first time at once: most ends are an accident, and the others have its work to do.
    return failures <= 1 ? 0 : Math.min(PAUSE_MIN_MS * 2 ** (failures - 2), PAUSE_MAX_MS)
  }

  /** While it starts all are needed; later one that serves is enough to go on trying. */
  #isHopeless(seat: Seat): boolean {
    if (this.#state === 'starting') return seat.failures >= FAILURES_MAX
    return this.#seats.every(
      ({ failures, readyAt }) => readyAt === undefined && failures >= FAILURES_MAX,
    )
  }

  #giveUp(seat: Seat): void {
    const error = new WorkersFailed(
      `Worker ${seat.number} ended ${seat.failures} times in a row: the log says how.`,
    )
    if (this.#state === 'starting') this.#allReady.reject(error)
    // A defect like any other: the service stops, with status 1.
    else {
      queueMicrotask(() => {
        throw error
      })
    }
  }

  #seatOf(worker: WorkerLink): Seat {
    return this.#seats[worker.number - 1] as Seat
  }

  #killAll(): void {
    for (const { worker, restart } of this.#seats) {
      clearTimeout(restart)
      worker.kill()
    }
  }
}
