import type { WaitingLimits } from './fair-queue.ts'
import { SingleFlight } from './single-flight.ts'
import { StatementQueue } from './statement-queue.ts'

/**
 * Runs work without a time limit, at any time one. Requests of one organization share it, as
 * `SingleFlight`; those of others wait for their turn, bounded in number and time.
 */
export class LongWork {
  readonly #turns: StatementQueue
  readonly #shared: SingleFlight

  constructor(limits: WaitingLimits) {
    const oneAtATime = { runningMax: 1, runningOfAllMax: 1, runningOfOneMax: 1 }
    this.#turns = new StatementQueue({ ...oneAtATime, ...limits })
    this.#shared = new SingleFlight(limits.waitingMax, () => undefined)
  }

  /** Requests whose work has not started. */
  get waiting(): number {
    return this.#shared.waiting + Math.max(0, this.#turns.size - 1)
  }

  /** @throws {QueueOverrun} where it was not started; else what the work throws */
  do(organizationId: string, work: () => Promise<void>): Promise<void> {
    return this.#shared.do(organizationId, 'long', () => this.#turns.run(organizationId, work))
  }
}
