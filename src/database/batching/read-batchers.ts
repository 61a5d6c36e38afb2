import type { BatchedRead } from './batched-read.ts'
import type { WaitingLimits } from './fair-queue.ts'
import { ReadBatcher, type ReadRoute } from './read-batcher.ts'

/** The batchers of a database, one for each kind of record that was read. */
export class ReadBatchers {
  readonly #limits: WaitingLimits
  readonly #route: ReadRoute
  readonly #made = new Map<unknown, { readonly pending: number }>()

  constructor(limits: WaitingLimits, route: ReadRoute) {
    this.#limits = limits
    this.#route = route
  }

  get pending(): number {
    return [...this.#made.values()].reduce((sum, { pending }) => sum + pending, 0)
  }

  find<Found>(
    read: BatchedRead<Found>,
    organizationId: string | null,
    id: string,
  ): Promise<Found | undefined> {
    let batcher = this.#made.get(read) as ReadBatcher<Found> | undefined
    if (batcher === undefined) {
      batcher = new ReadBatcher(read, this.#limits, this.#route)
      this.#made.set(read, batcher)
    }
    return batcher.find(organizationId, id)
  }
}
