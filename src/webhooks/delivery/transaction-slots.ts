import PQueue from 'p-queue'

/** Endpoints that are sent events at the same time, failing ones apart from all others. */
const ENDPOINTS_MAX = 500

/** The queue of endpoints with a batch under way or waiting, and slots for their transactions. */
export function newLane(transactionsMax: number) {
  const batches = new PQueue({ concurrency: ENDPOINTS_MAX })
  return { batches, transactions: new TransactionSlots(transactionsMax) }
}

/**
 * Slots for transactions that run at the same time, at most one of them of each organization:
 * locks of one organization delay no other.
 */
export class TransactionSlots {
  readonly #slots: PQueue
  readonly #queues = new Map<string, PQueue>()

  constructor(count: number) {
    this.#slots = new PQueue({ concurrency: count })
  }

  /** Runs a transaction when a slot is free, and none of its organization runs. */
  async run<T>(organizationId: string, transaction: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(organizationId) ?? new PQueue({ concurrency: 1 })
    this.#queues.set(organizationId, queue)
    try {
      return await queue.add(() => this.#slots.add(transaction))
    } finally {
      if (queue.size === 0 && queue.pending === 0) this.#queues.delete(organizationId)
    }
  }
}
